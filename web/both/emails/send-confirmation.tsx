import { useMutation } from '@tanstack/react-query'
import { explain } from '#web/both/session/account.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { TextButton } from '#web/components/text-link.tsx'
import * as words from '#words/en/visits/emails.ts'

interface SendConfirmationProps {
  /** The address to confirm. */
  address: string
  /** Of the button. */
  label: string
  /** The path to which the email leads back. */
  returnTo: string
}

/** A button within a sentence that sends the confirmation email. */
export function SendConfirmation({ address, label, returnTo }: SendConfirmationProps) {
  const sending = useMutation({
    mutationFn: async () => (await loadIdentity()).sendEmailVerification(returnTo),
  })
  return (
    <>
      <TextButton
        aria-disabled={sending.isPending || undefined}
        onClick={() => !sending.isPending && sending.mutate()}
        className="-my-2"
      >
        {label}
      </TextButton>
      <span role="status" className="block [overflow-wrap:anywhere] empty:hidden">
        {sending.isSuccess && words.sentTo(address)}
        {sending.isError && explain(sending.error)}
      </span>
    </>
  )
}
