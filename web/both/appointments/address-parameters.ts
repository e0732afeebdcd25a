import { CHILD_PARAMETER } from '#contract/guardians/child-parameters.ts'

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

/** The parameter of the page of an appointment, or of a bill, right after the booking. */
export const BOOKED_PARAMETER = 'booked'

/** The page of an appointment right after its booking, which shows the next steps even after a reload. */
export function bookedPage(id: string): string {
  return `/dashboard/appointment/${id}?${BOOKED_PARAMETER}`
}

/** The same for appointments that were booked together: their bill. */
export function bookedTogetherPage(ids: readonly string[]): string {
  return `/dashboard/pay?appointments=${ids.join()}&${BOOKED_PARAMETER}`
}
