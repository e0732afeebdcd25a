import { CHILD_PARAMETER } from './early-parameters.ts'

/** Where the chosen day is kept: `/appointment?date=2026-11-24`. */
export const DAY_PARAMETER = 'date'

/** Where the id of the chosen doctor is kept. */
export const DOCTOR_PARAMETER = 'doctor'

/** The booking's address with the child of that id chosen. */
export function bookingFor(child: string): string {
  return `/appointment?${new URLSearchParams({ [CHILD_PARAMETER]: child })}`
}

/** Where the slot in the dialog is kept: `slot=09:00 AM - 09:30 AM`. */
export const SLOT_PARAMETER = 'slot'

/** In the address of an appointment that was just booked. */
export const BOOKED_PARAMETER = 'booked'

/** The address of an appointment that was just booked: a reload shows what happens next. */
export function bookedPage(id: string): string {
  return `/dashboard/appointment/${id}?${BOOKED_PARAMETER}`
}
