import * as z from 'zod/mini'
import { paymentId, subjectId } from '#contract/ids.ts'
import { optionalLine, requiredText } from '#contract/text.ts'
import { pageLimit } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'
import { shownPhone } from '../phone.ts'
import { paymentMethod, refundReason } from './payments.ts'

// The reconciliation page, for admins: what Stripe and the clinic's records disagree on, and refunds by
// the staff. Amounts are in cents.

/**
 * The kinds of differences. paid_there: charged at Stripe, and not recorded here; unused: recorded here,
 * and kept without an appointment that it pays; open_too_long: can still be charged although its
 * appointment needs no payment; refund_pending: without a result for too long; dashboard_refund:
 * made in Stripe's dashboard; dispute_won: of an appointment that was canceled during the dispute,
 * when nothing could be refunded; amount_differs: Stripe has other amounts; unknown_intent: charged for
 * nothing that we know; unknown_there: Stripe does not know a payment of ours.
 */
export const problemCause = z.enum([
  'paid_there',
  'unused',
  'open_too_long',
  'refund_failed',
  'refund_pending',
  'dashboard_refund',
  'disputed',
  'dispute_lost',
  'dispute_won',
  'amount_differs',
  'unknown_intent',
  'unknown_there',
])
export type ProblemCause = z.infer<typeof problemCause>

/**
 * Actions on a problem. settle: compare with Stripe again, and record what it says; refund: give the
 * money back to the card; hand-back: it was handed back at the clinic instead; acknowledge: it is known
 * and dealt with, and the records stay as they are.
 */
export const problemAction = z.enum(['settle', 'refund', 'hand-back', 'acknowledge'])
/** link: it pays for an appointment that an admin chooses. */
export type ProblemAction = z.infer<typeof problemAction> | 'link'

/** The actions for each cause, the one that is expected to end it first. */
export const PROBLEM_ACTIONS: Record<ProblemCause, readonly [ProblemAction, ...ProblemAction[]]> = {
  paid_there: ['settle'],
  unused: ['refund'],
  open_too_long: ['settle'],
  refund_failed: ['refund', 'hand-back', 'acknowledge'],
  refund_pending: ['settle'],
  dashboard_refund: ['acknowledge'],
  disputed: ['acknowledge'],
  dispute_lost: ['acknowledge'],
  dispute_won: ['refund', 'acknowledge'],
  amount_differs: ['settle', 'acknowledge'],
  unknown_intent: ['link', 'acknowledge'],
  unknown_there: ['acknowledge'],
}

/** The appointment that money is for, as admins see it. */
const paidAppointment = z.object({
  _id: z.string(),
  treatment: z.string(),
  /** 'Jun 5, 2022' */
  date: z.string(),
  slot: z.string(),
  ...shownPatient,
  /** Id of the family; null once the account has been removed. */
  family: z.nullable(z.string()),
  ...shownPhone,
  status: z.enum(['booked', 'cancelled']),
})
export type PaidAppointment = z.infer<typeof paidAppointment>

const paymentProblem = z.object({
  cause: problemCause,
  /** With the cause it identifies the problem: the id of a payment, an item or a refund. */
  subject: z.string(),
  /** The payment's id, which for cards is Stripe's. */
  paymentId: z.string(),
  /** ISO instant, UTC. */
  since: z.string(),
  /** Its subject. */
  amountCents: z.number(),
  /** For `amount_differs`: what Stripe has and what we have, after refunds. */
  stripeCents: z.nullable(z.number()),
  recordedCents: z.nullable(z.number()),
  /** Null when it is not known. */
  appointment: z.nullable(paidAppointment),
})
export type PaymentProblem = z.infer<typeof paymentProblem>

/** `GET /payments/problems`: the oldest first. */
export const paymentProblems = z.object({
  problems: z.array(paymentProblem),
  /** When all payments were last compared with Stripe's: an ISO instant; null before the first time. */
  comparedAt: z.nullable(z.string()),
})
export type PaymentProblems = z.infer<typeof paymentProblems>

/** `POST /payments/problems/settle`, `…/refund`, `…/hand-back` and `…/acknowledge`. */
export const problemRequest = z.strictObject({
  cause: problemCause,
  subject: subjectId,
})
export type ProblemRequest = z.infer<typeof problemRequest>

/** `POST /payments/problems/link`: the unknown payment is for this appointment. */
export const linkRequest = z.strictObject({
  subject: problemRequest.shape.subject,
  appointment: z.uuid('Choose an appointment'),
})
export type LinkRequest = z.infer<typeof linkRequest>

/** The problems that are left, and whether that one has ended. */
export const problemResponse = z.extend(paymentProblems, { hasEnded: z.boolean() })

const listedRefund = z.object({
  _id: z.string(),
  amountCents: z.number(),
  reason: refundReason,
  /** The staff's reason. */
  note: z.string(),
  state: z.enum(['requested', 'pending', 'succeeded', 'failed']),
  /** ISO instant, UTC. */
  createdAt: z.string(),
})

const listedItem = z.object({
  _id: z.string(),
  amountCents: z.number(),
  /** The part that has not gone back and is not about to. */
  keptCents: z.number(),
  appointment: paidAppointment,
  /** Oldest first. */
  refunds: z.array(listedRefund),
})
export type ListedItem = z.infer<typeof listedItem>

/** A payment that took money. */
const listedPayment = z.object({
  _id: z.string(),
  method: paymentMethod,
  amountCents: z.number(),
  disputed: z.boolean(),
  disputeLost: z.boolean(),
  /** ISO instant, UTC. */
  succeededAt: z.string(),
  /** The payer: an account or a family without one; null once it is removed. */
  payer: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  items: z.array(listedItem),
})
export type ListedPayment = z.infer<typeof listedPayment>

/** `GET /payments?search=&before=&limit=`. */
export const paymentsQuery = z.strictObject({
  /** Part of the patient's name, their email, or the transaction id. */
  search: z.optional(optionalLine('Search', 254)),
  /** `next` of the previous page. */
  before: z.optional(z.string().check(z.regex(/^\d{1,15}:[\w-]{1,255}$/, 'Cursor is invalid'))),
  limit: pageLimit(20),
})

/** Newest first. */
export const paymentPage = z.object({
  payments: z.array(listedPayment),
  /** `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
})

export const paymentParams = z.object({ id: paymentId })

/** The longest reason of a refund, in characters. */
const MAX_REFUND_NOTE = 500

/** The reason and amount of a refund, as an admin enters them. */
export const refundForm = z.object({
  amountCents: z.int('Enter an amount').check(z.gte(1, 'Enter an amount')),
  reason: requiredText('The reason', MAX_REFUND_NOTE, 'Enter a reason'),
})

/** `POST /payments/{id}/refund`. */
export const refundRequest = z.strictObject({
  itemId: subjectId,
  ...refundForm.shape,
  /** The kept amount on the page: a second click, or a second admin, then refunds nothing more. */
  keptCents: z.optional(z.int().check(z.gte(0))),
})
export type RefundRequest = z.infer<typeof refundRequest>

/** The payment after the refund. */
export const refundResponse = z.object({ payment: listedPayment })

/** Why nothing was refunded; always with status 409. */
export const refundRefusal = z.object({
  code: z.enum([
    /** More than is kept. */
    'exceeds_kept',
    /** Other than the page showed: `payment` is the payment as it is now. */
    'changed',
    /** The bank decides about the money, or has returned it. */
    'disputed',
  ]),
  message: z.string(),
  payment: listedPayment,
})
export type RefundRefusal = z.infer<typeof refundRefusal>
