import type { QueryClient } from '@tanstack/react-query'
import type { Appointment, NewAppointment } from '#contract/booking/appointments.ts'
import type { NewBlock } from '#contract/booking/blocks.ts'
import type { BlockResult, BookingResult } from '#machines/booking/booking-setup.ts'
import {
  appointmentOptions,
  appointmentsOptions,
  createAppointment,
} from './appointment/appointments-api.ts'
import { showTerms } from './dialog/show-terms.ts'
import { createBlock } from './siblings/blocks-api.ts'
import { availabilityOptions } from './treatments-api.ts'

// Loaded with the dialog: the calendar does not need it.

/** Books an appointment, and shows it on other pages. Throws `ApiError`. */
export function book(queries: QueryClient, body: NewAppointment): Promise<BookingResult> {
  return keep(queries, body, createAppointment(body))
}

/** Books the appointments of siblings, and shows them on other pages. Throws `ApiError`. */
export function bookBlock(queries: QueryClient, body: NewBlock): Promise<BlockResult> {
  return keep(queries, body, createBlock(body))
}

/** Never aborted: the server may have booked already, and the cache must be updated. */
async function keep<Result extends BookingResult | BlockResult>(
  queries: QueryClient,
  { date, email }: { date: string; email: string },
  answer: Promise<Result>,
): Promise<Result> {
  try {
    const result = showTerms(queries, await answer)
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

function bookedBy(result: BookingResult | BlockResult): readonly Appointment[] {
  if (!result.success) return []
  return 'bookings' in result ? result.bookings : [result.booking]
}
