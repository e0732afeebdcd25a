import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type {
  ContactOutcome,
  DueState,
  TicketOrigin,
  TicketState,
} from '#contract/next-visits/next-visits.ts'
import { appointments } from './appointments.ts'
import { children } from './children.ts'
import { instant, isIsoDate } from './columns.ts'
import { deskFamilies } from './families.ts'
import { treatments } from './treatments.ts'
import { users } from './users.ts'

// Next visits: docs/requirements.md#next-visits. The rows of a child are deleted with the child.

/**
 * Tickets: visits that the clinic asks a family to book. There is at most one open ticket for a
 * child, treatment and doctor.
 */
export const tickets = sqliteTable(
  'tickets',
  {
    id: text('id').primaryKey(),
    childId: text('child_id')
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id),
    /** Null: any doctor. Stays when the doctor is removed; any doctor can then be booked. */
    doctorId: text('doctor_id'),
    /** The requested day, and the first and the last day on which the family can book. */
    dueDate: text('due_date').notNull(),
    fromDate: text('from_date').notNull(),
    toDate: text('to_date').notNull(),
    /** A sentence for the family. */
    note: text('note').notNull().default(''),
    /**
     * visit: after a visit, by staff or its doctor; missed: after a no-show; plan: by the check-up
     * plan.
     */
    origin: text('origin').$type<TicketOrigin>().notNull(),
    /** The appointment that it follows; null for the check-up plan. */
    afterAppointmentId: text('after_appointment_id').references(() => appointments.id, {
      onDelete: 'set null',
    }),
    state: text('state').$type<TicketState>().notNull().default('open'),
    /** The appointment that was booked with it; kept when that is canceled. */
    appointmentId: text('appointment_id').references(() => appointments.id, {
      onDelete: 'set null',
    }),
    /** `elsewhere`: the month of the visit that the family reported; '2027-03'. */
    elsewhereMonth: text('elsewhere_month'),
    /** How many emails have asked the family. */
    asked: integer('asked').notNull().default(0),
    /** When the next email is due; null: none is. */
    nextAskAt: instant('next_ask_at'),
    /** Grows with each change. */
    version: integer('version').notNull().default(0),
    /** Uid of staff or a doctor; null for the check-up plan and no-shows. */
    openedBy: text('opened_by'),
    openedAt: instant('opened_at').notNull(),
    /** Uid of the guardian or member of staff who ended it; null when a rule of the clinic did. */
    endedBy: text('ended_by'),
    endedAt: instant('ended_at'),
  },
  (ticket) => [
    uniqueIndex('tickets_one_open')
      .on(ticket.childId, ticket.treatmentId, sql`coalesce(doctor_id, '')`)
      .where(sql`state = 'open'`),
    index('tickets_by_child').on(ticket.childId, ticket.id),
    index('tickets_by_appointment').on(ticket.appointmentId).where(sql`appointment_id is not null`),
    index('tickets_after_appointment')
      .on(ticket.afterAppointmentId)
      .where(sql`after_appointment_id is not null`),
    index('tickets_open_by_end').on(ticket.toDate).where(sql`state = 'open'`),
    index('tickets_to_ask')
      .on(ticket.nextAskAt)
      .where(sql`state = 'open' and next_ask_at is not null`),
    // Insights.
    index('tickets_of_plan').on(ticket.openedAt).where(sql`origin = 'plan'`),
    check('tickets_dates', sql`from_date <= due_date and due_date <= to_date`),
    check('tickets_iso_date', isIsoDate(ticket.dueDate)),
    check('tickets_note_length', sql`length(note) <= 200`),
    check('tickets_origin', sql`${ticket.origin} in ('visit', 'missed', 'plan')`),
    check(
      'tickets_state',
      sql`${ticket.state} in ('open', 'booked', 'lapsed', 'declined', 'elsewhere', 'withdrawn')`,
    ),
    check('tickets_booked_has_appointment', sql`state <> 'booked' or appointment_id is not null`),
    check('tickets_ended', sql`(state = 'open') = (ended_at is null)`),
    check('tickets_elsewhere', sql`(state = 'elsewhere') = (elsewhere_month is not null)`),
  ],
)

/**
 * The check-up plan: a row for each age. The window is in days from the day on which the child
 * reaches `ageMonths`: (0, 3, 7) from its 3rd to its 7th day.
 */
export const planRows = sqliteTable(
  'plan_rows',
  {
    id: text('id').primaryKey(),
    ageMonths: integer('age_months').notNull(),
    fromDays: integer('from_days').notNull(),
    toDays: integer('to_days').notNull(),
    treatmentId: text('treatment_id')
      .notNull()
      .references(() => treatments.id),
    /** The version of the plan that last changed this row. */
    version: integer('version').notNull(),
    /** When it was removed from the plan; kept for its `dueItems`. */
    removedAt: instant('removed_at'),
  },
  (row) => [
    index('plan_rows_by_age').on(row.ageMonths, row.fromDays).where(sql`removed_at is null`),
    check('plan_rows_age', sql`${row.ageMonths} between 0 and 216`),
    check('plan_rows_window', sql`from_days <= to_days`),
  ],
)

/** The state of the check-up plan; its rows are `planRows`. */
export const checkUpPlans = sqliteTable(
  'check_up_plans',
  {
    id: integer('id').primaryKey(),
    /** Off: no child becomes due, and no family is asked. */
    isOn: integer('is_on', { mode: 'boolean' }).notNull().default(false),
    /** Grows with each change by an admin. */
    version: integer('version').notNull().default(0),
    /** An admin says that no visits from before can be imported. */
    hasNoPastVisits: integer('has_no_past_visits', { mode: 'boolean' }).notNull().default(false),
    /** How many batches staff have sent. */
    batches: integer('batches').notNull().default(0),
    /** Families are asked without a press. */
    isAutomatic: integer('is_automatic', { mode: 'boolean' }).notNull().default(false),
    /** The day of the last look at all children; null before the first. */
    lookedOn: text('looked_on'),
  },
  (plan) => [check('check_up_plans_single_row', sql`${plan.id} = 1`)],
)

/** What the clinic knows of a child's row of the plan, besides its visits. */
export const dueItems = sqliteTable(
  'due_items',
  {
    childId: text('child_id')
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    rowId: text('row_id')
      .notNull()
      .references(() => planRows.id),
    state: text('state').$type<DueState>().notNull().default('due'),
    /**
     * The last day of its window, by the child's birth date and the row when it was last checked.
     */
    toDate: text('to_date').notNull(),
    /** How many emails have asked the family. */
    asked: integer('asked').notNull().default(0),
    /** When the next email is due; null: none is. */
    nextAsk: instant('next_ask'),
    /** The ticket with which the family books it; null before the first email. */
    ticketId: text('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    /**
     * The visit of another treatment that staff have counted as the check-up: an appointment or a
     * past visit.
     */
    countedVisitId: text('counted_visit_id'),
    /** `elsewhere`: the month of the visit that the family reported; '2027-03'. */
    elsewhereMonth: text('elsewhere_month'),
    /** Uid of the guardian or member of staff who changed it; null for the nightly job. */
    changedBy: text('changed_by'),
    changedAt: instant('changed_at').notNull(),
  },
  (item) => [
    primaryKey({ columns: [item.childId, item.rowId] }),
    index('due_items_by_end').on(item.toDate).where(sql`state = 'due'`),
    index('due_items_to_ask').on(item.nextAsk).where(sql`next_ask is not null`),
    index('due_items_by_row').on(item.rowId),
    index('due_items_by_ticket').on(item.ticketId).where(sql`ticket_id is not null`),
    check(
      'due_items_state',
      sql`${item.state} in ('due', 'done', 'elsewhere', 'declined', 'over')`,
    ),
    check('due_items_elsewhere', sql`(state = 'elsewhere') = (elsewhere_month is not null)`),
  ],
)

/**
 * Calls to families about a next visit, append-only: triggers of migration 0122 refuse changes, and keep
 * the rows as long as the child.
 */
export const contactAttempts = sqliteTable(
  'contact_attempts',
  {
    id: text('id').primaryKey(),
    childId: text('child_id')
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    ticketId: text('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    outcome: text('outcome').$type<ContactOutcome>().notNull(),
    /** For staff. */
    note: text('note').notNull().default(''),
    /** Uid of the member of staff. */
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (attempt) => [
    index('contact_attempts_by_child').on(attempt.childId, attempt.id),
    index('contact_attempts_by_ticket').on(attempt.ticketId).where(sql`ticket_id is not null`),
    check(
      'contact_attempts_outcome',
      sql`${attempt.outcome} in ('reached', 'message', 'no_answer', 'wrong_number', 'declined')`,
    ),
    check('contact_attempts_note_length', sql`length(note) <= 200`),
  ],
)

/**
 * Families that have stopped the emails about next visits of a child: accounts, or families without
 * one.
 */
export const stoppedRecalls = sqliteTable(
  'stopped_recalls',
  {
    id: text('id').primaryKey(),
    childId: text('child_id')
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    uid: text('uid').references(() => users.uid, { onUpdate: 'cascade', onDelete: 'cascade' }),
    deskFamilyId: text('desk_family_id').references(() => deskFamilies.id, {
      onDelete: 'cascade',
    }),
    stoppedAt: instant('stopped_at').notNull(),
  },
  (stop) => [
    uniqueIndex('stopped_recalls_once').on(stop.childId, sql`coalesce(uid, desk_family_id)`),
    index('stopped_recalls_by_user').on(stop.uid).where(sql`uid is not null`),
    index('stopped_recalls_by_desk_family')
      .on(stop.deskFamilyId)
      .where(sql`desk_family_id is not null`),
    check('stopped_recalls_of_one', sql`(uid is null) <> (desk_family_id is null)`),
  ],
)
