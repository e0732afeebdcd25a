import type { FailedVerdict } from './mailer.ts'

/** The fields of nodemailer's errors for an email that was not accepted. */
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
/** The empty code: the mailer was closed while the email waited for a connection. */
const NOT_CONNECTED = new Set(['', 'EDNS', 'EPROTOCOL'])

/** An enhanced status code (RFC 3463): 5.1.1 in '550 5.1.1 No such user'. */
const ENHANCED_STATUS = /\b5\.\d{1,3}\.\d{1,3}\b/

/** A full mailbox is temporary, whatever the server says. */
export const isMailboxFull = (status: string) => status === '5.2.2'

/**
 * The mailbox, its domain or its syntax does not exist. Other codes do not mark the address: 5.1.7 and 5.1.8
 * concern the sender, 5.2.x an existing mailbox, and 5.7.x the sender's reputation.
 */
const NO_SUCH_ADDRESS = /^5\.1\.(?:[1236]|10)$/

/** Without an enhanced status code, these mean that the mailbox does not exist (RFC 5321, 4.2.2). */
const NO_SUCH_MAILBOX = new Set([550, 551, 553])

/** What an error means for the email. */
export function classify({
  code = '',
  responseCode = 0,
  response = '',
  command,
}: SmtpError): FailedVerdict {
  if (OUR_SETTINGS.has(code)) return 'our-mistake'
  if (isMailboxFull(statusOf(response))) return 'retry'
  if (responseCode >= 500 && command === 'RCPT TO') {
    return isBadAddress(responseCode, response) ? 'bad-address' : 'refused'
  }
  if (responseCode >= 500 && command === 'DATA') return 'refused'
  if (responseCode >= 500 && command === 'MAIL FROM') return 'our-mistake'
  if (responseCode >= 400) return 'retry'
  if (command === 'API') return 'our-mistake'
  if (NOT_CONNECTED.has(code)) return 'retry'
  // A connection lost after DATA looks like one lost before it.
  return 'maybe-sent'
}

/** The enhanced status code of a response, or ''. */
const statusOf = (response: string) => ENHANCED_STATUS.exec(response)?.[0] ?? ''

function isBadAddress(responseCode: number, response: string): boolean {
  const status = statusOf(response)
  return status ? NO_SUCH_ADDRESS.test(status) : NO_SUCH_MAILBOX.has(responseCode)
}
