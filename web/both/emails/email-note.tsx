import { useQuery } from '@tanstack/react-query'
import { emailSettingsOptions } from './email-settings-api.ts'
import { SendConfirmation } from './send-confirmation.tsx'

interface EmailNoteProps {
  /** The user's. */
  email: string
  /** The path to which the confirmation email leads back. */
  returnTo: string
  /** The subject of the email. */
  what?: string
}

/** Where the email about a booking goes, or what it waits for; nothing until known. */
export function EmailNote({ email, returnTo, what = 'the details' }: EmailNoteProps) {
  const { data } = useQuery(emailSettingsOptions(email))
  if (!data?.reachable) return null
  const address = <strong className="[overflow-wrap:anywhere]">{data.address}</strong>
  if (data.verified) {
    return (
      <p>
        We’ve emailed {what} to {address}.
      </p>
    )
  }
  return (
    <p>
      We’ll email {address} once you confirm the address.{' '}
      <SendConfirmation address={data.address} label="Resend" returnTo={returnTo} />
    </p>
  )
}
