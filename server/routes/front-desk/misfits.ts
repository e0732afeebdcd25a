import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as calls from '#contract/front-desk/misfits-calls.ts'
import {
  misfitParams,
  misfitRefusal,
  misfitResponse,
  seenAppointment,
} from '#contract/schedule/schedule.ts'
import {
  cancelMisfit,
  keepMisfit,
  type MisfitOutcome,
  moveMisfit,
} from '#domain/schedule/decide-misfit.ts'
import { listMisfits, toMisfit } from '#domain/schedule/misfits.ts'
import { familiesOf } from '#drizzle/queries/booking/appointments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http-error.ts'
import { ERRORS, NEEDS_SESSION } from '#server/plugins/documentation.ts'
import { routeOf } from '#server/route.ts'
import type { Services } from '#server/services.ts'
import { describeAgeObstacle, noAppointment } from '../booking/booking-response.ts'
import { recordView } from '../record-view.ts'

const DECISIONS = {
  keep: { decide: keepMisfit, summary: 'Keep an appointment that does not fit' },
  cancel: {
    decide: cancelMisfit,
    summary: 'Cancel an appointment that does not fit, with a refund',
  },
}

/** Appointments that no longer fit the schedule, for admins. */
export const misfitRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinicClock, wakeRelay } = services

  async function show(user: { uid: string }, misfits = listMisfits(db, clinicClock.moment())) {
    await recordView(services, user, familiesOf(misfits.map(({ row }) => row)), 'agenda')
    return misfits.map(toMisfit)
  }

  async function describeStale(
    user: { uid: string },
    { current: row }: Extract<MisfitOutcome, { outcome: 'stale' }>,
  ) {
    const [current = null] = await show(user, row ? [row] : [])
    const message = 'This appointment has changed meanwhile. Please check it again.'
    return { code: 'stale' as const, message, current }
  }

  app.route({ ...routeOf(app, calls.listMisfits), handler: async ({ user }) => show(user) })

  for (const [name, { decide, summary }] of Object.entries(DECISIONS)) {
    app.post(
      `/schedule/misfits/:id/${name}`,
      {
        preValidation: app.requireAdmin,
        schema: {
          summary,
          security: NEEDS_SESSION,
          params: misfitParams,
          body: seenAppointment,
          response: { 200: misfitResponse, 409: misfitRefusal, ...ERRORS },
        },
      },
      async ({ user, params, body }, reply) => {
        const context = { actor: user.uid, moment: clinicClock.moment(), now: clinicClock.now() }
        const seen = { ...params, ...body }
        const outcome = await writeTransaction(db, (tx) => decide(tx, seen, context))
        if (outcome.outcome === 'unknown_appointment') throw noAppointment()
        if (outcome.outcome === 'stale') {
          return reply.code(409).send(await describeStale(user, outcome))
        }
        wakeRelay()
        return { misfits: await show(user) }
      },
    )
  }

  app.route({
    ...routeOf(app, calls.moveMisfit),
    handler: async ({ user, params, body }, reply) => {
      const context = { actor: user.uid, moment: clinicClock.moment(), now: clinicClock.now() }
      const wanted = { ...params, ...body }
      const outcome = await writeTransaction(db, (tx) => moveMisfit(tx, wanted, context))
      switch (outcome.outcome) {
        case 'unknown_appointment':
          throw noAppointment()
        case 'stale':
          return reply.code(409).send(await describeStale(user, outcome))
        case 'not_offered':
          throw new HttpError(409, 'not_offered', 'This time is not free. Please choose another.')
        case 'adult':
        case 'age_limit':
          throw new HttpError(409, 'age_limit', describeAgeObstacle(outcome, body.date))
        case 'taken':
          throw new HttpError(409, 'taken', 'The family has another appointment at that time.')
        case 'done':
          wakeRelay()
          return { misfits: await show(user) }
      }
    },
  })
}
