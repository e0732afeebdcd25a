import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { WebhookKind } from '#contract/webhooks/webhook-kinds.ts'
import { instant } from './columns.ts'

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
