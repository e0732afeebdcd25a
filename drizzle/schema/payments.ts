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
import type { CountKind } from '#contract/front-desk/tills.ts'
import type { PaymentMethod, RefundReason } from '#contract/payments/payments.ts'
import type { ReceiptDocument, ReceiptKind } from '#contract/payments/receipts.ts'
import type { ProblemCause } from '#contract/payments/reconciliation.ts'
import { appointments } from './appointments.ts'
import { instant, UNTIL_REMOVED } from './columns.ts'
import { deskFamilies } from './families.ts'
import { users } from './users.ts'

/**
 * The request for a payment intent, written before Stripe is asked and never changed (triggers of
 * migration 0025): whatever arrives first of Stripe's response and its events, the intent covers
 * these items. The newest request of an appointment is the one that may be paid.
 */
export const paymentRequests = sqliteTable(
  'payment_requests',
  {
    /** Stripe's idempotency key, also stored in the metadata of the intent. */
    key: text('key').primaryKey(),
    /** Null once the account has been removed. */
    payerUid: text('payer_uid').references(() => users.uid, UNTIL_REMOVED),
    /** Counts the requests of an appointment from 1. */
    attempt: integer('attempt').notNull(),
    /** In Stripe's form: 'usd'. */
    currency: text('currency').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (request) => [index('payment_requests_by_payer').on(request.payerUid)],
)

/** The parts of a request: an amount for each appointment. */
export const paymentRequestItems = sqliteTable(
  'payment_request_items',
  {
    requestKey: text('request_key')
      .notNull()
      .references(() => paymentRequests.key),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    amountCents: integer('amount_cents').notNull(),
  },
  (item) => [
    primaryKey({ columns: [item.requestKey, item.appointmentId] }),
    index('payment_request_items_by_appointment').on(item.appointmentId),
    check('payment_request_items_amount', sql`${item.amountCents} >= 0`),
  ],
)

/**
 * One row for each Stripe PaymentIntent, of which Stripe is the source of truth, and one for each
 * payment at the front desk. Its items say what it pays for, and their refunds what was returned.
 * Triggers of migration 0025 protect the rows of all three tables from deletion and change.
 */
export const payments = sqliteTable(
  'payments',
  {
    /** Stripe's id of a card payment: 'pi_…'; otherwise a UUID. */
    id: text('id').primaryKey(),
    method: text('method').$type<PaymentMethod>().notNull().default('card'),
    /** Null without an account, and once it has been removed. `payerOf` decides who paid. */
    payerUid: text('payer_uid').references(() => users.uid, UNTIL_REMOVED),
    /** The family without an account who paid at the desk; its account, once they are linked. */
    payerDeskFamilyId: text('payer_desk_family_id').references(() => deskFamilies.id, {
      onDelete: 'set null',
    }),
    /** Counts the intents of an appointment from 1; part of Stripe's idempotency key. */
    attempt: integer('attempt').notNull().default(1),
    /** The request that it answers; null at the desk, of linked payments, and from before requests. */
    requestKey: text('request_key').references(() => paymentRequests.key),
    amountCents: integer('amount_cents').notNull(),
    /** In Stripe's form: 'usd'. */
    currency: text('currency').notNull(),
    /** open: may still be charged; succeeded: the money was taken; closed: it never will be. */
    state: text('state', { enum: ['open', 'succeeded', 'closed'] })
      .notNull()
      .default('open'),
    /** Whether the provider was processing it when it was last asked. */
    processing: integer('processing', { mode: 'boolean' }).notNull().default(false),
    /** Identifies the last decline, so that each writes one event. */
    lastFailure: text('last_failure'),
    /**
     * The card that paid, as reported by Stripe: 'visa', '4242'; null until it has paid, and for
     * other methods.
     */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    disputed: integer('disputed', { mode: 'boolean' }).notNull().default(false),
    /** The bank has returned the money to the cardholder, for good. */
    disputeLost: integer('dispute_lost', { mode: 'boolean' }).notNull().default(false),
    /** Uid of the member of staff who took the money at the desk. */
    receivedBy: text('received_by'),
    /** For cash, the till that took it; null without tills. */
    till: text('till'),
    createdAt: instant('created_at').notNull(),
    /** When Stripe was last asked about it. */
    checkedAt: instant('checked_at').notNull(),
    succeededAt: instant('succeeded_at'),
  },
  (payment) => [
    index('payments_open').on(payment.createdAt).where(sql`state = 'open'`),
    index('payments_by_payer').on(payment.payerUid),
    index('payments_by_desk_family')
      .on(payment.payerDeskFamilyId)
      .where(sql`payer_desk_family_id is not null`),
    index('payments_by_request').on(payment.requestKey).where(sql`request_key is not null`),
    index('payments_disputed').on(payment.createdAt).where(sql`disputed or dispute_lost`),
    index('payments_succeeded').on(payment.succeededAt).where(sql`state = 'succeeded'`),
    check(
      'payments_till',
      sql`${payment.till} is null or (${payment.method} = 'cash' and length(${payment.till}) between 1 and 40)`,
    ),
    check('payments_method', sql`${payment.method} in ('card', 'cash', 'terminal')`),
    check('payments_one_payer', sql`payer_uid is null or payer_desk_family_id is null`),
    check('payments_state', sql`${payment.state} in ('open', 'succeeded', 'closed')`),
    check('payments_amount', sql`${payment.amountCents} >= 0`),
    check('payments_succeeded_at', sql`(state = 'succeeded') = (succeeded_at is not null)`),
  ],
)

/** The items of a payment: an amount for each appointment, which never changes (migration 0014). */
export const paymentItems = sqliteTable(
  'payment_items',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id),
    amountCents: integer('amount_cents').notNull(),
  },
  (item) => [
    uniqueIndex('payment_items_one_per_appointment').on(item.paymentId, item.appointmentId),
    index('payment_items_by_appointment').on(item.appointmentId),
    check('payment_items_amount', sql`${item.amountCents} >= 0`),
  ],
)

/**
 * Items of card payments that took money but do not pay their appointment; written only by the
 * triggers of migration 0057.
 */
export const unusedPaymentItems = sqliteTable('unused_payment_items', {
  itemId: text('item_id')
    .primaryKey()
    .references(() => paymentItems.id),
})

/**
 * Refunds of items, in whole or in part. A trigger of migration 0014 keeps the sum of an item's
 * refunds that have not failed within its amount.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    /** Also Stripe's idempotency key, and stored in the metadata of Stripe's refund. */
    id: text('id').primaryKey(),
    itemId: text('item_id')
      .notNull()
      .references(() => paymentItems.id),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').$type<RefundReason>().notNull(),
    /** The reason, as the member of staff who refunded it wrote it. */
    note: text('note').notNull().default(''),
    /**
     * requested: Stripe has not accepted it yet; pending: the bank has not decided yet, or the desk
     * has not handed it back; failed: the bank rejected it, or the handing back was undone.
     */
    state: text('state', { enum: ['requested', 'pending', 'succeeded', 'failed'] })
      .notNull()
      .default('requested'),
    /**
     * Stripe's id: 're_…'; null until it is accepted, and for payments at the desk. One that was made
     * in Stripe's dashboard may give back several items, with a row for each.
     */
    stripeId: text('stripe_id'),
    /** Uid; null when the system or Stripe's dashboard began it. */
    requestedBy: text('requested_by'),
    /** Uid of the member of staff who handed it back; null for refunds to a card. */
    handedBackBy: text('handed_back_by'),
    /** For cash, the till that handed it back. */
    till: text('till'),
    createdAt: instant('created_at').notNull(),
    /** When Stripe was last asked about it. */
    checkedAt: instant('checked_at').notNull(),
    /** When it succeeded or failed. */
    settledAt: instant('settled_at'),
  },
  (refund) => [
    index('refunds_by_item').on(refund.itemId),
    uniqueIndex('refunds_by_stripe_id')
      .on(refund.stripeId, refund.itemId)
      .where(sql`stripe_id is not null`),
    index('refunds_under_way').on(refund.checkedAt).where(sql`state in ('requested', 'pending')`),
    index('refunds_by_dashboard').on(refund.createdAt).where(sql`reason = 'dashboard'`),
    index('refunds_handed_back').on(refund.settledAt).where(sql`handed_back_by is not null`),
    index('refunds_failed').on(refund.settledAt).where(sql`state = 'failed'`),
    check('refunds_till', sql`length(${refund.till}) between 1 and 40`),
    check('refunds_amount', sql`${refund.amountCents} > 0`),
    check('refunds_state', sql`${refund.state} in ('requested', 'pending', 'succeeded', 'failed')`),
    check('refunds_note_length', sql`length(${refund.note}) <= 500`),
  ],
)

/** Stripe's customer of a user who keeps cards; without a user, it is to be deleted at Stripe. */
export const cardCustomers = sqliteTable(
  'card_customers',
  {
    /** 'cus_…' */
    id: text('id').primaryKey(),
    userUid: text('user_uid').references(() => users.uid, UNTIL_REMOVED),
    createdAt: instant('created_at').notNull(),
  },
  (customer) => [
    uniqueIndex('card_customers_by_user').on(customer.userUid).where(sql`user_uid is not null`),
  ],
)

/** What users have agreed to, and when: append-only by triggers of migration 0099. */
export const cardConsents = sqliteTable(
  'card_consents',
  {
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The card that is kept once it has paid: 'pm_…' */
    paymentMethodId: text('payment_method_id').notNull(),
    userUid: text('user_uid').references(() => users.uid, UNTIL_REMOVED),
    /** As the form showed it. */
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (consent) => [
    primaryKey({ columns: [consent.paymentId, consent.paymentMethodId] }),
    index('card_consents_by_user').on(consent.userUid),
  ],
)

/** Cards that Stripe keeps for users. Rows stay when a card is removed. */
export const keptCards = sqliteTable(
  'kept_cards',
  {
    id: text('id').primaryKey(),
    userUid: text('user_uid').references(() => users.uid, UNTIL_REMOVED),
    customerId: text('customer_id').notNull(),
    /** 'pm_…' */
    paymentMethodId: text('payment_method_id').notNull(),
    /** The same for every registration of one card; null once it is removed. */
    fingerprint: text('fingerprint'),
    /** 'visa' */
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expiryMonth: integer('expiry_month').notNull(),
    expiryYear: integer('expiry_year').notNull(),
    keptAt: instant('kept_at').notNull(),
    /** When it last paid. */
    usedAt: instant('used_at').notNull(),
    removedAt: instant('removed_at'),
    /** When Stripe has detached it. */
    detachedAt: instant('detached_at'),
  },
  (card) => [
    uniqueIndex('kept_cards_by_payment_method').on(card.paymentMethodId),
    uniqueIndex('kept_cards_once')
      .on(card.userUid, card.fingerprint)
      .where(sql`removed_at is null`),
    index('kept_cards_by_user').on(card.userUid),
    index('kept_cards_by_customer').on(card.customerId),
    check('kept_cards_expiry', sql`${card.expiryMonth} between 1 and 12`),
    check('kept_cards_removed', sql`(removed_at is null) = (fingerprint is not null)`),
    check('kept_cards_detached', sql`detached_at is null or removed_at is not null`),
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

/**
 * The findings of the comparison with Stripe, and which problems have ended. Problems that our own
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

/**
 * Receipts, credit notes and their reversals. Triggers of migration 0018 number them without gaps
 * within a year, and keep them as they were issued.
 */
export const receipts = sqliteTable(
  'receipts',
  {
    /** The year of issue, on the clinic's calendar. */
    year: integer('year').notNull(),
    number: integer('number').notNull(),
    kind: text('kind').$type<ReceiptKind>().notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Null for a receipt. */
    refundId: text('refund_id').references(() => refunds.id),
    /**
     * When the money was taken or refunded: earlier than `issuedAt` for payments before receipts.
     */
    occurredAt: instant('occurred_at').notNull(),
    issuedAt: instant('issued_at').notNull(),
    document: text('document', { mode: 'json' }).$type<ReceiptDocument>().notNull(),
  },
  (receipt) => [
    primaryKey({ columns: [receipt.year, receipt.number] }),
    uniqueIndex('receipts_one_per_payment').on(receipt.paymentId).where(sql`refund_id is null`),
    uniqueIndex('receipts_one_per_refund')
      .on(receipt.refundId, receipt.kind)
      .where(sql`refund_id is not null`),
    index('receipts_by_payment').on(receipt.paymentId),
    index('receipts_by_time').on(receipt.occurredAt),
    check('receipts_kind', sql`${receipt.kind} in ('receipt', 'credit_note', 'reversal')`),
    check('receipts_of_refund', sql`(kind = 'receipt') = (refund_id is null)`),
  ],
)

/**
 * The money in a till on a day, before the first payment and when it was counted. Append-only by
 * triggers of migration 0032: a correction is the next version, with its reason.
 */
export const tillCounts = sqliteTable(
  'till_counts',
  {
    date: text('date').notNull(),
    till: text('till').notNull(),
    kind: text('kind').$type<CountKind>().notNull(),
    /** Counts from 1. */
    version: integer('version').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Why it was corrected; empty for the first. */
    note: text('note').notNull(),
    /** Uid of the member of staff. */
    countedBy: text('counted_by').notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (count) => [
    primaryKey({ columns: [count.date, count.till, count.kind, count.version] }),
    check('till_counts_kind', sql`${count.kind} in ('float', 'count')`),
    check('till_counts_amount', sql`${count.amountCents} between 0 and 10000000`),
    check('till_counts_till', sql`length(${count.till}) between 1 and 40`),
    check(
      'till_counts_correction',
      sql`length(${count.note}) <= 200 and (${count.version} = 1 or ${count.note} <> '')`,
    ),
  ],
)
