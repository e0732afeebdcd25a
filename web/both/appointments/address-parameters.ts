import { CHILD_PARAMETER } from './early-parameters.ts'

/** The booking's address with the child of that id chosen. */
export function bookingFor(child: string): string {
  return `/appointment?${new URLSearchParams({ [CHILD_PARAMETER]: child })}`
}

/** In the address of an appointment whose family looks for another time. */
export const MOVE_PARAMETER = 'move'

/** The address at which another time is chosen for an appointment. */
export function movePage(id: string): string {
  return `/dashboard/appointment/${id}?${MOVE_PARAMETER}`
}

/** In the address of an appointment that was just booked. */
export const BOOKED_PARAMETER = 'booked'

/** The address of an appointment that was just booked: a reload shows what happens next. */
export function bookedPage(id: string): string {
  return `/dashboard/appointment/${id}?${BOOKED_PARAMETER}`
}
