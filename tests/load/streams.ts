import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LatencyFigures, latenciesOf } from './report.ts'
import type { LoadRequest } from './requests.ts'
import { bookTime, openStream } from './stream-client.ts'

// A process with the screens of the front desk, each with an open stream of changes, while bookings arrive
// at a fixed rate.

/** The message to this process. */
export interface OpenScreens {
  url: string
  /** `GET /agenda/changes`, one per screen. */
  screens: readonly LoadRequest[]
  bookings: readonly LoadRequest[]
  bookingsPerSecond: number
}

/** Messages of this process: first that all streams are open, then the results. */
type StreamMessage = { open: number } | MeasuredScreens

/** Milliseconds from the response to a booking until a screen knows of it. */
export interface MeasuredScreens extends LatencyFigures {
  /** Updates that a screen missed, and bookings that were refused. */
  missed: number
}

/** An update that takes longer counts as missed, in milliseconds. */
const PATIENCE_MS = 10_000

process.on('message', async (work: OpenScreens) => {
  const bookedAt = new Map<string, number>()
  const seen = new Map<string, number[]>()
  const onChange = (id: string) => {
    const times = seen.get(id) ?? []
    times.push(performance.now())
    seen.set(id, times)
  }
  const onData = (data: string) => {
    for (const id of JSON.parse(data)) onChange(id)
  }
  const streams = await Promise.all(
    work.screens.map((screen) => openStream(work.url, screen, onData)),
  )
  process.send?.({ open: streams.length } satisfies StreamMessage)

  const began = performance.now()
  const booked = work.bookings.map(async (booking, number) => {
    await sleep(Math.max(0, began + (number * 1000) / work.bookingsPerSecond - performance.now()))
    const id = await bookTime(work.url, booking)
    if (id) bookedAt.set(id, performance.now())
  })
  await Promise.all(booked)
  const isComplete = () =>
    [...bookedAt.keys()].every((id) => seen.get(id)?.length === streams.length)
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end && !isComplete(); ) {
    await sleep(100)
  }
  for (const stream of streams) stream.destroy()

  const histogram = createHistogram()
  let missed = (work.bookings.length - bookedAt.size) * streams.length
  for (const [id, since] of bookedAt) {
    const times = seen.get(id) ?? []
    missed += streams.length - times.length
    // A screen may learn of a booking before the patient's response arrives.
    for (const time of times) histogram.record(Math.max(1, Math.round((time - since) * 1000)))
  }
  process.send?.({ ...latenciesOf(histogram), missed } satisfies StreamMessage)
})
