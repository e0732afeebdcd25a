import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { WebhookKind } from '#contract/webhooks/webhook-kinds.ts'
import { instant } from './columns.ts'
import { doctors } from './doctors.ts'
import { users } from './users.ts'

/** Calendars that staff and doctors subscribe to: docs/requirements.md#calendar-feeds. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the token in its address, in hexadecimal. */
    tokenHash: text('token_hash').notNull(),
    /** Only this doctor's appointments; null for all. */
    doctorId: text('doctor_id').references(() => doctors.id, { onDelete: 'cascade' }),
    /** It says who comes, and for which treatment. */
    withNames: integer('with_names', { mode: 'boolean' }).notNull().default(false),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    /** Within some minutes. */
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (feed) => [
    uniqueIndex('calendar_feeds_by_token').on(feed.tokenHash),
    index('calendar_feeds_by_user').on(feed.createdBy),
    index('calendar_feeds_by_doctor').on(feed.doctorId),
  ],
)

/**
 * Addresses of the clinic's other systems: docs/requirements.md#webhooks. Their deliveries are rows of
 * `event_deliveries` whose handler names the endpoint.
 */
export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  id: text('id').primaryKey(),
  url: text('url').notNull(),
  kinds: text('kinds', { mode: 'json' }).$type<WebhookKind[]>().notNull(),
  active: integer('active', { mode: 'boolean' }).notNull().default(true),
  /** Signs each request; 'whsec_…' of Standard Webhooks. */
  secret: text('secret').notNull(),
  /** Signs as well until `previousSecretUntil`, so that the receiver can change over. */
  previousSecret: text('previous_secret'),
  previousSecretUntil: instant('previous_secret_until'),
  /** Of the first failure since the last success; null while it works. */
  failingSince: instant('failing_since'),
  /** Grows with each change by an admin. */
  version: integer('version').notNull().default(0),
  createdAt: instant('created_at').notNull(),
})
