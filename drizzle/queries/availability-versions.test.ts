import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '../client.ts'
import { appointments, closures, serviceSlots, services, users } from '../schema.ts'
import { book, TUESDAY } from '../testing/booking.ts'
import { NOW, seededDatabase } from '../testing/seeded-database.ts'
import { readAvailabilityVersion } from './availability-versions.ts'

const WEDNESDAY = '2027-03-03'

/** What a write changes the version of: the clinic, Tuesday, Wednesday. */
function changedBy(db: Database, write: () => unknown): string[] {
  const read = () => ({
    clinic: readAvailabilityVersion(db, TUESDAY).clinic,
    tuesday: readAvailabilityVersion(db, TUESDAY).day,
    wednesday: readAvailabilityVersion(db, WEDNESDAY).day,
  })
  const before = read()
  write()
  const after = read()
  return (['clinic', 'tuesday', 'wednesday'] as const).filter((one) => before[one] !== after[one])
}

test('what is written of a day’s appointments concerns that day', () => {
  const db = seededDatabase()
  expect(changedBy(db, () => book(db))).toEqual(['tuesday'])
  const later = { uid: 'bea', slot: '10:00 AM - 10:30 AM' }
  expect(changedBy(db, () => book(db, later))).toEqual(['tuesday'])
  const all = () => db.update(appointments)
  const move = () => all().set({ startMinute: 780 }).where(eq(appointments.patientUid, 'bea')).run()
  expect(changedBy(db, move)).toEqual(['tuesday'])
  expect(changedBy(db, () => all().set({ date: WEDNESDAY }).run())).toEqual([
    'tuesday',
    'wednesday',
  ])
  expect(changedBy(db, () => all().set({ status: 'cancelled' }).run())).toEqual(['wednesday'])
  expect(changedBy(db, () => db.delete(appointments).run())).toEqual(['wednesday'])
})

test('a booking that is refused, a payment, and whatever else is written concern none', () => {
  const db = seededDatabase()
  book(db)
  const refused = () => expect(book(db, { uid: 'bea' }).outcome).toBe('slot_taken')
  expect(changedBy(db, refused)).toEqual([])
  const paid = { paid: true, transactionId: 'pi_1', paidAt: NOW }
  expect(changedBy(db, () => db.update(appointments).set(paid).run())).toEqual([])
  expect(changedBy(db, () => db.update(users).set({ name: 'Somebody' }).run())).toEqual([])
})

test('treatments, their slots and closures concern every day', () => {
  const db = seededDatabase()
  const service = { id: 'new', name: 'Lullabies', priceCents: 50_00, position: 9 }
  const slot = { serviceId: 'new', startMinute: 0, lengthMinutes: 30 }
  const closure = { date: TUESDAY, reason: 'Painting' }
  const writes = [
    () => db.insert(services).values(service).run(),
    () => db.update(services).set({ active: false }).run(),
    () => db.insert(serviceSlots).values(slot).run(),
    () => db.update(serviceSlots).set({ lengthMinutes: 15 }).run(),
    () => db.delete(serviceSlots).where(eq(serviceSlots.startMinute, 0)).run(),
    () => db.delete(services).where(eq(services.id, 'new')).run(),
    () => db.insert(closures).values(closure).run(),
    () => db.update(closures).set({ date: WEDNESDAY }).run(),
    () => db.delete(closures).run(),
  ]
  for (const write of writes) expect(changedBy(db, write)).toEqual(['clinic'])
})
