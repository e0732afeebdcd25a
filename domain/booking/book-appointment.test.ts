import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listAppointments } from '#drizzle/queries/booking/appointments.ts'
import { appointments, treatments } from '#drizzle/schema/index.ts'
import { closeDays, eventsOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { book, freeSlots, MOMENT, TUESDAY } from '../testing/booking.ts'
import { bookAppointment } from './book-appointment.ts'

let db: Transaction

beforeEach(() => {
  db = seededDatabase()
})

function rows() {
  return db.select().from(appointments).all()
}

describe('a booking', () => {
  it('writes an event with ids and no personal data', () => {
    book(db)
    const [row] = rows()
    expect(eventsOf(db, row?.id ?? '')).toEqual([
      {
        kind: 'appointment.booked',
        actor: 'anna',
        data: { treatmentId: row?.treatmentId, date: TUESDAY, startMinute: 540 },
      },
    ])
  })

  it('is refused without an account', () => {
    const request = { treatment: 'Weight Loss', date: TUESDAY, slot: '', priceCents: 0 }
    const stranger = { ...request, uid: 'unknown', phone: '5', address: 'x' }
    const context = { moment: MOMENT, now: NOW, terms: DEFAULT_TERMS }
    expect(bookAppointment(db, stranger, context)).toEqual({
      outcome: 'no_account',
    })
  })
})

describe('a time that is not offered', () => {
  it('rejects unknown and inactive treatments', () => {
    db.update(treatments).set({ active: false }).where(eq(treatments.name, 'Weight Loss')).run()
    for (const treatment of ['Surgery', 'weight loss', 'Weight Loss']) {
      expect(book(db, { treatment }).outcome).toBe('unknown_treatment')
    }
    expect(rows()).toEqual([])
  })

  it.each([
    ['2027-02-26', 'past'],
    ['2027-03-06', 'weekend'],
    ['2027-03-07', 'weekend'],
    ['2027-03-10', 'closed'],
    ['2027-05-31', 'too_far'],
  ])('rejects %s, which is %s', (date, obstacle) => {
    closeDays(db, '2027-03-10')
    expect(book(db, { date })).toEqual({ outcome: 'day_not_bookable', obstacle })
    expect(freeSlots(db, 'Allergy Testing', date)).toEqual([])
    expect(rows()).toEqual([])
  })

  it('accepts the last day of the horizon', () => {
    const moment = { ...MOMENT, lastDay: '2027-05-28' }
    expect(book(db, { date: '2027-05-28' }, moment).outcome).toBe('booked')
  })

  it('rejects a slot that does not exist', () => {
    for (const slot of ['09:15 AM - 09:45 AM', '05:00 PM - 05:30 PM', '9:00 AM', '']) {
      expect(book(db, { slot }).outcome).toBe('slot_not_offered')
    }
  })

  it('rejects today’s slots from the minute in which they start', () => {
    const today = { date: MOMENT.today }
    const at = (minute: number) => ({ ...MOMENT, minute })
    expect(book(db, today, at(540)).outcome).toBe('slot_not_offered')
    expect(freeSlots(db, 'Allergy Testing', MOMENT.today, at(540))[0]).toBe('09:30 AM - 10:00 AM')
    expect(freeSlots(db, 'Allergy Testing', MOMENT.today, at(1000))).toEqual([])
    expect(freeSlots(db, 'Allergy Testing', MOMENT.today, at(539))[0]).toBe('09:00 AM - 09:30 AM')
    expect(book(db, today, at(539)).outcome).toBe('booked')
  })
})

describe('a slot that another patient has booked', () => {
  it('is refused with the nearest free slots, nearest first', () => {
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
    expect(rows()).toHaveLength(2)
  })

  it('offers no alternatives that have started or at which the patient is busy', () => {
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
})

describe('a patient who has an appointment', () => {
  it.each([
    ['the same treatment twice on a day', { slot: '02:00 PM - 02:30 PM' }],
    ['another treatment at the same time', { treatment: 'Weight Loss', priceCents: 80_00 }],
  ])('cannot book %s', (_, changes) => {
    book(db)
    const existing = { treatment: 'Allergy Testing', startMinute: 540 }
    expect(book(db, changes)).toMatchObject({ outcome: 'already_booked', existing })
    expect(rows()).toHaveLength(1)
  })

  it('gets that reason rather than a taken slot or a changed price', () => {
    book(db)
    book(db, { uid: 'other', slot: '02:00 PM - 02:30 PM' })
    expect(book(db, { slot: '02:00 PM - 02:30 PM' }).outcome).toBe('already_booked')
    expect(book(db, { priceCents: 1 }).outcome).toBe('already_booked')
  })

  it('can book another treatment at another time, and the same one on another day', () => {
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
