import { queryOptions } from '@tanstack/react-query'
import {
  type Appointment,
  type NewAppointment,
  UNPAID_LIMIT,
} from '#contract/booking/appointments.ts'
import * as calls from '#contract/booking/appointments-calls.ts'
import { PROPOSED_LINKS_COUNT, SHARED_COUNT } from '#contract/guardians/guardians.ts'
import { NEXT_VISITS_COUNT } from '#contract/next-visits/next-visits-count.ts'
import { TO_ANSWER_COUNT } from '#contract/reoffer.ts'
import type { BookingResult } from '#machines/booking/booking-context.ts'
import { send, sendCounted, sendOrRefusal } from '#web/lib/api/send.ts'

/** Books; resolves for a booking and for a refusal (409), throws `ApiError` otherwise. */
export async function createAppointment(body: NewAppointment): Promise<BookingResult> {
  const answer = await sendOrRefusal(calls.bookAppointment, { body })
  const isHeld = !answer.success && answer.code === 'held'
  return isHeld ? { ...answer, code: 'slot_taken' } : answer
}

/**
 * The logged-in patient's appointments, with the counts in the response's headers: appointments that other
 * guardians booked, links that the front desk proposes, the limit of unpaid appointments once it is reached
 * (0 before), offers that wait for an answer, and visits that the clinic asks the family to book.
 * @param email the user's
 */
export function appointmentsOptions(email: string) {
  return queryOptions({
    queryKey: ['appointments', email],
    queryFn: async ({ signal }) => {
      const { body: own, counts } = await sendCounted(calls.listAppointments, {
        query: { patient: email },
        countIn: [
          SHARED_COUNT,
          PROPOSED_LINKS_COUNT,
          UNPAID_LIMIT,
          TO_ANSWER_COUNT,
          NEXT_VISITS_COUNT,
        ],
        signal,
      })
      const [shared, proposed, unpaidLimit, toAnswer, nextVisits] = counts
      return { own, shared, proposed, unpaidLimit, toAnswer, nextVisits }
    },
  })
}

/** The latest booking: ids begin with the time of the booking. */
export function lastBooked(appointments: readonly Appointment[]): Appointment | undefined {
  return appointments.reduce<Appointment | undefined>(
    (last, each) => (last && last._id > each._id ? last : each),
    undefined,
  )
}

/** One of the logged-in patient's appointments. */
export function appointmentOptions(id: string) {
  return queryOptions({
    queryKey: ['appointment', id],
    queryFn: ({ signal }) => send(calls.getAppointment, { params: { id }, signal }),
  })
}
