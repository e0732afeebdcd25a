import { toCents } from '#contract/money.ts'
import * as calls from '#contract/series/series-refusals.ts'
import { bookSeries, proposeSeries } from '#domain/booking/series.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { handle, type Routes } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { findNotOpenRefusal } from '../not-open.ts'
import { bookingContextOf } from './appointments.ts'
import { requireOwnEmail } from './booking-response.ts'
import { describeSeries, noSeries, toSeriesDate } from './series-response.ts'

/** Series of appointments for one treatment: docs/requirements.md#series. */
export const appointmentSeriesRoutes: Routes = (app, services) => {
  const { db, wakeRelay } = services

  handle(app, calls.findSeries, async ({ user: { uid }, query }) => {
    const outcome = proposeSeries(db, { uid, ...query }, seriesContextOf(services))
    if (outcome.outcome !== 'found') throw noSeries(calls.findSeries, outcome)
    return outcome.dates.map(toSeriesDate)
  })

  handle(app, calls.bookSeries, async ({ user, body }, reply) => {
    const { email, times, ...rest } = body
    requireOwnEmail(calls.bookSeries, email, user)
    const wanted = { ...rest, uid: user.uid, times: timesInCents(times) }
    const outcome = await writeTransaction(
      db,
      (tx) =>
        findNotOpenRefusal(calls.bookSeries, tx, services) ??
        bookSeries(tx, wanted, seriesContextOf(services)),
    )
    if ('code' in outcome) return reply.code(409).send(outcome)
    const answer = describeSeries(calls.bookSeries, outcome)
    if (!answer.success) return reply.code(409).send(answer)
    wakeRelay()
    return reply.code(201).send(answer)
  })
}

/** The clock and the present rules for series. */
export function seriesContextOf(services: Pick<Services, 'clinic' | 'clinicClock'>) {
  const { mostInSeries } = services.clinic.settings()
  return { ...bookingContextOf(services), mostInSeries }
}

/** The times of a series with their prices in cents. */
export function timesInCents<Time extends { price: number }>(times: readonly Time[]) {
  return times.map(({ price, ...time }) => ({ ...time, priceCents: toCents(price) }))
}
