import type { QueryClient } from '@tanstack/react-query'
import * as blocks from '#contract/booking/appointment-blocks-calls.ts'
import type { Appointment, NewAppointment } from '#contract/booking/appointments.ts'
import type { Block, NewBlock } from '#contract/booking/blocks.ts'
import * as series from '#contract/series/appointment-series-calls.ts'
import type { NewSeries, SeriesDate } from '#contract/series/series.ts'
import type { BookingResult } from '#machines/booking/booking-context.ts'
import type {
  SeriesRequest,
  SeriesResult,
} from '#machines/series-booking/series-booking-machine.ts'
import type {
  BlockResult,
  BlocksRequest,
} from '#machines/siblings-booking/siblings-booking-machine.ts'
import {
  appointmentOptions,
  appointmentsOptions,
  createAppointment,
} from '#web/both/appointments/appointments-api.ts'
import { contactOptions } from '#web/both/appointments/contact-api.ts'
import { keepAskedTicket, readAskedTicket } from '#web/both/times/asked-ticket.ts'
import { availabilityOptions } from '#web/both/times/availability.ts'
import { send, sendOrRefusal, sendQuery } from '#web/lib/api/send.ts'
import { forgetReferral, readReferral } from '#web/lib/referral.ts'
import { showTerms } from '../address/show-terms.ts'

// Loaded with the dialog, because the calendar does not need it.

/** Loads phone and address of the profile and of the last booking, which the dialog fills in. */
export async function prefetchContact(queries: QueryClient, email: string): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(contactOptions(email)),
    queries.prefetchQuery(appointmentsOptions(email)),
  ])
}

/** The times of a day that suit all of the siblings. Throws `ApiError`. */
export function loadBlocks(request: BlocksRequest, signal: AbortSignal): Promise<Block[]> {
  return sendQuery(blocks.findBlocks, { query: blocksQueryOf(request), signal })
}

/** The siblings as the server asks for them. */
export function blocksQueryOf({ date, siblings }: BlocksRequest) {
  const child = siblings.map((sibling) => sibling.child)
  const treatment = siblings.map((sibling) => sibling.treatment)
  return { date, child, treatment }
}

/** The dates of a series with their free times. Throws `ApiError`. */
export function loadSeries(
  { rhythm, ...wanted }: SeriesRequest,
  signal: AbortSignal,
): Promise<SeriesDate[]> {
  return send(series.findSeries, { query: { ...wanted, ...rhythm }, signal })
}

/** Books an appointment and updates other pages. Throws `ApiError`. */
export async function book(queries: QueryClient, body: NewAppointment): Promise<BookingResult> {
  const asked = { ...body, ...readAskedTicket() }
  const result = await keep(queries, body, createAppointment(withReferral(asked)))
  if (result.success) keepAskedTicket(null)
  return result
}

/** Books siblings' appointments and updates other pages. Throws `ApiError`. */
export function bookBlock(queries: QueryClient, body: NewBlock): Promise<BlockResult> {
  return keep(queries, body, sendOrRefusal(blocks.bookBlock, { body: withReferral(body) }))
}

/** Books a series of appointments and updates other pages. Throws `ApiError`. */
export function bookSeries(queries: QueryClient, body: NewSeries): Promise<SeriesResult> {
  const date = body.times[0]?.date ?? ''
  const answer = sendOrRefusal(series.bookSeries, { body: withReferral(body) })
  return keep(queries, { date, email: body.email }, answer)
}

const withReferral = <Body extends object>(body: Body) => ({ ...body, ...readReferral() })

/** Never aborted: the server may have booked already, and the cache must be updated. */
async function keep<Result extends BookingResult | BlockResult | SeriesResult>(
  queries: QueryClient,
  { date, email }: { date: string; email: string },
  answer: Promise<Result>,
): Promise<Result> {
  try {
    const result = showTerms(queries, await answer)
    if (result.success) forgetReferral()
    for (const booking of bookedBy(result)) {
      queries.setQueryData(appointmentOptions(booking._id).queryKey, booking)
    }
    return result
  } finally {
    // Also after a failure, because only the response may have been lost.
    const [available] = availabilityOptions(date).queryKey
    void queries.invalidateQueries({ queryKey: [available] })
    void queries.invalidateQueries({ queryKey: appointmentsOptions(email).queryKey })
  }
}

function bookedBy(result: BookingResult | BlockResult | SeriesResult): readonly Appointment[] {
  if (!result.success) return []
  return 'bookings' in result ? result.bookings : [result.booking]
}
