import { createContext, type ReactNode, useContext } from 'react'
import { type Appointment, alreadyBookedMessage } from '#contract/booking/appointments.ts'
import { CHILD_PARAMETER } from './early-parameters.ts'

/** The family that staff book for. */
export interface BookedFamily {
  id: string
  name: string
  /** Whether emails reach the family; only known while one is booked. */
  isReachable?: boolean
  /** An extra patient is put beside a taken time. */
  squeeze?: boolean
  /** What stands in the confirmation of an appointment that staff have just booked. */
  afterBooking?: (booking: Appointment) => ReactNode
  /** 'Mia Parker, born Jun 5, 2021': whose appointment it is, while it is moved or canceled. */
  patient?: string
}

/** Around the booking flow of staff; patients book for themselves. */
export const BookedFamilyContext = createContext<BookedFamily | null>(null)

/** The family that staff book for; null when patients book for themselves. */
export function useBookedFamily(): BookedFamily | null {
  return useContext(BookedFamilyContext)
}

/** The address of the family's page. */
export function familyPage({ id }: Pick<BookedFamily, 'id'>): string {
  return `/dashboard/families/${encodeURIComponent(id)}`
}

/** The address where staff book for a family. @param child id of the child that it is for */
export function bookPage(family: Pick<BookedFamily, 'id'>, child?: string): string {
  const page = `${familyPage(family)}/book`
  return child === undefined ? page : `${page}?${new URLSearchParams({ [CHILD_PARAMETER]: child })}`
}

/** The address of the page on which staff move or cancel an appointment of the family. */
export function changePage(family: Pick<BookedFamily, 'id'>, appointmentId: string): string {
  return `${familyPage(family)}/appointments/${appointmentId}`
}

/** That the family, or the patient, already has an appointment. */
export function describeDuplicate(
  booking: { date: string; slot: string },
  family: BookedFamily | null,
): string {
  if (!family) return alreadyBookedMessage(booking)
  return `${family.name} already has an appointment on ${booking.date} at ${booking.slot}`
}
