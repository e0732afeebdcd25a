import type { Database } from '../client.ts'
import { type BookingWish, bookAppointment } from '../queries/booking.ts'
import { addPatient, NOW } from './seeded-database.ts'

/** A Monday, 08:00. */
export const MOMENT = { today: '2027-03-01', minute: 8 * 60, lastDay: '2027-05-30' }
export const TUESDAY = '2027-03-02'

/** Books for Anna, who is registered if need be, as `changes` have it. */
export function book(db: Database, changes: Partial<BookingWish> = {}, moment = MOMENT) {
  const wish: BookingWish = {
    uid: 'anna',
    treatment: 'Allergy Testing',
    date: TUESDAY,
    slot: '09:00 AM - 09:30 AM',
    priceCents: 110_00,
    phone: '555 0100',
    address: '1 Main Street',
    ...changes,
  }
  addPatient(db, wish.uid)
  return bookAppointment(db, wish, { moment, now: NOW })
}
