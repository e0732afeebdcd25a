import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  appointment,
  appointmentList,
  bookingRefusal,
  bookingSuccess,
  type NewAppointment,
} from '#contract/booking/appointments.ts'
import { PROPOSED_LINKS_COUNT, SHARED_COUNT } from '#contract/families/guardians.ts'
import { termsChanged } from '#contract/payments/refund-bands.ts'
import type { BookingResult } from '#machines/booking/booking-setup.ts'
import { orRefusal } from '#web/lib/api/refusal.ts'
import { request, requestCounted } from '#web/lib/api/request.ts'

/** Books; resolves for a booking and for a refusal (409) alike, throws `ApiError` otherwise. */
export function createAppointment(
  body: NewAppointment,
  signal?: AbortSignal,
): Promise<BookingResult> {
  const options = { method: 'POST', body, schema: bookingSuccess, auth: 'session', signal } as const
  return orRefusal(request('/appointments', options), z.union([bookingRefusal, termsChanged]))
}

/**
 * The appointments of the logged-in patient, whose email this is, how many other guardians have booked
 * for their children, and how many links the front desk proposes.
 */
export function appointmentsOptions(email: string) {
  return queryOptions({
    queryKey: ['appointments', email],
    queryFn: async ({ signal }) => {
      const { body: own, counts } = await requestCounted(
        `/appointments?patient=${encodeURIComponent(email)}`,
        {
          schema: appointmentList,
          countIn: [SHARED_COUNT, PROPOSED_LINKS_COUNT],
          auth: 'session',
          signal,
        },
      )
      const [shared, proposed] = counts
      return { own, shared, proposed }
    },
  })
}

/** One of the logged-in patient's appointments. */
export function appointmentOptions(id: string) {
  return queryOptions({
    queryKey: ['appointment', id],
    queryFn: ({ signal }) =>
      request(`/appointment/${encodeURIComponent(id)}`, {
        schema: appointment,
        auth: 'session',
        signal,
      }),
  })
}
