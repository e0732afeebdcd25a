import type { Env } from '../config/env.ts'
import { readOrCreateJwtSecret } from '../config/secret-file.ts'
import { composeEmail } from './compose.ts'
import { connectMail, type MailConnection } from './connect-mail.ts'
import type { SendingContext } from './send-notification.ts'
import { createUnsubscribeTokens } from './unsubscribe.ts'

/** What it takes to send the clinic's emails, whatever the database. */
export type Emails = Omit<SendingContext, 'db' | 'now'>

/** Connects to a mail server and prepares what emails need. Close its mailer. */
export function openEmails(env: Env, connection: MailConnection): Emails {
  const { siteUrl, clinic, mailPerSecond } = env
  const { mailer, sender } = connectMail(env, connection)
  const secret = env.jwtSecret ?? readOrCreateJwtSecret(env.dataDir)
  return {
    mailer,
    compose: (subject) => composeEmail(subject, sender),
    timeZone: clinic.timeZone,
    unsubscribeUrl: createUnsubscribeTokens({ secret, siteUrl }).urlFor,
    intervalMs: 1_000 / mailPerSecond,
  }
}
