import { createContext, type ReactNode, useContext } from 'react'
import type { Appointment } from '#contract/booking/appointments.ts'
import { formats } from '#contract/formats/formats.ts'
import { CHILD_PARAMETER } from '#contract/guardians/child-parameters.ts'
import * as words from '#words/en/booking/booked.ts'

/** The family for which staff book. */
export interface BookedFamily {
  id: string
  name: string
  /** Whether emails reach the family; only known during a booking. */
  isReachable?: boolean
  /** Whether an extra patient is put beside a taken time. */
  squeeze?: boolean
  /** Extra content of the confirmation after staff have booked. */
  afterBooking?: (booking: Appointment) => ReactNode
  /** 'Mia Parker, born Jun 5, 2021': the patient of the appointment that is being moved or canceled. */
  patient?: string
}

/** Around the booking flow of staff; patients book for themselves. */
export const BookedFamilyContext = createContext<BookedFamily | null>(null)

/** The family for which staff book; null when patients book for themselves. */
export function useBookedFamily(): BookedFamily | null {
  return useContext(BookedFamilyContext)
}

/** The address of the family's page. */
export function familyPage({ id }: Pick<BookedFamily, 'id'>): string {
  return `/dashboard/families/${encodeURIComponent(id)}`
}

/**
 * The page on which staff book for a family.
 * @param child id of the patient
 */
export function bookPage(family: Pick<BookedFamily, 'id'>, child?: string): string {
  const page = `${familyPage(family)}/book`
  return child === undefined ? page : `${page}?${new URLSearchParams({ [CHILD_PARAMETER]: child })}`
}

/** The page on which staff move or cancel an appointment of the family. */
export function changePage(family: Pick<BookedFamily, 'id'>, appointmentId: string): string {
  return `${familyPage(family)}/appointments/${appointmentId}`
}

/** The message that the family, or the patient, already has an appointment. */
export function describeDuplicate(
  booking: { date: string; slot: string; child?: string | undefined },
  family: BookedFamily | null,
): string {
  const { child } = booking
  const [day, slot] = [formats.day(booking.date), formats.slot(booking.slot)]
  if (!family) {
    return child === undefined
      ? words.alreadyBooked(day, slot)
      : words.alreadyBookedFor(day, slot, child)
  }
  return `${family.name} already has an appointment on ${booking.date} at ${booking.slot}`
}
