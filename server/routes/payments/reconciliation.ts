import { formatCents } from '#contract/money.ts'
import * as calls from '#contract/payments/payments-refusals.ts'
import {
  type ListedPayment,
  type PaymentProblem,
  type PaymentProblems,
  PROBLEM_ACTIONS,
  problemAction,
  type RefundRefusal,
} from '#contract/payments/reconciliation.ts'
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
import { readPage } from '#server/http/read-page.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toPayment, toPaymentProblem } from '#server/views/payments.ts'
import { recordAppointmentView } from '../record-view.ts'

/** The reconciliation page, for admins: differences from Stripe, payments, and refunds. */
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
        const [expected = ''] = PROBLEM_ACTIONS[body.cause]
        throw refuse(calls.problemResolutions[action], outcome, { action: expected })
      }
      // Only for money that has to be handed back.
      if (outcome === 'own_appointment') {
        throw refuse(calls.problemResolutions['hand-back'], outcome)
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
      throw refuse(calls.refundPayment, 'no_payment')
    }
    const seen = found.items.map(({ appointment }) => appointment)
    await recordAppointmentView(services, user, seen, 'payments')
    const payment = toPayment(found, clinic.dialer())
    if (result.outcome !== 'done') return reply.code(409).send(describeRefusal(result, payment))
    wakeRelay()
    return { payment }
  })
}

/** @throws HttpError unless the link was made */
function refuseLink(result: LinkOutcome): void {
  const { outcome } = result
  switch (outcome) {
    case 'done':
      return
    case 'no_appointment':
      throw refuse(calls.linkPayment, 'not_found')
    case 'other_amount': {
      const [price, amount] = [formatCents(result.priceCents), formatCents(result.amountCents)]
      throw refuse(calls.linkPayment, outcome, { price, amount })
    }
    default:
      throw refuse(calls.linkPayment, outcome)
  }
}

function describeRefusal(
  result: Exclude<StaffRefundOutcome, { outcome: 'done' | 'no_payment' }>,
  payment: ListedPayment,
): RefundRefusal {
  const call = calls.refundPayment
  switch (result.outcome) {
    case 'changed':
      return { ...explain(call, result.outcome), payment }
    case 'exceeds_kept': {
      const kept = formatCents(result.keptCents)
      return { ...explain(call, result.outcome, { kept }), payment }
    }
    case 'disputed':
      return { ...explain(call, payment.disputeLost ? 'dispute_lost' : 'disputed'), payment }
  }
}

function toCursor(text: string): PaymentCursor {
  const [succeededAt, id = ''] = text.split(':')
  return { succeededAt: Number(succeededAt), id }
}

function fromCursor({ succeededAt, id }: PaymentWithItems['payment']): string {
  return `${succeededAt?.getTime() ?? 0}:${id}`
}
