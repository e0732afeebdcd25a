import { bookSeries, findSeries } from '#contract/series/appointment-series-calls.ts'
import type { NewSeries, SeriesDate } from '#contract/series/series.ts'
import type { SeriesRequest, SeriesResult } from '#machines/booking/booking-setup.ts'
import { send, sendOrRefusal } from '#web/lib/api/send.ts'

/** The dates of a series with what is free on them. Throws `ApiError`. */
export function loadSeries(
  { rhythm, ...wanted }: SeriesRequest,
  signal: AbortSignal,
): Promise<SeriesDate[]> {
  return send(findSeries, { query: { ...wanted, ...rhythm }, signal })
}

/** Books all of them or none; resolves for a booking and for a refusal (409). Throws `ApiError`. */
export function createSeries(body: NewSeries): Promise<SeriesResult> {
  return sendOrRefusal(bookSeries, { body })
}
