import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { formatSlot } from '../../contract/slots.ts'
import type { Database } from '../client.ts'
import { appointments, closures, services } from '../schema.ts'
import { book, MOMENT, TUESDAY } from '../testing/booking.ts'
import { addPatient, eventsOf, NOW, seededDatabase } from '../testing/seeded-database.ts'
import { listAppointments } from './appointments.ts'
import { bookAppointment } from './booking.ts'
import { listFreeTreatments } from './treatments.ts'

function freeSlots(db: Database, treatment: string, date = TUESDAY, moment = MOMENT) {
  const found = listFreeTreatments(db, date, moment).find(({ name }) => name === treatment)
  return found?.slots.map(formatSlot) ?? []
}

function rows(db: Database) {
  return db.select().from(appointments).all()
}

describe('a booking', () => {
  test('keeps name and email of the account, the treatment’s price, and is unpaid', () => {
    const db = seededDatabase()
    const result = book(db)
    expect(result).toMatchObject({
      outcome: 'booked',
      appointment: {
        treatment: 'Allergy Testing',
        priceCents: 110_00,
        date: TUESDAY,
        startMinute: 540,
        lengthMinutes: 30,
        patientUid: 'anna',
        patientName: 'anna',
        email: 'anna@example.com',
        status: 'booked',
        paid: false,
        transactionId: null,
        createdAt: NOW,
      },
    })
    expect(rows(db)).toHaveLength(1)
  })

  test('tells of itself by ids, and of nothing personal', () => {
    const db = seededDatabase()
    book(db)
    const [row] = rows(db)
    expect(eventsOf(db, row?.id ?? '')).toEqual([
      {
        kind: 'appointment.booked',
        actor: 'anna',
        data: { service: row?.serviceId, date: TUESDAY, startMinute: 540 },
      },
    ])
  })

  test('takes the slot from the free ones of its treatment only', () => {
    const db = seededDatabase()
    expect(freeSlots(db, 'Allergy Testing')).toHaveLength(16)
    book(db)
    expect(freeSlots(db, 'Allergy Testing')).toHaveLength(15)
    expect(freeSlots(db, 'Allergy Testing')[0]).toBe('09:30 AM - 10:00 AM')
    expect(freeSlots(db, 'Weight Loss')).toHaveLength(16)
    expect(freeSlots(db, 'Allergy Testing', '2027-03-03')).toHaveLength(16)
  })

  test('of somebody whose account is gone is none', () => {
    const db = seededDatabase()
    const wish = { treatment: 'Weight Loss', date: TUESDAY, slot: '', priceCents: 0 }
    const stranger = { ...wish, uid: 'nobody', phone: '5', address: 'x' }
    expect(bookAppointment(db, stranger, { moment: MOMENT, now: NOW })).toEqual({
      outcome: 'no_account',
    })
  })
})

describe('what is not offered', () => {
  test('an unknown treatment, and one that is no longer active', () => {
    const db = seededDatabase()
    db.update(services).set({ active: false }).where(eq(services.name, 'Weight Loss')).run()
    for (const treatment of ['Surgery', 'weight loss', 'Weight Loss']) {
      expect(book(db, { treatment }).outcome).toBe('unknown_treatment')
    }
    expect(rows(db)).toEqual([])
  })

  const days: [date: string, obstacle: string][] = [
    ['2027-02-26', 'past'],
    ['2027-03-06', 'weekend'],
    ['2027-03-07', 'weekend'],
    ['2027-03-10', 'closed'],
    ['2027-05-31', 'too_far'],
  ]
  for (const [date, obstacle] of days) {
    test(`${date}, because it is ${obstacle}`, () => {
      const db = seededDatabase()
      db.insert(closures).values({ date: '2027-03-10', reason: 'Training' }).run()
      expect(book(db, { date })).toEqual({ outcome: 'day_not_bookable', obstacle })
      expect(freeSlots(db, 'Allergy Testing', date)).toEqual([])
      expect(rows(db)).toEqual([])
    })
  }

  test('the last day of the horizon still is', () => {
    const db = seededDatabase()
    const moment = { ...MOMENT, lastDay: '2027-05-28' }
    expect(book(db, { date: '2027-05-28' }, moment).outcome).toBe('booked')
  })

  test('a slot that is none', () => {
    const db = seededDatabase()
    for (const slot of ['09:15 AM - 09:45 AM', '05:00 PM - 05:30 PM', '9:00 AM', '']) {
      expect(book(db, { slot }).outcome).toBe('slot_not_offered')
    }
  })

  test('today’s slots, from the minute they begin', () => {
    const db = seededDatabase()
    const today = { date: MOMENT.today }
    const at = (minute: number) => ({ ...MOMENT, minute })
    expect(book(db, today, at(540)).outcome).toBe('slot_not_offered')
    expect(freeSlots(db, 'Allergy Testing', MOMENT.today, at(540))[0]).toBe('09:30 AM - 10:00 AM')
    expect(freeSlots(db, 'Allergy Testing', MOMENT.today, at(1000))).toEqual([])
    expect(freeSlots(db, 'Allergy Testing', MOMENT.today, at(539))[0]).toBe('09:00 AM - 09:30 AM')
    expect(book(db, today, at(539)).outcome).toBe('booked')
  })
})

describe('a slot that another patient holds', () => {
  test('is refused with the nearest free ones, nearest first', () => {
    const db = seededDatabase()
    for (const [index, slot] of ['11:00 AM - 11:30 AM', '11:30 AM - 12:00 PM'].entries()) {
      book(db, { uid: `other${index}`, slot })
    }
    const result = book(db, { slot: '11:00 AM - 11:30 AM' })
    expect(result).toEqual({
      outcome: 'slot_taken',
      alternatives: [
        { startMinute: 10 * 60 + 30, lengthMinutes: 30 },
        { startMinute: 10 * 60, lengthMinutes: 30 },
        { startMinute: 12 * 60, lengthMinutes: 30 },
      ],
    })
    expect(rows(db)).toHaveLength(2)
  })

  test('leaves out what has begun and when the patient is busy', () => {
    const db = seededDatabase()
    const moment = { ...MOMENT, minute: 15 * 60 }
    const at = { date: MOMENT.today }
    book(db, { ...at, uid: 'other', slot: '04:00 PM - 04:30 PM' }, moment)
    const own = { ...at, treatment: 'Weight Loss', priceCents: 80_00 }
    book(db, { ...own, slot: '03:30 PM - 04:00 PM' }, moment)
    expect(book(db, { ...at, slot: '04:00 PM - 04:30 PM' }, moment)).toEqual({
      outcome: 'slot_taken',
      alternatives: [{ startMinute: 16 * 60 + 30, lengthMinutes: 30 }],
    })
  })

  test('is free again when that booking is cancelled', () => {
    const db = seededDatabase()
    book(db, { uid: 'other' })
    db.update(appointments).set({ status: 'cancelled' }).run()
    expect(freeSlots(db, 'Allergy Testing')).toHaveLength(16)
    expect(book(db).outcome).toBe('booked')
  })
})

describe('who has an appointment already', () => {
  test('hears of it when booking the same once more', () => {
    const db = seededDatabase()
    book(db)
    expect(book(db)).toMatchObject({
      outcome: 'already_booked',
      standing: { date: TUESDAY, startMinute: 540 },
    })
    expect(rows(db)).toHaveLength(1)
  })

  test('gets no second one for the treatment on that day', () => {
    const db = seededDatabase()
    book(db)
    expect(book(db, { slot: '02:00 PM - 02:30 PM' })).toMatchObject({
      outcome: 'already_booked',
      standing: { startMinute: 540 },
    })
  })

  test('gets none for another treatment at the same time', () => {
    const db = seededDatabase()
    book(db)
    expect(book(db, { treatment: 'Weight Loss', priceCents: 80_00 })).toMatchObject({
      outcome: 'already_booked',
      standing: { treatment: 'Allergy Testing' },
    })
  })

  test('hears of that rather than of another’s holding the slot, or of the price', () => {
    const db = seededDatabase()
    book(db)
    book(db, { uid: 'other', slot: '02:00 PM - 02:30 PM' })
    expect(book(db, { slot: '02:00 PM - 02:30 PM' }).outcome).toBe('already_booked')
    expect(book(db, { priceCents: 1 }).outcome).toBe('already_booked')
  })

  test('may book another treatment at another time, and the same on another day', () => {
    const db = seededDatabase()
    book(db)
    const other = { treatment: 'Weight Loss', priceCents: 80_00, slot: '10:00 AM - 10:30 AM' }
    expect(book(db, other).outcome).toBe('booked')
    expect(book(db, { date: '2027-03-03' }).outcome).toBe('booked')
    expect(
      listAppointments(db, 'anna').map(({ date, startMinute }) => [date, startMinute]),
    ).toEqual([
      ['2027-03-03', 540],
      ['2027-03-02', 600],
      ['2027-03-02', 540],
    ])
  })
})

test('a price that has changed is told, and nothing is booked at the old one', () => {
  const db = seededDatabase()
  expect(book(db, { priceCents: 100_00 })).toEqual({
    outcome: 'price_changed',
    priceCents: 110_00,
  })
  expect(rows(db)).toEqual([])
})

test('the unique index has the last word: a rival between the look and the insert wins', () => {
  const db = seededDatabase()
  addPatient(db, 'rival')
  // Stands for a process that is faster by the blink of an eye.
  db.$client.exec(`
    CREATE TRIGGER rival BEFORE INSERT ON appointments WHEN new.patient_uid = 'anna' BEGIN
      INSERT INTO appointments (id, service_id, treatment, price_cents, date, start_minute,
        length_minutes, patient_uid, patient_name, email, phone, address, created_at)
      VALUES ('faster', new.service_id, new.treatment, new.price_cents, new.date,
        new.start_minute, new.length_minutes, 'rival', 'rival', 'rival@example.com', '5', 'x', 0);
    END`)
  expect(book(db).outcome).toBe('slot_taken')
  expect(rows(db).map(({ id }) => id)).toEqual(['faster'])
})
