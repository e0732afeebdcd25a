import type { Env } from '#domain/config/env.ts'
import { offeredLanguages } from '#domain/config/offered-languages.ts'
import type { EmailSender } from '../content/email-subject.ts'
import type { EmailSubject } from '../kinds/email-kinds.ts'
import { senderOf } from '../sender.ts'
import { composeEmail } from './compose.ts'
import type { EmailMessage, Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** The parts that write and send emails. */
interface Mail {
  mailer: Mailer
  compose: (subject: EmailSubject) => EmailMessage
  /** Minimum time between two emails of all processes together, in milliseconds. */
  intervalMs: number
}

/** A mail server, and the sender of its emails. */
export type MailConnection = NonNullable<Env['mail']>

/**
 * Connects to a mail server: the clinic's, or its stand-in. Nothing is sent yet.
 * @param readClinic what emails say about the clinic
 */
export function connectMail(
  env: SenderSettings & Pick<Env, 'mailPerSecond'>,
  connection: MailConnection,
  readClinic: () => ClinicTexts,
): Mail {
  return {
    mailer: createSmtpMailer(connection),
    compose: (subject) => composeEmail(subject, emailSender(env, readClinic())),
    intervalMs: 1_000 / env.mailPerSecond,
  }
}

/** What emails say of the clinic. */
type ClinicTexts = Pick<EmailSender, 'clinic' | 'translationsOf'>

type SenderSettings = Pick<Env, 'siteUrl' | 'clinic' | 'mail' | 'firebase'>

/** The sender of emails and calendar files. */
export function emailSender(
  { siteUrl, clinic: { timeZone }, mail, firebase }: SenderSettings,
  texts: ClinicTexts,
): EmailSender {
  const offered = offeredLanguages({ firebase })
  return { siteUrl, from: senderOf(mail), timeZone, offered, ...texts }
}
