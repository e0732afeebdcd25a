import { toCents } from '#contract/money.ts'
import * as calls from '#contract/payments/payments-refusals.ts'
import { checkPayment, checkPaymentHint } from '#domain/payments/payment-hint.ts'
import { preparePayment } from '#domain/payments/prepare.ts'
import type { PaymentContext } from '#domain/payments/stripe/payment-context.ts'
import { listCards } from '#drizzle/queries/payments/cards.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toKeptCard } from '#server/views/payments.ts'
import { describeHint, describePreparation } from './payment-response.ts'

/** Paying for appointments. */
export const paymentRoutes: Routes = (app, services) => {
  const { db, stripe, clinicClock, wakeRelay } = services
  const context: PaymentContext = { db, stripe, now: clinicClock.now }

  const cardsOf = ({ uid }: { uid: string }) => {
    const { today } = clinicClock.moment()
    return listCards(db, uid).map((card) => toKeptCard(card, today))
  }

  handle(app, calls.createPaymentIntent, async ({ user, body }, reply) => {
    const { appointment: appointmentId, price } = body
    const wanted = { appointmentId, priceCents: toCents(price) }
    const preparation = await preparePayment(context, { uid: user.uid, appointments: [wanted] })
    // An earlier payment may have been settled as well.
    wakeRelay()
    const answer = describePreparation(calls.createPaymentIntent, preparation, () => cardsOf(user))
    return 'clientSecret' in answer ? answer : reply.code(409).send(answer)
  })

  handle(app, calls.openBill, async ({ user, body }, reply) => {
    const [first, ...others] = body.appointments.map(({ appointment, price }) => ({
      appointmentId: appointment,
      priceCents: toCents(price),
    }))
    if (!first) throw refuse(calls.openBill, 'none_chosen')
    const request = { uid: user.uid, appointments: [first, ...others] as const }
    const preparation = await preparePayment(context, request)
    const answer = describePreparation(calls.openBill, preparation, () => cardsOf(user))
    wakeRelay()
    return 'clientSecret' in answer ? answer : reply.code(409).send(answer)
  })

  handle(app, calls.checkPayment, async ({ user, params }, reply) => {
    const checked = await checkPayment(context, { uid: user.uid, intentId: params.id })
    const answer = describeHint(calls.checkPayment, checked, params.id)
    wakeRelay()
    if ('code' in answer) return reply.code(409).send(answer)
    return reply.code(answer.paid ? 200 : 202).send(answer)
  })

  handle(app, calls.checkBookingPayment, async ({ user, params, body }, reply) => {
    if (body.appointment !== params.id) throw refuse(calls.checkBookingPayment, 'other_id')
    const hint = { appointmentId: params.id, uid: user.uid, intentId: body.transactionId }
    const checked = await checkPaymentHint(context, hint)
    const answer = describeHint(calls.checkBookingPayment, checked, hint.intentId)
    wakeRelay()
    if ('code' in answer) return reply.code(409).send(answer)
    return reply.code(answer.paid ? 200 : 202).send(answer)
  })
}
