import * as z from 'zod/mini'
import { paymentId, subjectId } from '#contract/ids.ts'
import { optionalLine, requiredText } from '#contract/text.ts'
import { pageLimit } from '../paging.ts'
import { shownPatient } from '../patients/patients.ts'
import { shownPhone } from '../phone.ts'
import { paymentMethod, refundReason } from './payments.ts'

// The reconciliation page for admins: where Stripe and the clinic's records disagree, and refunds by staff.
// Amounts are in cents.

/**
 * The kinds of problems. paid_there: charged at Stripe but not recorded here; unused: recorded here, but pays
 * no appointment; open_too_long: can still be charged although its appointment needs no payment;
 * refund_pending: without a result for too long; dashboard_refund: made in Stripe's dashboard; dispute_won:
 * the appointment was canceled during the dispute, when nothing could be refunded; amount_differs: the
 * amounts differ; unknown_intent: a charge without a record here; unknown_there: a payment that Stripe does
 * not know.
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
 * How an admin resolves a problem. settle: compare with Stripe again and record its state; refund: refund the
 * card; hand-back: it was handed back at the clinic instead; acknowledge: dealt with elsewhere, the records
 * stay unchanged.
 */
export const problemAction = z.enum(['settle', 'refund', 'hand-back', 'acknowledge'])
/** link: an admin chooses the appointment that it pays for. */
export type ProblemAction = z.infer<typeof problemAction> | 'link'

/** The actions for each cause, the usual one first. */
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

/** The appointment that a payment is for, as admins see it. */
const paidAppointment = z.object({
  _id: z.string(),
  treatment: z.string(),
  /** 'Jun 5, 2022' */
  date: z.string(),
  slot: z.string(),
  ...shownPatient,
  /** Id of the family; null once the account is removed. */
  family: z.nullable(z.string()),
  ...shownPhone,
  status: z.enum(['booked', 'cancelled']),
})
export type PaidAppointment = z.infer<typeof paidAppointment>

const paymentProblem = z.object({
  cause: problemCause,
  /** Id of a payment, an item or a refund; identifies the problem together with the cause. */
  subject: z.string(),
  /** The payment's id, which for cards is Stripe's. */
  paymentId: z.string(),
  /** ISO instant, UTC. */
  since: z.string(),
  /** The amount of the subject. */
  amountCents: z.number(),
  /** For `amount_differs`: the amounts at Stripe and here, after refunds. */
  stripeCents: z.nullable(z.number()),
  recordedCents: z.nullable(z.number()),
  /** Null when unknown. */
  appointment: z.nullable(paidAppointment),
})
export type PaymentProblem = z.infer<typeof paymentProblem>

/** `GET /payments/problems`: the oldest first. */
export const paymentProblems = z.object({
  problems: z.array(paymentProblem),
  /** ISO instant of the last comparison of all payments with Stripe; null before the first one. */
  comparedAt: z.nullable(z.string()),
})
export type PaymentProblems = z.infer<typeof paymentProblems>

/** `POST /payments/problems/settle`, `…/refund`, `…/hand-back` and `…/acknowledge`. */
export const problemRequest = z.strictObject({
  cause: problemCause,
  subject: subjectId,
})
export type ProblemRequest = z.infer<typeof problemRequest>

/** `POST /payments/problems/link`: links the unknown payment to this appointment. */
export const linkRequest = z.strictObject({
  subject: problemRequest.shape.subject,
  appointment: z.uuid('Choose an appointment'),
})
export type LinkRequest = z.infer<typeof linkRequest>

/** The remaining problems, and whether this one is resolved. */
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
  /** The part that is neither refunded nor being refunded. */
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
  /** The payer: an account, or a family without one; null once it is removed. */
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
  /** The kept amount on the page, so that a second click or a second admin refunds nothing more. */
  keptCents: z.optional(z.int().check(z.gte(0))),
})
export type RefundRequest = z.infer<typeof refundRequest>

/** The payment after the refund. */
export const refundResponse = z.object({ payment: listedPayment })

/** Why nothing was refunded; always with status 409. */
export const refundRefusal = z.object({
  code: z.enum([
    /** More than the clinic keeps. */
    'exceeds_kept',
    /** The kept amount differs from the page's; `payment` is the present payment. */
    'changed',
    /** The bank is deciding about the payment, or has returned it. */
    'disputed',
  ]),
  message: z.string(),
  payment: listedPayment,
})
export type RefundRefusal = z.infer<typeof refundRefusal>
