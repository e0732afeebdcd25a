import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { toCents } from '#contract/money.ts'
import {
  billRequest,
  bookingParams,
  paymentHint,
  paymentIntentRequest,
  paymentIntentResponse,
  paymentParams,
  paymentRefusal,
  paymentState,
} from '#contract/payments/payments.ts'
import { checkPayment, checkPaymentHint } from '#domain/payments/hint.ts'
import type { PaymentContext } from '#domain/payments/payment-context.ts'
import { preparePayment } from '#domain/payments/prepare.ts'
import { HttpError } from '#server/http-error.ts'
import { ERRORS, NEEDS_SESSION } from '#server/plugins/documentation.ts'
import type { Services } from '#server/services.ts'
import { describeHint, describePreparation } from './payment-response.ts'

/** Paying for the user's own appointment. */
export const paymentRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, stripe, clinicClock, wakeRelay } = services
  const context: PaymentContext = { db, stripe, now: clinicClock.now }

  app.post(
    '/create-payment-intent',
    {
      preValidation: [
        app.requireUser,
        app.limitTo({ name: 'payment', perMinute: 20, per: 'user' }),
      ],
      schema: {
        summary: 'Create a payment intent for your appointment',
        security: NEEDS_SESSION,
        body: paymentIntentRequest,
        response: { 200: paymentIntentResponse, 409: paymentRefusal, ...ERRORS },
      },
    },
    async ({ user, body }, reply) => {
      const { appointment: appointmentId, price } = body
      const wanted = { appointmentId, priceCents: toCents(price) }
      const preparation = await preparePayment(context, { uid: user.uid, appointments: [wanted] })
      // An earlier payment may have been settled on the way.
      wakeRelay()
      const answer = describePreparation(preparation)
      return 'clientSecret' in answer ? answer : reply.code(409).send(answer)
    },
  )

  app.post(
    '/payments',
    {
      preValidation: [
        app.requireUser,
        app.limitTo({ name: 'payment', perMinute: 20, per: 'user' }),
      ],
      schema: {
        summary: 'Create one payment intent for several of your appointments',
        security: NEEDS_SESSION,
        body: billRequest,
        response: { 200: paymentIntentResponse, 409: paymentRefusal, ...ERRORS },
      },
    },
    async ({ user, body }, reply) => {
      const [first, ...others] = body.appointments.map(({ appointment, price }) => ({
        appointmentId: appointment,
        priceCents: toCents(price),
      }))
      if (!first) throw new HttpError(400, 'invalid_input', 'Choose at least one appointment')
      const request = { uid: user.uid, appointments: [first, ...others] as const }
      const answer = describePreparation(await preparePayment(context, request))
      wakeRelay()
      return 'clientSecret' in answer ? answer : reply.code(409).send(answer)
    },
  )

  app.post(
    '/payments/:id/check',
    {
      preValidation: [
        app.requireUser,
        app.limitTo({ name: 'settlement', perMinute: 60, per: 'user' }),
      ],
      schema: {
        summary: 'Report a payment for several of your appointments',
        security: NEEDS_SESSION,
        params: paymentParams,
        response: { 200: paymentState, 202: paymentState, 409: paymentRefusal, ...ERRORS },
      },
    },
    async ({ user, params }, reply) => {
      const checked = await checkPayment(context, { uid: user.uid, intentId: params.id })
      const answer = describeHint(checked, params.id)
      wakeRelay()
      if ('code' in answer) return reply.code(409).send(answer)
      return reply.code(answer.paid ? 200 : 202).send(answer)
    },
  )

  app.patch(
    '/booking/:id',
    {
      preValidation: [
        app.requireUser,
        app.limitTo({ name: 'settlement', perMinute: 60, per: 'user' }),
      ],
      schema: {
        summary: 'Report a payment for your appointment',
        security: NEEDS_SESSION,
        params: bookingParams,
        body: paymentHint,
        response: { 200: paymentState, 202: paymentState, 409: paymentRefusal, ...ERRORS },
      },
    },
    async ({ user, params, body }, reply) => {
      if (body.appointment !== params.id) {
        throw new HttpError(
          400,
          'invalid_input',
          'The appointment in the body doesn’t match the URL.',
        )
      }
      const hint = { appointmentId: params.id, uid: user.uid, intentId: body.transactionId }
      const answer = describeHint(await checkPaymentHint(context, hint), hint.intentId)
      wakeRelay()
      if ('code' in answer) return reply.code(409).send(answer)
      return reply.code(answer.paid ? 200 : 202).send(answer)
    },
  )
}
