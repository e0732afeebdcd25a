import type { QueryClient } from '@tanstack/react-query'
import type { Appointment, NewAppointment } from '#contract/booking/appointments.ts'
import type { NewBlock } from '#contract/booking/blocks.ts'
import type { NewSeries } from '#contract/series/series.ts'
import type { BlockResult, BookingResult, SeriesResult } from '#machines/booking/booking-setup.ts'
import { forgetReferral, readReferral } from '#web/lib/referral.ts'
import { contactOptions } from '#web/shared/account/contact-api.ts'
import {
  appointmentOptions,
  appointmentsOptions,
  createAppointment,
} from '#web/shared/appointments/appointments-api.ts'
import { showTerms } from '#web/shared/booking/show-terms.ts'
import { availabilityOptions } from '#web/shared/times/availability.ts'
import { createBlock } from './blocks-api.ts'
import { createSeries } from './series-api.ts'

// Loaded with the dialog: the calendar does not need it.

/** Loads phone and address of the profile and of the last booking, which the dialog fills in. */
export async function prefetchContact(queries: QueryClient, email: string): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(contactOptions(email)),
    queries.prefetchQuery(appointmentsOptions(email)),
  ])
}

/** Books an appointment, and shows it on other pages. Throws `ApiError`. */
export async function book(queries: QueryClient, body: NewAppointment): Promise<BookingResult> {
  return keep(queries, body, createAppointment({ ...body, ...readReferral() }))
}

/** Books the appointments of siblings, and shows them on other pages. Throws `ApiError`. */
export function bookBlock(queries: QueryClient, body: NewBlock): Promise<BlockResult> {
  return keep(queries, body, createBlock({ ...body, ...readReferral() }))
}

/** Books a series of appointments, and shows them on other pages. Throws `ApiError`. */
export function bookSeries(queries: QueryClient, body: NewSeries): Promise<SeriesResult> {
  const date = body.times[0]?.date ?? ''
  return keep(queries, { date, email: body.email }, createSeries({ ...body, ...readReferral() }))
}

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
    // Also after a failure: the response may have been lost on its way.
    const [available] = availabilityOptions(date).queryKey
    void queries.invalidateQueries({ queryKey: [available] })
    void queries.invalidateQueries({ queryKey: appointmentsOptions(email).queryKey })
  }
}

function bookedBy(result: BookingResult | BlockResult | SeriesResult): readonly Appointment[] {
  if (!result.success) return []
  return 'bookings' in result ? result.bookings : [result.booking]
}
