import * as calls from '#contract/families/families-refusals.ts'
import { bookSeries, proposeSeries } from '#domain/booking/series.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { seriesContextOf, timesInCents } from '../booking/appointment-series.ts'
import { describeSeries, noSeries, toSeriesDate } from '../booking/series-response.ts'
import { recordView } from '../record-view.ts'

/** Series that staff book for a family: docs/requirements.md#series. */
export const familySeriesRoutes: Routes = (app, services) => {
  const { db, wakeRelay } = services

  const contextFor = ({ uid: actor }: { uid: string }) => ({
    ...seriesContextOf(services),
    desk: { actor },
  })

  handle(app, calls.findFamilySeries, async ({ user, params: { id: uid }, query }) => {
    const outcome = proposeSeries(db, { uid, ...query }, contextFor(user))
    if (isUnknownFamily(outcome)) throw refuse(calls.findFamilySeries, 'no_family')
    await recordView(services, user, [uid], 'families')
    if (outcome.outcome !== 'found') throw noSeries(calls.findFamilySeries, outcome)
    return outcome.dates.map(toSeriesDate)
  })

  handle(
    app,
    calls.bookFamilySeries,
    async ({ user, params: { id: uid }, body: { times, ...rest } }, reply) => {
      const wanted = { ...rest, uid, times: timesInCents(times) }
      const outcome = await writeTransaction(db, (tx) => bookSeries(tx, wanted, contextFor(user)))
      if (isUnknownFamily(outcome)) throw refuse(calls.bookFamilySeries, 'no_family')
      await recordView(services, user, [uid], 'families')
      const answer = describeSeries(calls.bookFamilySeries, outcome)
      if (!answer.success) return reply.code(409).send(answer)
      wakeRelay()
      return reply.code(201).send(answer)
    },
  )
}

function isUnknownFamily(outcome: { outcome: string; refusal?: { outcome: string } }): boolean {
  return outcome.refusal?.outcome === 'no_account'
}
