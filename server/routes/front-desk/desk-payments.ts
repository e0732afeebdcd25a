import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { DeskRefusal } from '#contract/front-desk/desk-payments.ts'
import * as calls from '#contract/front-desk/desk-payments-calls.ts'
import { describeClosing } from '#domain/front-desk/closing.ts'
import { type DeskOutcome, receiveAtDesk, refundAtDesk } from '#domain/front-desk/desk-payments.ts'
import { listReceiptsOfDays, payersOf } from '#domain/receipts/read-receipts.ts'
import { familiesOf } from '#drizzle/queries/booking/appointments.ts'
import { toAgendaEntry } from '#drizzle/queries/front-desk/agenda.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { routeOf } from '#server/route.ts'
import type { Services } from '#server/services.ts'
import { noAppointment } from '../booking/booking-response.ts'
import { recordView } from '../record-view.ts'
import { HAND_BACK_REFUSALS } from './hand-back-refusals.ts'

const REFUSALS: Record<DeskRefusal['code'], string> = {
  stale: 'Someone else has changed this appointment. This is how it is now.',
  already_paid: 'This appointment is paid already.',
  not_paid: 'This appointment is not paid.',
  paid_online: 'This appointment was paid online. An admin can refund the card.',
  ...HAND_BACK_REFUSALS,
}

/** Money at the front desk, for staff. */
export const deskPaymentRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, env, clinicClock, wakeRelay } = services

  app.route({
    ...routeOf(app, calls.receiveAtDesk),
    handler: async ({ user, params: { id }, body }, reply) => {
      const payment = { id, actor: user.uid, ...body }
      const outcome = await writeTransaction(db, (tx) =>
        receiveAtDesk(tx, payment, clinicClock.now()),
      )
      const answer = await answerFor(user, outcome)
      return 'code' in answer ? reply.code(409).send(answer) : answer
    },
  })

  app.route({
    ...routeOf(app, calls.refundAtDesk),
    handler: async ({ user, params: { id }, body }, reply) => {
      const refund = { id, actor: user.uid, isAdmin: user.effectiveRole === 'admin', ...body }
      const outcome = await writeTransaction(db, (tx) =>
        refundAtDesk(tx, refund, clinicClock.now()),
      )
      const answer = await answerFor(user, outcome)
      return 'code' in answer ? reply.code(409).send(answer) : answer
    },
  })

  /** The appointment as it is now, or why nothing has changed. */
  async function answerFor(viewer: { uid: string }, result: DeskOutcome) {
    if (result.outcome === 'not_found') throw noAppointment()
    const { outcome: code, row } = result
    await recordView(services, viewer, familiesOf([row.appointment]), 'agenda')
    const current = toAgendaEntry(row, clinicClock.dayOf)
    if (code !== 'done') return { code, message: REFUSALS[code], current }
    wakeRelay()
    return current
  }

  app.route({
    ...routeOf(app, calls.getClosing),
    handler: async ({ user, params: { date } }) => {
      const rows = listReceiptsOfDays(db, [date, date], env.clinic.timeZone)
      await recordView(services, user, payersOf(db, rows), 'receipts')
      return { date, today: clinicClock.moment().today, ...describeClosing(db, rows) }
    },
  })
}
