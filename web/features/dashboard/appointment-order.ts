import { format } from 'date-fns/format'
import { parse } from 'date-fns/parse'
import type { Appointment } from '../../../contract/appointments.ts'
import { type IsoDate, parseWireDate } from '../../../contract/dates.ts'

const REFERENCE = new Date(2000, 0, 1)
const TIME_LENGTH = '09:00 AM'.length

/** Whether the appointment is neither canceled nor on a past day. */
export function isUpcoming(appointment: Appointment, today: IsoDate): boolean {
  return appointment.status === 'booked' && dayOf(appointment) >= today
}

/**
 * Upcoming appointments first, soonest first; then past and canceled ones, latest first. `today` is
 * the clinic's.
 */
export function inOrder(appointments: readonly Appointment[], today: IsoDate): Appointment[] {
  const byTime = appointments.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
  const upcoming = byTime.filter((appointment) => isUpcoming(appointment, today))
  const rest = byTime.filter((appointment) => !isUpcoming(appointment, today))
  return [...upcoming, ...rest.reverse()]
}

/**
 * The first appointment that is not over.
 * @param ordered as by `inOrder`
 * @param now the clinic's day, and minutes since its midnight
 */
export function findNext(
  ordered: readonly Appointment[],
  now: { today: IsoDate; minute: number },
): Appointment | undefined {
  return ordered.find((appointment) => {
    if (!isUpcoming(appointment, now.today)) return false
    return dayOf(appointment) > now.today || endOf(appointment) > now.minute
  })
}

/** The appointment's day. */
export function dayOf({ date }: Appointment): IsoDate {
  return parseWireDate(date) ?? ''
}

/** Minutes since midnight. */
function endOf({ slot }: Appointment): number {
  const end = parse(slot.slice(-TIME_LENGTH), 'hh:mm a', REFERENCE)
  return end.getHours() * 60 + end.getMinutes()
}

/** Sorts as text: '2026-06-05 09:00'. */
function timeOf(appointment: Appointment): string {
  const start = parse(appointment.slot.slice(0, TIME_LENGTH), 'hh:mm a', REFERENCE)
  return `${dayOf(appointment)} ${Number.isNaN(start.getTime()) ? '' : format(start, 'HH:mm')}`
}
