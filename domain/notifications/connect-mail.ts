import { DEFAULT_DETAILS } from '../../contract/clinic-details.ts'
import type { Env } from '../config/env.ts'
import type { EmailSender } from './email-subject.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** What it takes to write and send emails. */
export interface Mail {
  mailer: Mailer
  sender: EmailSender
}

/** A mail server, and whose emails it sends. */
export type MailConnection = NonNullable<Env['mail']>

/** Connects to a mail server: the clinic's, or its stand-in. Nothing is sent yet. */
export function connectMail(
  env: Pick<Env, 'siteUrl' | 'clinic' | 'mailPerSecond'>,
  connection: MailConnection,
): Mail {
  return {
    mailer: createSmtpMailer({ ...connection, perSecond: env.mailPerSecond }),
    sender: {
      siteUrl: env.siteUrl,
      from: connection.from,
      timeZone: env.clinic.timeZone,
      clinic: DEFAULT_DETAILS,
    },
  }
}
