import { removeUser } from '#domain/identity/remove-user.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment, listAppointments } from '#drizzle/queries/booking/appointments.ts'
import { findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { freeTime } from '../waitlist/offers/free-time.ts'

/** Removes a user, and offers the times of their canceled appointments to the waiting list. */
export function removeAccount(
  db: Transaction,
  removal: Parameters<typeof removeUser>[1],
): ReturnType<typeof removeUser> {
  const user = findUserByEmail(db, removal.email)
  const before = user ? listAppointments(db, user.uid) : []
  const outcome = removeUser(db, removal)
  if (outcome !== 'removed') return outcome
  for (const row of before.filter(({ status }) => status === 'booked')) {
    if (findAppointment(db, row.id)?.status === 'cancelled') freeTime(db, row, removal.now)
  }
  return outcome
}
