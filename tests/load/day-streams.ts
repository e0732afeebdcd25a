import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LatencyFigures, latenciesOf } from './report.ts'
import { type LoadRequest, visitor } from './requests.ts'
import { bookTime, openStream } from './stream-client.ts'

// Runs as a process: pages that show the free times of some days, each with an open stream, while times of
// these days are booked in sequence.

/** The message to this process. */
export interface OpenPages {
  url: string
  pages: number
  /** By day; the next booking waits until the pages can have received the previous one. */
  bookings: readonly (readonly [date: string, LoadRequest[]])[]
}

/** Message of this process: milliseconds from each booking request until a page of its day knows. */
export interface DayStreamMessage extends LatencyFigures {
  /** Number of pages that missed a booking. */
  missed: number
}

/** A page that takes longer counts as having missed the change, in milliseconds. */
const PATIENCE_MS = 5_000

process.once('message', async ({ url, pages, bookings }: OpenPages) => {
  const days = bookings.map(([date]) => date)
  const heard = Array.from({ length: pages }, (): number[] => [])
  const dayOf = (page: number) => days[page % days.length]
  const streams = await Promise.all(
    heard.map((times, page) => {
      const path = `/available/changes?date=${dayOf(page)}`
      const request = { method: 'GET', path, headers: visitor(page) } as const
      return openStream(url, request, () => times.push(performance.now()))
    }),
  )

  const histogram = createHistogram()
  let missed = 0
  await Promise.all(
    bookings.map(async ([date, wanted], index) => {
      // The days start one after the other, so that bookings are spread over time.
      await sleep((index * 1000) / days.length)
      for (const booking of wanted) {
        const since = performance.now()
        if (!(await bookTime(url, booking))) throw new Error('A free time could not be booked.')
        const readers = heard.filter((_, page) => dayOf(page) === date)
        const firstAfter = (times: readonly number[]) => times.find((time) => time >= since)
        const isKnown = () => readers.every((times) => firstAfter(times) !== undefined)
        while (!isKnown() && performance.now() - since < PATIENCE_MS) await sleep(20)
        for (const times of readers) {
          const time = firstAfter(times)
          if (time === undefined) missed += 1
          else histogram.record(Math.max(1, Math.round((time - since) * 1000)))
        }
      }
    }),
  )
  for (const stream of streams) stream.destroy()
  process.send?.({ ...latenciesOf(histogram), missed } satisfies DayStreamMessage)
  process.disconnect()
})
