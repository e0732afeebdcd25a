import { toCents } from '#contract/money.ts'
import * as calls from '#contract/treatments/treatments-refusals.ts'
import { listSessions, openSession, withdrawSession } from '#domain/schedule/extra-sessions.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toCanceled, toExtraSession } from '#server/views/schedule.ts'
import { explainOutdated, ownerOf, showImpact } from './schedule-response.ts'

/** Extra time in spite of the hours, for admins. */
export const extraSessionRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const list = () => {
    const moment = clinicClock.moment()
    return { today: moment.today, sessions: listSessions(db, moment).map(toExtraSession) }
  }

  handle(app, calls.listExtraSessions, async () => list())

  handle(
    app,
    calls.addExtraSession,
    async ({ user, body: { doctor, treatments, price, ...times } }, reply) => {
      const doctorId = ownerOf(calls.addExtraSession, db, doctor)
      const priceCents = price === null ? null : toCents(price)
      const session = { ...times, doctorId, treatmentIds: treatments, priceCents }
      const outcome = await writeTransaction(db, (tx) =>
        openSession(tx, session, changeBy(services, user)),
      )
      switch (outcome) {
        case 'opened':
          wakeRelay()
          return reply.code(201).send(list())
        default:
          throw refuse(calls.addExtraSession, outcome)
      }
    },
  )

  handle(app, calls.withdrawExtraSession, async ({ user, params: { id }, query }, reply) => {
    const outcome = await writeTransaction(db, (tx) =>
      withdrawSession(tx, { id, ...query }, changeBy(services, user)),
    )
    if ('affected' in outcome) {
      const impact = await showImpact(services, user, outcome.affected)
      if (outcome.outcome === 'outdated') {
        return reply.code(409).send(explainOutdated(calls.withdrawExtraSession, impact))
      }
      const refusal = explain(calls.withdrawExtraSession, outcome.outcome)
      return reply.code(409).send({ ...refusal, impact })
    }
    if (outcome.outcome === 'unknown_session') {
      throw refuse(calls.withdrawExtraSession, outcome.outcome)
    }
    wakeRelay()
    return toCanceled(outcome)
  })
}
