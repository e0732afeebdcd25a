import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { EventKind } from '#contract/audit/events.ts'
import { instant } from './columns.ts'

/**
 * One row in the same transaction as each change. Outbox and audit log in one, append-only by the
 * triggers of migration 0025.
 */
export const events = sqliteTable(
  'events',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<EventKind>().notNull(),
    /** Uid of the user who caused it, or 'link' for a link in an email; null for jobs and commands. */
    actor: text('actor'),
    /** Id of the row it is about. */
    subject: text('subject').notNull(),
    /** Ids and numbers only, never personal data. Schemas: contract/audit/events.ts. */
    data: text('data', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    occurredAt: instant('occurred_at').notNull(),
  },
  (event) => [
    // Contains the id, by which lists are sorted, because most events may be of one kind or one
    // actor.
    index('events_by_subject').on(event.subject, event.id),
    index('events_by_actor').on(event.actor, event.id).where(sql`actor is not null`),
    index('events_listed')
      .on(event.id)
      .where(sql`kind not in ('user.viewed', 'stripe.event_received')`),
    index('events_of_kind').on(event.kind, event.id),
    index('events_of_views')
      .on(event.actor, event.subject, event.occurredAt)
      .where(sql`kind = 'user.viewed'`),
    // Finds bookings by staff even after the family's account was removed.
    index('events_of_family')
      .on(sql`json_extract(data, '$.family')`)
      .where(sql`json_extract(data, '$.family') is not null`),
    // Finds bookings by families even after the account was removed.
    index('events_booked_by')
      .on(event.actor)
      .where(sql`kind = 'appointment.booked' and json_extract(data, '$.family') is null`),
    // The people that an event about something else concerns.
    index('events_about')
      .on(
        sql`coalesce(json_extract(data, '$.uid'), json_extract(data, '$.ownerId'), json_extract(data, '$.doctorId'))`,
      )
      .where(
        sql`kind in ('guardian.updated', 'guardian.revoked', 'image.removed', 'schedule.changed', 'closure.added', 'closure.removed')`,
      ),
  ],
)

/** One row for each event and each handler that subscribes to it. */
export const eventDeliveries = sqliteTable(
  'event_deliveries',
  {
    eventId: text('event_id').notNull(),
    handler: text('handler').notNull(),
    status: text('status', { enum: ['pending', 'running', 'done', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** When a pending delivery may next be claimed; when a running one's lease ends. */
    dueAt: instant('due_at').notNull(),
    lastError: text('last_error'),
  },
  (delivery) => [
    primaryKey({ columns: [delivery.eventId, delivery.handler] }),
    foreignKey({ columns: [delivery.eventId], foreignColumns: [events.id] }),
    index('event_deliveries_of_webhooks')
      .on(delivery.handler, delivery.eventId)
      .where(sql`handler glob 'webhook.send@*'`),
    index('event_deliveries_due').on(delivery.status, delivery.dueAt).where(sql`status <> 'done'`),
  ],
)
