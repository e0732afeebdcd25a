import PostalMime, { type Email } from 'postal-mime'
import { onTestFinished } from 'vitest'
import type { EmailMessage, Mailer } from '#domain/notifications/sending/mailer.ts'
import { createSmtpMailer, type MailSettings } from '#domain/notifications/sending/smtp-mailer.ts'
import { TREATMENTS } from '#drizzle/seed/seed.ts'
import {
  type RunningSmtpServer,
  type SmtpServerSettings,
  type StoreMessage,
  startSmtpServer,
} from '../server.ts'

export interface ReceivedEmail extends Email {
  /** As it was transferred. */
  raw: string
  envelope: { from: string; to: readonly string[] }
}

type StoredMessage = Parameters<StoreMessage>[0]

/**
 * Parses a message as a mail program does.
 * @throws when a subject or title names a treatment
 */
export async function parseEmail({ raw, from, to }: StoredMessage): Promise<ReceivedEmail> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' })
  const titles = [email.subject, ...email.attachments.map(({ content }) => titleOf(content))]
  const told = TREATMENTS.filter(({ name }) => titles.some((title) => title?.includes(name)))
  if (told.length > 0) throw new Error('A subject or title tells a treatment')
  return { ...email, raw: raw.toString('latin1'), envelope: { from, to } }
}

function titleOf(content: unknown): string | undefined {
  return typeof content === 'string' ? /^SUMMARY:.*$/m.exec(content)?.[0] : undefined
}

interface MailServerForTests extends RunningSmtpServer {
  /** Parsed, in the order in which the server accepted them. */
  received(): Promise<ReceivedEmail[]>
  /** Connects a mailer, which is closed before the server. */
  mailer(settings?: Partial<MailSettings>): Mailer
}

/** Starts a mail server on a free port, until the test ends. */
export async function startMailServer(
  settings: Partial<SmtpServerSettings> = {},
): Promise<MailServerForTests> {
  const stored: StoredMessage[] = []
  const server = await startSmtpServer({
    port: 0,
    log: { warn() {} },
    store: (message) => {
      stored.push(message)
    },
    ...settings,
  })
  const mailers: Mailer[] = []
  onTestFinished(async () => {
    await Promise.all(mailers.map((mailer) => mailer.close()))
    await server.close()
  })
  return {
    ...server,
    received: () => Promise.all(stored.map(parseEmail)),
    mailer(changes = {}) {
      const mailer = createSmtpMailer({
        url: server.url,
        from: SENDER,
        timeoutMs: 300,
        ...changes,
      })
      mailers.push(mailer)
      return mailer
    },
  }
}

export const SENDER = { name: 'Sprout', address: 'appointments@clinic.example' }

/** An email to send in tests. */
export function testEmail(changes: Partial<EmailMessage> = {}): EmailMessage {
  return {
    id: '0192f0c1-0000-7000-8000-000000000001',
    to: { name: 'Ann Parent', address: 'ann@example.test' },
    subject: 'Appointment confirmed',
    text: 'Your appointment is confirmed.',
    html: '<p>Your appointment is confirmed.</p>',
    ...changes,
  }
}
