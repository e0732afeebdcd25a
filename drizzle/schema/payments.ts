import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { appointments } from './appointments.ts'
import { instant } from './columns.ts'

/** One row for each Stripe PaymentIntent. Stripe is the source of truth; this is our copy. */
export const payments = sqliteTable(
  'payments',
  {
    /** Stripe's id: 'pi_…'. */
    intentId: text('intent_id').primaryKey(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    /** Counts the intents of an appointment from 1; part of Stripe's idempotency key. */
    attempt: integer('attempt').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** As Stripe writes it: 'usd'. */
    currency: text('currency').notNull(),
    /**
     * open: may still be charged; paid: it pays the appointment; closed: it never will;
     * refunding: it was charged, but the appointment cannot use the money; refunded and
     * refund_failed: the result of that refund, or refunded by the clinic in Stripe's dashboard;
     * dispute_lost: the bank has returned the money to the cardholder, for good.
     */
    state: text('state', {
      enum: ['open', 'paid', 'closed', 'refunding', 'refunded', 'refund_failed', 'dispute_lost'],
    })
      .notNull()
      .default('open'),
    /** Identifies the last decline, so that each writes one event. */
    lastFailure: text('last_failure'),
    /** Stripe's id: 're_…'. */
    refundId: text('refund_id'),
    disputed: integer('disputed', { mode: 'boolean' }).notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** When Stripe was last asked about it. */
    checkedAt: instant('checked_at').notNull(),
  },
  (payment) => [
    index('payments_by_appointment').on(payment.appointmentId, payment.attempt),
    uniqueIndex('payments_one_pays_the_appointment')
      .on(payment.appointmentId)
      .where(sql`state = 'paid'`),
    index('payments_open').on(payment.createdAt).where(sql`state = 'open'`),
    index('payments_refunding').on(payment.checkedAt).where(sql`state = 'refunding'`),
  ],
)

/** The webhook inbox: each Stripe event once, whether delivered or found by the sweep. */
export const stripeEvents = sqliteTable('stripe_events', {
  /** Stripe's id: 'evt_…'. */
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  /** The PaymentIntent it is about, if any. */
  intentId: text('intent_id'),
  createdAt: instant('created_at').notNull(),
  receivedAt: instant('received_at').notNull(),
})

/** How far the sweep has read Stripe's list of events. */
export const stripeCursors = sqliteTable('stripe_cursors', {
  name: text('name').primaryKey(),
  seenUntil: instant('seen_until').notNull(),
})
