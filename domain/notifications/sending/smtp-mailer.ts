import { createTransport } from 'nodemailer'
import { toEmailAddress } from '#contract/identity/email-address.ts'
import { isLoopback } from '#domain/config/env-groups.ts'
import { LONGEST_NAME, toHeaderText } from '../content/header-text.ts'
import type { CalendarPart, EmailMessage, Mailer, SendVerdict } from './mailer.ts'
import { classify, type SmtpError } from './smtp-errors.ts'

/** A line has at most 998 octets (RFC 5322), and nodemailer does not fold within a word. */
const LONGEST_SUBJECT = 150
const LONGEST_RESPONSE = 300

interface Mailbox {
  name: string
  address: string
}

export interface MailSettings {
  /** `smtps://user:password@host`; `smtp:` requires STARTTLS, except on this machine. */
  url: string
  from: Mailbox
  replyTo?: Mailbox
  /** PEM certificates to trust instead of the system's. */
  trusted?: string
  /** How long the server may take to connect, and to respond, in milliseconds. */
  timeoutMs?: number
}

/** Sends emails over SMTP, with two pooled connections. */
export function createSmtpMailer(settings: MailSettings): Mailer {
  const { from, replyTo } = settings
  const transport = createTransport({
    ...connectionOf(settings),
    pool: true,
    maxConnections: 2,
    // Only for a connection that the server closed while idle.
    maxRequeues: 1,
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sending = new Set<Promise<SendVerdict>>()
  const newMessageId = (id: string) => `<${id}@${from.address.split('@')[1]}>`

  async function send(message: EmailMessage, signal: AbortSignal): Promise<SendVerdict> {
    const address = toEmailAddress(message.to.address)
    if (!address) {
      return { kind: 'bad-address', code: 'EADDRESS', response: 'The address is not valid.' }
    }
    const { messageId = newMessageId(message.id) } = message
    try {
      await transport.sendMail({
        messageId,
        from: { ...from },
        replyTo: answersTo(message) ?? (replyTo && { ...replyTo }),
        // As an object: a text could name several recipients.
        to: { name: toHeaderText(message.to.name, LONGEST_NAME), address },
        envelope: { from: from.address, to: [address] },
        subject: toHeaderText(message.subject, LONGEST_SUBJECT),
        text: message.text,
        html: message.html,
        textEncoding: 'quoted-printable',
        alternatives: message.calendar ? [calendarPart(message.calendar)] : [],
        attachments: imagesOf(message),
        ...unsubscribing(message),
        signal,
      })
      return { kind: 'sent', messageId }
    } catch (error) {
      return describeFailure(error as SmtpError)
    }
  }

  return {
    newMessageId,
    send(message, signal) {
      const result = send(message, signal)
      sending.add(result)
      result.finally(() => sending.delete(result))
      return result
    },
    async close() {
      transport.close()
      await Promise.all(sending)
    },
  }
}

/** As an object, like the recipient. An address that cannot receive email is left out. */
function answersTo({ replyTo }: EmailMessage): Mailbox | undefined {
  const address = replyTo && toEmailAddress(replyTo.address)
  return address ? { name: toHeaderText(replyTo.name, LONGEST_NAME), address } : undefined
}

/** Options are read here only; nodemailer gets no URL. */
function connectionOf({ url, trusted, timeoutMs = 30_000 }: MailSettings) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const isPlain = isLoopback(hostname) && !trusted
  const user = decodeURIComponent(username)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: !isSecure && !isPlain,
    ignoreTLS: isPlain,
    tls: trusted ? { ca: trusted } : {},
    auth: user ? { user, pass: decodeURIComponent(password) } : undefined,
    // Otherwise emails would be sent without authentication to a server that offers none.
    forceAuth: user !== '',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  }
}

/**
 * Inline and last: Outlook would show an attachment as a file, and mail programs prefer the last alternative.
 */
function calendarPart({ method, content }: CalendarPart) {
  return { contentType: `text/calendar; charset=utf-8; method=${method}`, content }
}

/** Images that the HTML shows. */
function imagesOf({ images = [] }: EmailMessage) {
  return images.map(({ content, ...image }) => ({
    ...image,
    content: Buffer.from(content),
    contentDisposition: 'inline' as const,
  }))
}

function unsubscribing({ unsubscribeUrl }: EmailMessage) {
  // Suppresses out-of-office replies to automatic emails (RFC 3834; Exchange).
  const automatic = {
    'auto-submitted': 'auto-generated',
    'x-auto-response-suppress': 'OOF, AutoReply',
  }
  if (!unsubscribeUrl) return { headers: automatic }
  return {
    list: { unsubscribe: [[unsubscribeUrl]] },
    headers: { ...automatic, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' },
  }
}

function describeFailure(error: SmtpError & { message?: string }): SendVerdict {
  const response = (error.response ?? error.message ?? '').replace(/\S+@\S+/g, '(address)')
  return {
    kind: classify(error),
    code: error.code ?? 'EUNKNOWN',
    response: toHeaderText(response, LONGEST_RESPONSE),
  }
}
