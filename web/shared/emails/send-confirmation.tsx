import { useMutation } from '@tanstack/react-query'
import { explain } from '../account/account.ts'
import { loadIdentity } from '../session/identity.ts'

interface SendConfirmationProps {
  /** The address to confirm. */
  address: string
  /** Of the button. */
  label: string
  /** The path to which the email leads back. */
  returnTo: string
}

/** Sends the email that confirms the address, from within a sentence. */
export function SendConfirmation({ address, label, returnTo }: SendConfirmationProps) {
  const sending = useMutation({
    mutationFn: async () => (await loadIdentity()).sendEmailVerification(returnTo),
  })
  return (
    <>
      <button
        type="button"
        aria-disabled={sending.isPending || undefined}
        onClick={() => !sending.isPending && sending.mutate()}
        className="-my-2 min-h-11 cursor-pointer font-bold underline underline-offset-4"
      >
        {label}
      </button>
      <span role="status" className="block [overflow-wrap:anywhere] empty:hidden">
        {sending.isSuccess && `We sent an email to ${address}. Click the link in it.`}
        {sending.isError && explain(sending.error)}
      </span>
    </>
  )
}
