import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { toCents } from '#contract/money.ts'
import * as calls from '#contract/schedule/extra-sessions-calls.ts'
import { listSessions, openSession, withdrawSession } from '#domain/schedule/extra-sessions.ts'
import { isOwner } from '#domain/schedule/hours.ts'
import { familiesOf } from '#drizzle/queries/booking/appointments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http/http-error.ts'
import { routeOf } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { toImpact } from '#server/views/appointments.ts'
import { toExtraSession } from '#server/views/schedule.ts'
import { recordView } from '../record-view.ts'
import { outdated } from './schedule-response.ts'

/** Extra time in spite of the hours, for admins. */
export const extraSessionRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const contextOf = ({ uid: actor }: { uid: string }) => ({
    actor,
    moment: clinicClock.moment(),
    now: clinicClock.now(),
  })
  const list = () => {
    const moment = clinicClock.moment()
    return { today: moment.today, sessions: listSessions(db, moment).map(toExtraSession) }
  }

  app.route({ ...routeOf(app, calls.listExtraSessions), handler: async () => list() })

  app.route({
    ...routeOf(app, calls.addExtraSession),
    async handler({ user, body: { doctor, treatments, price, ...times } }, reply) {
      const doctorId = doctor ?? null
      if (!isOwner(db, doctorId)) throw unknownDoctor()
      const priceCents = price === null ? null : toCents(price)
      const session = { ...times, doctorId, treatmentIds: treatments, priceCents }
      const outcome = await writeTransaction(db, (tx) => openSession(tx, session, contextOf(user)))
      switch (outcome) {
        case 'opened':
          wakeRelay()
          return reply.code(201).send(list())
        case 'past':
          throw invalid('date', 'Choose today or a later day')
        case 'unknown_treatment':
          throw invalid('treatments', 'This treatment doesn’t exist anymore')
        case 'overlaps':
          throw new HttpError(409, 'overlaps', 'There is an extra session at that time already.')
      }
    },
  })

  app.route({
    ...routeOf(app, calls.withdrawExtraSession),
    async handler({ user, params: { id }, query }, reply) {
      const outcome = await writeTransaction(db, (tx) =>
        withdrawSession(tx, { id, ...query }, contextOf(user)),
      )
      if ('affected' in outcome) {
        const { affected } = outcome
        await recordView(services, user, familiesOf(affected), 'agenda')
        if (outcome.outcome === 'outdated')
          return reply.code(409).send(outdated(toImpact(db, affected)))
        const message = 'Some appointments won’t fit without this session. Decide about them first.'
        const impact = toImpact(db, affected)
        return reply.code(409).send({ code: 'undecided' as const, message, impact })
      }
      if (outcome.outcome === 'unknown_session') {
        throw new HttpError(404, 'not_found', 'This session doesn’t exist anymore.')
      }
      wakeRelay()
      return { cancelled: outcome.cancelled, refunded: outcome.refunded }
    },
  })
}

function unknownDoctor(): HttpError {
  return new HttpError(404, 'not_found', 'This doctor doesn’t exist.')
}

function invalid(path: string, message: string): HttpError {
  return new HttpError(400, 'invalid_input', message, { issues: [{ path, message }] })
}
