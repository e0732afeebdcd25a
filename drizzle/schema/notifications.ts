import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { NotificationData, NotificationKind } from '#contract/notifications/notifications.ts'
import { appointments } from './appointments.ts'
import { instant, UNTIL_REMOVED } from './columns.ts'
import { deskFamilies } from './families.ts'
import { users } from './users.ts'

/** One row for each email to a family, written in the transaction of the change that it describes. */
export const notifications = sqliteTable(
  'notifications',
  {
    /** Also identifies the email: every attempt has the same Message-ID. */
    id: text('id').primaryKey(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Null for reminders, which are about a day, and for invitations. */
    appointmentId: text('appointment_id').references(() => appointments.id),
    /** Null for invitations and families without an account, and once the account has been removed. */
    uid: text('uid').references(() => users.uid, UNTIL_REMOVED),
    /** The family without an account. */
    deskFamilyId: text('desk_family_id').references(() => deskFamilies.id, {
      onDelete: 'set null',
    }),
    /** The address it is or was sent to, in lower case; null once the account has been removed. */
    recipient: text('recipient'),
    /** The key of its subject; a second one with the same key is not written. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    /** The appointment’s version that it describes; 0 for kinds that no later version supersedes. */
    version: integer('version').notNull().default(0),
    /** Ids and numbers. Schemas: contract/notifications/notifications.ts. */
    data: text('data', { mode: 'json' }).$type<NotificationData>().notNull(),
    state: text('state', { enum: ['due', 'sending', 'sent', 'dropped', 'bounced', 'failed'] })
      .notNull()
      .default('due'),
    /** When it may be sent, or tried again. */
    dueAt: instant('due_at').notNull(),
    /**
     * How many attempts were started. It is also the fencing token: a sender that was too slow
     * finds it changed.
     */
    attempts: integer('attempts').notNull().default(0),
    /** When the last attempt was started. */
    attemptedAt: instant('attempted_at'),
    /** While it is being sent: when its sender counts as dead. */
    leaseUntil: instant('lease_until'),
    messageId: text('message_id'),
    /** For dropped ones a `dropReason`; otherwise the mail server's answer, without addresses. */
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /**
     * The clinic's time zone when it was sent; only for emails that put an appointment into a
     * calendar.
     */
    timeZone: text('time_zone'),
    /** Whether the calendar shows another instant than the clinic's present time zone. */
    isOutdated: integer('is_outdated', { mode: 'boolean' }).notNull().default(false),
  },
  (notification) => [
    // Two indexes: a confirmation does not wait for ten thousand reminders.
    index('notifications_due')
      .on(notification.dueAt, notification.id)
      .where(sql`state = 'due' and kind <> 'reminder'`),
    index('notifications_reminders_due')
      .on(notification.dueAt, notification.id)
      .where(sql`state = 'due' and kind = 'reminder'`),
    index('notifications_sending').on(notification.leaseUntil).where(sql`state = 'sending'`),
    index('notifications_attempted')
      .on(notification.attemptedAt)
      .where(sql`attempted_at is not null`),
    index('notifications_by_appointment')
      .on(notification.appointmentId, notification.id)
      .where(sql`appointment_id is not null`),
    index('notifications_by_user').on(notification.uid, notification.id),
    index('notifications_by_desk_family')
      .on(notification.deskFamilyId, notification.id)
      .where(sql`desk_family_id is not null`),
    index('notifications_of_waits').on(sql`(data ->> 'entryId')`).where(sql`kind = 'wait_closed'`),
    index('notifications_by_message').on(notification.messageId).where(sql`message_id is not null`),
    index('notifications_outdated')
      .on(notification.appointmentId, notification.id)
      .where(sql`is_outdated = 1`),
    index('notifications_with_error')
      .on(notification.state, notification.id)
      .where(sql`error is not null`),
    check('notifications_sending_has_lease', sql`(state = 'sending') = (lease_until is not null)`),
  ],
)
