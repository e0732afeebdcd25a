import type { Appointment } from '#contract/booking/appointments.ts'
import { parseSlotEnd, parseSlotStart } from '#contract/booking/slots.ts'
import { type IsoDate, parseWireDate } from '#contract/dates.ts'

/** The facts that determine the place of an appointment in a list. */
export type Placed = Pick<Appointment, 'status' | 'date' | 'slot'>

/** Whether the appointment is neither canceled nor on a past day. */
export function isUpcoming(appointment: Placed, today: IsoDate): boolean {
  return appointment.status === 'booked' && dayOf(appointment) >= today
}

/** The clinic's day, and minutes since its midnight. */
interface Moment {
  today: IsoDate
  minute: number
}

/** Whether the appointment is booked and has not ended. */
export function isAhead(appointment: Placed, { today, minute }: Moment): boolean {
  if (!isUpcoming(appointment, today)) return false
  return dayOf(appointment) > today || parseSlotEnd(appointment.slot) > minute
}

/**
 * Upcoming appointments first, soonest first; then past and canceled ones, latest first. `today` is the
 * clinic's.
 */
export function inOrder<Each extends Placed>(
  appointments: readonly Each[],
  today: IsoDate,
): Each[] {
  const sorted = appointments.toSorted(byTime)
  const upcoming = sorted.filter((appointment) => isUpcoming(appointment, today))
  const rest = sorted.filter((appointment) => !isUpcoming(appointment, today))
  return [...upcoming, ...rest.reverse()]
}

/** The earliest first. */
export function byTime(one: Placed, other: Placed): number {
  return timeOf(one).localeCompare(timeOf(other))
}

/**
 * The first appointment that is not over, together with others that begin at the same time, for example of
 * siblings.
 * @param ordered as by `inOrder`
 */
export function findNext<Each extends Placed>(ordered: readonly Each[], now: Moment): Each[] {
  const coming = ordered.filter((appointment) => isAhead(appointment, now))
  const [first] = coming
  return first ? coming.filter((appointment) => timeOf(appointment) === timeOf(first)) : []
}

/** The appointment's day. */
export function dayOf({ date }: Placed): IsoDate {
  return parseWireDate(date) ?? ''
}

/** A sort key: '2026-06-05 0540'. */
function timeOf(appointment: Placed): string {
  const minute = parseSlotStart(appointment.slot)
  return `${dayOf(appointment)} ${String(minute).padStart(4, '0')}`
}
