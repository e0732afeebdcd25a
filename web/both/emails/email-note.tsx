import { useQuery } from '@tanstack/react-query'
import * as words from '#words/en/visits/emails.ts'
import * as sentences from '#words/en/visits/emails-sentences.tsx'
import { emailSettingsOptions } from './email-settings-api.ts'
import { SendConfirmation } from './send-confirmation.tsx'

interface EmailNoteProps {
  /** The user's. */
  email: string
  /** The path to which the confirmation email leads back. */
  returnTo: string
  /** The email has a link to the receipt. */
  isReceipt?: boolean
}

/** Where the email about a booking goes, or what it waits for; nothing until known. */
export function EmailNote({ email, returnTo, isReceipt = false }: EmailNoteProps) {
  const { data } = useQuery(emailSettingsOptions(email))
  if (!data?.reachable) return null
  const address = <strong className="[overflow-wrap:anywhere]">{data.address}</strong>
  if (data.verified) {
    const sentence = isReceipt ? sentences.emailedReceiptLink : sentences.emailedDetails
    return <p>{sentence(address)}</p>
  }
  return (
    <p>
      {sentences.onceConfirmed(address)}{' '}
      <SendConfirmation address={data.address} label={words.resend} returnTo={returnTo} />
    </p>
  )
}
