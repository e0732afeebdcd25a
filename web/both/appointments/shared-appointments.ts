import { queryOptions } from '@tanstack/react-query'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { SharedAppointment } from '#contract/guardians/guardians.ts'
import { listSharedAppointments } from '#contract/guardians/guardians-calls.ts'
import { send } from '#web/lib/api/send.ts'

/** The appointments that other guardians booked for the user's children. */
export function sharedAppointmentsOptions(email: string) {
  return queryOptions({
    queryKey: ['appointments', email, 'shared'],
    queryFn: ({ signal }) => send(listSharedAppointments, { signal }),
  })
}

/** Whether the user, who may not have booked it, can do anything on its page. */
export function canOpen(appointment: Appointment | SharedAppointment): boolean {
  if (!('mayCancel' in appointment)) return true
  const { mayBook, mayCancel, price } = appointment
  return mayBook || mayCancel || price !== undefined
}
