import { sql } from 'drizzle-orm'
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CALL_OUTCOMES, MARKED_LISTS } from '#contract/front-desk/todo.ts'
import { appointments } from './appointments.ts'
import { instant } from './columns.ts'

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
    /** The appointment's day, until which a call is of use. */
    date: text('date').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (change) => [
    index('clinic_changes_by_date').on(change.date),
    index('clinic_changes_by_change').on(change.changedAt),
    check('clinic_changes_what', sql`${change.what} in ('cancelled', 'moved')`),
  ],
)

/** The member of staff who takes care of an entry, and the result of a call. */
export const todoMarks = sqliteTable(
  'todo_marks',
  {
    list: text('list', { enum: MARKED_LISTS }).notNull(),
    /** Id of the appointment, of the refund, of the family, of the payment or of the absence, as the list has it. */
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
