import type { Env } from '#domain/config/env.ts'
import { readOrCreateJwtSecret } from '#domain/config/secret-file.ts'
import { publishedLegalPages } from '#domain/legal/legal-pages.ts'
import { translationsOf } from '#domain/own-words.ts'
import { openClinic } from '#domain/schedule/clinic-details.ts'
import type { Database } from '#drizzle/client.ts'
import { createClaimTokens } from '../content/claim-tokens.ts'
import { createRecallTokens, createUnsubscribeTokens } from '../content/link-tokens.ts'
import { connectMail, type MailConnection } from './connect-mail.ts'
import type { SendingContext } from './send-notification.ts'

/** What is needed to send the clinic's emails. */
export type Emails = Omit<SendingContext, 'db' | 'now'> & {
  /** How many days ahead patients can book. */
  horizonDays: () => number
}

/** Connects to a mail server and prepares what emails need. Close its mailer. */
export function openEmails(env: Env, db: Database, connection: MailConnection): Emails {
  const { siteUrl } = env
  const secret = env.jwtSecret ?? readOrCreateJwtSecret(env.dataDir)
  const { settings } = openClinic(db, env)
  return {
    ...connectMail(env, connection, () => ({
      clinic: { ...settings(), legal: publishedLegalPages(db) },
      translationsOf: (language) => translationsOf(db, language),
    })),
    horizonDays: () => settings().bookingHorizonDays,
    timeZone: env.clinic.timeZone,
    unsubscribeUrl: createUnsubscribeTokens({ secret, siteUrl }).urlFor,
    recallUrl: createRecallTokens({ secret, siteUrl }).urlFor,
    claimUrl: createClaimTokens({ secret, siteUrl }).urlFor,
  }
}
