import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ProblemCause } from '#contract/payments/reconciliation.ts'
import { instant } from './columns.ts'

/**
 * What the comparison with Stripe has found, and which problems have ended. Problems that our own
 * rows show, such as a refund that failed, have a row once an admin has dealt with them.
 */
export const paymentProblems = sqliteTable(
  'payment_problems',
  {
    cause: text('cause').$type<ProblemCause>().notNull(),
    /** Id of a payment, an item or a refund. */
    subject: text('subject').notNull(),
    /** Of an intent that may not be in `payments`. */
    paymentId: text('payment_id').notNull(),
    /** From Stripe's metadata; it may not exist. */
    appointmentId: text('appointment_id'),
    /** After refunds, in cents. */
    stripeCents: integer('stripe_cents'),
    recordedCents: integer('recorded_cents'),
    foundAt: instant('found_at').notNull(),
    endedAt: instant('ended_at'),
    /** Uid of the admin who ended it; null when a comparison found agreement. */
    endedBy: text('ended_by'),
  },
  (problem) => [
    primaryKey({ columns: [problem.cause, problem.subject] }),
    index('payment_problems_open').on(problem.foundAt).where(sql`ended_at is null`),
    index('payment_problems_by_payment').on(problem.paymentId),
  ],
)
