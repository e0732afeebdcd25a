import type { FailedVerdict } from './mailer.ts'

/** What nodemailer says about an email that was not accepted. */
export interface SmtpError {
  /** `EAUTH`, `ECONNECTION`, … */
  code?: string
  /** The server's last response: 450, 550, … */
  responseCode?: number
  response?: string
  /** Where it happened: `MAIL FROM`, `RCPT TO`, `DATA`, `CONN`, or `API` before anything was sent. */
  command?: string
}

const OUR_SETTINGS = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'ESTREAM'])
/** Without a code, the mailer was closed while the email was waiting for a connection. */
const NOT_CONNECTED = new Set(['', 'EDNS', 'EPROTOCOL'])

/**
 * The mailbox, its domain or its syntax does not exist (RFC 3463). 5.1.7 and 5.1.8 are about the
 * sender, and 5.7.x is about the sender's reputation: those mark no address.
 */
const NO_SUCH_ADDRESS = /\b5\.1\.(?:[1236]|10)\b/

/** What an error means for the email. */
export function classify({
  code = '',
  responseCode = 0,
  response = '',
  command,
}: SmtpError): FailedVerdict {
  if (OUR_SETTINGS.has(code)) return 'our-mistake'
  if (responseCode >= 500 && command === 'RCPT TO') {
    return NO_SUCH_ADDRESS.test(response) ? 'bad-address' : 'refused'
  }
  if (responseCode >= 500 && command === 'DATA') return 'refused'
  if (responseCode >= 500 && command === 'MAIL FROM') return 'our-mistake'
  if (responseCode >= 400) return 'retry'
  if (command === 'API') return 'our-mistake'
  if (NOT_CONNECTED.has(code)) return 'retry'
  // A connection lost after DATA looks like one lost before.
  return 'maybe-sent'
}
