import { queryOptions } from '@tanstack/react-query'
import {
  appointment,
  appointmentList,
  bookingRefusal,
  bookingSuccess,
  type NewAppointment,
} from '../../../contract/appointments.ts'
import type { BookingResult } from '../../../machines/booking/booking-machine.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { request } from '../../lib/api/request.ts'

/** Books; resolves for a booking and for a refusal (409) alike, throws `ApiError` otherwise. */
export async function createAppointment(
  body: NewAppointment,
  signal?: AbortSignal,
): Promise<BookingResult> {
  try {
    return await request('/appointments', {
      method: 'POST',
      body,
      schema: bookingSuccess,
      auth: 'session',
      signal,
    })
  } catch (error) {
    const refusal = bookingRefusal.safeParse(error instanceof ApiError ? error.body : undefined)
    if (refusal.success) return refusal.data
    throw error
  }
}

/** The appointments of the logged-in patient, whose email this is. */
export function appointmentsOptions(email: string) {
  return queryOptions({
    queryKey: ['appointments', email],
    queryFn: ({ signal }) =>
      request(`/appointments?patient=${encodeURIComponent(email)}`, {
        schema: appointmentList,
        auth: 'session',
        signal,
      }),
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
