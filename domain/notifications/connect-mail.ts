import { type ClinicDetails, DEFAULT_DETAILS } from '../../contract/clinic-details.ts'
import type { Env } from '../config/env.ts'
import { composeEmail } from './compose.ts'
import type { EmailSubject } from './email-subject.ts'
import type { EmailMessage, Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** What it takes to write and send emails. */
export interface Mail {
  mailer: Mailer
  compose: (subject: EmailSubject) => EmailMessage
  /** Shortest time between two emails of all processes together, in milliseconds. */
  intervalMs: number
}

/** A mail server, and whose emails it sends. */
export type MailConnection = NonNullable<Env['mail']>

/**
 * Connects to a mail server: the clinic's, or its stand-in. Nothing is sent yet.
 * @param readClinic what emails say about the clinic
 */
export function connectMail(
  {
    siteUrl,
    clinic: { timeZone },
    mailPerSecond,
  }: Pick<Env, 'siteUrl' | 'clinic' | 'mailPerSecond'>,
  connection: MailConnection,
  readClinic: () => ClinicDetails = () => DEFAULT_DETAILS,
): Mail {
  const { from } = connection
  return {
    mailer: createSmtpMailer(connection),
    compose: (subject) => composeEmail(subject, { siteUrl, from, timeZone, clinic: readClinic() }),
    intervalMs: 1_000 / mailPerSecond,
  }
}
