import { sql } from 'drizzle-orm'
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CALL_OUTCOMES, MARKED_LISTS } from '#contract/front-desk/todo.ts'
import { appointments } from './appointments.ts'
import { instant, UNTIL_REMOVED } from './columns.ts'
import { users } from './users.ts'

/**
 * Appointments that the clinic has canceled or moved on its own, the last change of each: families without an email about it are called (docs/requirements.md#to-do).
 */
export const clinicChanges = sqliteTable(
  'clinic_changes',
  {
    appointmentId: text('appointment_id')
      .primaryKey()
      .references(() => appointments.id, { onDelete: 'cascade' }),
    what: text('what', { enum: ['cancelled', 'moved'] }).notNull(),
    /** The appointment's day, after which a call is pointless. */
    date: text('date').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (change) => [
    index('clinic_changes_by_date').on(change.date),
    index('clinic_changes_by_change').on(change.changedAt),
    check('clinic_changes_what', sql`${change.what} in ('cancelled', 'moved')`),
  ],
)

/** Messages of the contact page (docs/requirements.md#messages). */
export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    /** Identifies the form: a second message with the same key is not stored. */
    formKey: text('form_key').notNull().unique(),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    /** As typed; empty without one. */
    phone: text('phone').notNull(),
    query: text('query').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Null while it is open. */
    doneAt: instant('done_at'),
    doneBy: text('done_by').references(() => users.uid, UNTIL_REMOVED),
  },
  (message) => [
    index('contact_messages_by_receipt').on(message.receivedAt),
    index('contact_messages_by_email').on(message.email),
    // Finds a removed user without reading all messages.
    index('contact_messages_by_closer').on(message.doneBy).where(sql`done_by is not null`),
    index('contact_messages_open').on(message.id).where(sql`done_at is null`),
    index('contact_messages_done').on(message.doneAt).where(sql`done_at is not null`),
    check('contact_messages_done_by', sql`done_by is null or done_at is not null`),
  ],
)

/** The member of staff who takes care of an entry, and the result of a call. */
export const todoMarks = sqliteTable(
  'todo_marks',
  {
    list: text('list', { enum: MARKED_LISTS }).notNull(),
    /** Id of the appointment, refund, family, payment or absence, depending on the list. */
    subject: text('subject').notNull(),
    /** Uid of the member of staff. */
    claimedBy: text('claimed_by'),
    claimedAt: instant('claimed_at'),
    outcome: text('outcome', { enum: CALL_OUTCOMES }),
    outcomeBy: text('outcome_by'),
    outcomeAt: instant('outcome_at'),
  },
  (mark) => [
    primaryKey({ columns: [mark.list, mark.subject] }),
    check(
      'todo_marks_list',
      sql`${mark.list} in ('owing', 'calls', 'conflicts', 'settle', 'handBack', 'unreachable', 'payments', 'absences')`,
    ),
    check('todo_marks_outcome', sql`${mark.outcome} in ('reached', 'message', 'no_answer')`),
    check('todo_marks_claim', sql`(claimed_by is null) = (claimed_at is null)`),
    check(
      'todo_marks_answer',
      sql`(outcome is null) = (outcome_by is null) and (outcome is null) = (outcome_at is null)`,
    ),
  ],
)
