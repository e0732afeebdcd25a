/** A calendar file and its iTIP method. */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

/** An email that is ready to be sent. */
export interface EmailMessage {
  /** Letters, digits, `-` and `.`. */
  id: string
  /** The Message-ID of an earlier attempt, with angle brackets; when absent, a new one. */
  messageId?: string
  to: { name: string; address: string }
  /** Who gets replies; the clinic's own address when absent. */
  replyTo?: { name: string; address: string } | undefined
  subject: string
  text: string
  html: string
  /** An invitation or a cancellation; its METHOD equals `method`. */
  calendar?: CalendarPart | undefined
  /** Turns off this kind of email with a POST (RFC 8058). */
  unsubscribeUrl?: string
  /** Images that the HTML shows as `cid:…`. */
  images?: readonly { cid: string; filename: string; contentType: string; content: Uint8Array }[]
}

/**
 * The outcome of an email:
 * - `sent`: the server accepted it.
 * - `retry`: the server was unreachable or refused for now; it was not sent.
 * - `refused`: the server will never accept this email. The address may be fine.
 * - `bad-address`: the mailbox does not exist.
 * - `our-mistake`: settings or message are wrong; no email will be sent until they are corrected.
 * - `maybe-sent`: the connection was lost. Send it again: recipients see one email, because the
 *   Message-ID stays the same.
 *
 * `code` says where it failed: `EENVELOPE` (sender or recipient), `EMESSAGE` (after the message),
 * `EADDRESS` (nothing was tried), `ECONNECTION`, `ETIMEDOUT`, `EAUTH`, …
 * `response` is for the database and for admins; addresses in it are replaced.
 */
export type SendVerdict =
  | { kind: 'sent'; messageId: string }
  | { kind: FailedVerdict; code: string; response: string }

export type FailedVerdict = 'retry' | 'refused' | 'bad-address' | 'our-mistake' | 'maybe-sent'

/** Sends emails. */
export interface Mailer {
  /** The Message-ID for an email's first attempt. It is stored, because the sender's host may change. */
  newMessageId(id: string): string
  /**
   * Never throws.
   * @param signal aborts the attempt, which may have succeeded: `maybe-sent`
   */
  send(message: EmailMessage, signal: AbortSignal): Promise<SendVerdict>
  /** Waits for the emails that are being sent, then closes. */
  close(): Promise<void>
}
