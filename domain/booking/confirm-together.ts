import { notifyFamily } from '#domain/notifications/notify-family.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { addReminders } from '../notifications/reminders.ts'
import type { BookingContext } from './book-appointment.ts'

/**
 * Writes one confirmation for all appointments that were booked together, and an invitation and reminders for
 * each.
 */
export function confirmTogether(
  db: Transaction,
  appointments: readonly AppointmentRow[],
  { now, moment: { timeZone } }: Pick<BookingContext, 'now' | 'moment'>,
): void {
  const [first, ...others] = appointments.toSorted(
    (a, b) => a.date.localeCompare(b.date) || a.startMinute - b.startMinute,
  )
  const data = { others: others.map(({ id }) => id) }
  if (first) notifyFamily(db, first.id, { kind: 'booked', data }, now)
  for (const appointment of appointments) addReminders(db, appointment, now, { timeZone })
}
