import { formatCents } from '#contract/money.ts'
import {
  type ListedPayment,
  type PaymentProblem,
  type PaymentProblems,
  PROBLEM_ACTIONS,
  problemAction,
  type RefundRefusal,
} from '#contract/payments/reconciliation.ts'
import * as calls from '#contract/payments/reconciliation-calls.ts'
import { readComparedAt } from '#domain/payments/compare-with-stripe.ts'
import { type LinkOutcome, linkPayment } from '#domain/payments/match-to-stripe.ts'
import { refundItem, type StaffRefundOutcome } from '#domain/payments/refunds/staff-refund.ts'
import {
  listPaymentProblems,
  type ReconciliationContext,
  resolveProblem,
} from '#domain/payments/stripe-differences.ts'
import {
  listPayments,
  type PaymentCursor,
  type PaymentWithItems,
  readPayment,
} from '#drizzle/queries/payments/payment-list.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readPage } from '#server/http/read-page.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toPayment, toPaymentProblem } from '#server/views/payments.ts'
import { noAppointment } from '../booking/booking-response.ts'
import { HAND_BACK_REFUSALS } from '../front-desk/cash-refund-refusals.ts'
import { recordAppointmentView } from '../record-view.ts'

/** The reconciliation page, for admins: what does not agree with Stripe, payments, and refunds. */
export const reconciliationRoutes: Routes = (app, services) => {
  const { db, clinic, stripe, clinicClock, wakeRelay } = services
  const today = () => clinicClock.moment().today
  const context: ReconciliationContext = { db, stripe, now: clinicClock.now, today }

  async function show(user: { uid: string }): Promise<PaymentProblems> {
    const rows = listPaymentProblems(context)
    const seen = rows.flatMap(({ appointment }) => appointment ?? [])
    await recordAppointmentView(services, user, seen, 'payments')
    const dial = clinic.dialer()
    return {
      problems: rows.map((row) => toPaymentProblem(row, dial)),
      comparedAt: readComparedAt(db)?.toISOString() ?? null,
    }
  }

  handle(app, calls.listPaymentProblems, async ({ user }) => show(user))

  for (const action of problemAction.options) {
    handle(app, calls.problemResolutions[action], async ({ user, body }) => {
      const { outcome } = await resolveProblem(context, { ...body, action }, user.uid)
      if (outcome === 'wrong_action') {
        const [expected] = PROBLEM_ACTIONS[body.cause]
        throw new HttpError(409, 'wrong_action', `This problem needs another action: ${expected}.`)
      }
      if (outcome === 'own_appointment') {
        throw new HttpError(409, outcome, HAND_BACK_REFUSALS[outcome])
      }
      wakeRelay()
      const left = await show(user)
      const isSame = ({ cause, subject }: PaymentProblem) =>
        cause === body.cause && subject === body.subject
      return { ...left, hasEnded: !left.problems.some(isSame) }
    })
  }

  handle(app, calls.linkPayment, async ({ user, body }) => {
    refuseLink(await linkPayment(context, body, user.uid))
    wakeRelay()
    return { ...(await show(user)), hasEnded: true }
  })

  handle(app, calls.listPayments, async ({ user, query }) => {
    const { search, limit } = query
    const before = query.before === undefined ? undefined : toCursor(query.before)
    const { page, last } = readPage(limit, (most) =>
      listPayments(db, { search, before, limit: most }),
    )
    const seen = page.flatMap(({ items }) => items.map(({ appointment }) => appointment))
    await recordAppointmentView(services, user, seen, 'payments')
    const dial = clinic.dialer()
    return {
      payments: page.map((row) => toPayment(row, dial)),
      next: last ? fromCursor(last.payment) : null,
    }
  })

  handle(app, calls.refundPayment, async ({ user, params, body }, reply) => {
    const { reason: note, ...wanted } = body
    const refund = { ...wanted, note, paymentId: params.id, actor: user.uid }
    const result = await writeTransaction(db, (tx) => refundItem(tx, refund, clinicClock.now()))
    const found = readPayment(db, params.id)
    if (result.outcome === 'no_payment' || !found) {
      throw new HttpError(404, 'no_payment', 'We couldn’t find that payment.')
    }
    const seen = found.items.map(({ appointment }) => appointment)
    await recordAppointmentView(services, user, seen, 'payments')
    const payment = toPayment(found, clinic.dialer())
    if (result.outcome !== 'done') return reply.code(409).send(describeRefusal(result, payment))
    wakeRelay()
    return { payment }
  })
}

const LINK_REFUSALS = {
  no_problem: 'This payment has been dealt with meanwhile.',
  cancelled: 'This appointment is canceled. Choose another one.',
  already_paid: 'This appointment is paid already. Choose another one.',
  not_kept: 'Stripe doesn’t keep this money any more: it was refunded or is disputed.',
}

/** @throws HttpError unless it is done */
function refuseLink(result: LinkOutcome): void {
  const { outcome } = result
  switch (outcome) {
    case 'done':
      return
    case 'no_appointment':
      throw noAppointment()
    case 'other_amount': {
      const [price, amount] = [formatCents(result.priceCents), formatCents(result.amountCents)]
      const message = `This appointment costs ${price}, but ${amount} was paid. Choose another one.`
      throw new HttpError(409, outcome, message)
    }
    default:
      throw new HttpError(409, outcome, LINK_REFUSALS[outcome])
  }
}

function describeRefusal(
  result: Exclude<StaffRefundOutcome, { outcome: 'done' | 'no_payment' }>,
  payment: ListedPayment,
): RefundRefusal {
  const { outcome: code } = result
  switch (code) {
    case 'changed':
      return { code, message: 'This payment has changed. Please check it again.', payment }
    case 'exceeds_kept': {
      const kept = formatCents(result.keptCents)
      return { code, message: `You can refund up to ${kept} of this payment.`, payment }
    }
    case 'disputed': {
      const message = payment.disputeLost
        ? 'The bank has returned this money to the cardholder. There’s nothing to refund.'
        : 'The bank is deciding a dispute about this payment. You can refund it if the clinic wins.'
      return { code, message, payment }
    }
  }
}

function toCursor(text: string): PaymentCursor {
  const [succeededAt, id = ''] = text.split(':')
  return { succeededAt: Number(succeededAt), id }
}

function fromCursor({ succeededAt, id }: PaymentWithItems['payment']): string {
  return `${succeededAt?.getTime() ?? 0}:${id}`
}
