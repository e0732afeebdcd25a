import { formatFullDay } from '#contract/dates.ts'
import type { OpeningRefusal } from '#contract/opening/opening.ts'
import * as calls from '#contract/opening/opening-refusals.ts'
import { keepCapacityInSteps } from '#domain/insights/capacity.ts'
import { changeOpening, readOpeningState } from '#domain/opening/opening.ts'
import { removeSamples } from '#domain/schedule/remove-samples.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { explain } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'

/** Whether families can book online: docs/requirements.md#opening. */
export const openingRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, env, wakeRelay } = services

  const current = () =>
    readOpeningState(db, { today: clinicClock.moment().today, settings: clinic.settings(), env })

  handle(app, calls.getOpening, async () => current())

  handle(app, calls.changeOpening, async ({ user, body }, reply) => {
    const by = changeBy(services, user)
    const changed = await writeTransaction(db, (tx) =>
      changeOpening(tx, body, { settings: clinic.settings(), env }, by),
    )
    const refuse = (refusal: Pick<OpeningRefusal, 'code' | 'message' | 'next'>) =>
      reply.code(409).send({ ...refusal, current: current() })
    switch (changed.outcome) {
      case 'samples': {
        const samples = changed.samples.map(({ name }) => name).join(', ')
        return refuse(explain(calls.changeOpening, 'samples', { samples }))
      }
      case 'facts': {
        const facts = changed.facts.map(({ label }) => label).join(', ')
        return refuse(explain(calls.changeOpening, 'facts', { facts }))
      }
      case 'closed_day': {
        const { next } = changed
        const day = formatFullDay(next)
        return refuse({ ...explain(calls.changeOpening, 'closed_day', { day }), next })
      }
      case 'changed':
      case 'unchanged':
        wakeRelay()
        return current()
      default:
        return refuse(explain(calls.changeOpening, changed.outcome))
    }
  })

  handle(app, calls.removeSamples, async ({ user }) => {
    const by = changeBy(services, user)
    await keepCapacityInSteps(db, by.moment)
    await writeTransaction(db, (tx) => removeSamples(tx, by))
    wakeRelay()
    return current()
  })
}
