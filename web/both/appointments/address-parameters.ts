import { CHILD_PARAMETER } from './early-parameters.ts'

/** The booking's address with that child chosen. */
export function bookingFor(child: string): string {
  return `/appointment?${new URLSearchParams({ [CHILD_PARAMETER]: child })}`
}

/** The parameter of an appointment's page that starts a move. */
export const MOVE_PARAMETER = 'move'

/** The page on which another time is chosen for an appointment. */
export function movePage(id: string): string {
  return `/dashboard/appointment/${id}?${MOVE_PARAMETER}`
}

/** The parameter of an appointment's page right after its booking. */
export const BOOKED_PARAMETER = 'booked'

/** The page of an appointment right after its booking, which shows the next steps even after a reload. */
export function bookedPage(id: string): string {
  return `/dashboard/appointment/${id}?${BOOKED_PARAMETER}`
}
