import { beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment, moveAppointment } from '#drizzle/queries/booking/appointments.ts'
import {
  correctChild,
  insertChild,
  insertGuardian,
  updateChild,
} from '#drizzle/queries/guardians/children.ts'
import { appointments, treatments } from '#drizzle/schema/index.ts'
import { addPatient, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { book, booked, MOMENT, WEIGHT_LOSS } from '../testing/booking.ts'

const NOON = '12:00 PM - 12:30 PM'

let db: Transaction

beforeEach(() => {
  db = seededDatabase()
  addPatient(db, 'anna')
})

function addChild(id: string, birthDate = '2021-06-05'): string {
  insertChild(db, { id, name: id, birthDate, createdBy: 'anna', createdAt: NOW })
  return id
}

describe('booking for a child', () => {
  it('books in the child’s name, with the booker’s contact details', () => {
    const child = addChild('Mia')
    expect(book(db, { child })).toMatchObject({
      outcome: 'booked',
      appointment: {
        childId: child,
        childName: 'Mia',
        childBirthDate: '2021-06-05',
        patientUid: 'anna',
        patientName: 'anna',
        email: 'anna@example.com',
      },
    })
  })

  it('lets siblings and the parent have the same treatment on one day, and others at the same time', () => {
    book(db, { child: addChild('Mia') })
    const others = [
      { child: addChild('Ben'), slot: NOON },
      { slot: '10:00 AM - 10:30 AM' },
      { child: addChild('Zoe'), ...WEIGHT_LOSS },
    ]
    expect(others.map((other) => book(db, other).outcome)).toEqual(others.map(() => 'booked'))
  })

  it.each([
    ['the same treatment on that day', { slot: NOON }],
    ['the same time', WEIGHT_LOSS],
  ])('refuses one child %s, and says whether it is one of several', (_, changes) => {
    const child = addChild('Mia')
    book(db, { child })
    const refused = { outcome: 'already_booked', existing: { childName: 'Mia' } }
    expect(book(db, { child, ...changes })).toMatchObject({ ...refused, isOneOfSeveral: false })
    addChild('Ben')
    expect(book(db, { child, ...changes })).toMatchObject({ ...refused, isOneOfSeveral: true })
  })

  it('refuses other families’ children, archived ones, and guardians without the right to book', () => {
    const child = addChild('Mia')
    addPatient(db, 'boris')
    expect(book(db, { child, uid: 'boris' })).toEqual({ outcome: 'unknown_child' })
    const rights = { mayBook: false, mayPay: true, receivesEmail: true }
    insertGuardian(db, { childId: child, uid: 'boris', ...rights, createdAt: NOW })
    expect(book(db, { child, uid: 'boris' })).toMatchObject({ outcome: 'may_not_book' })
    updateChild(db, child, { archivedAt: NOW })
    expect(book(db, { child })).toEqual({ outcome: 'unknown_child' })
    expect(book(db, { child: 'nobody' })).toEqual({ outcome: 'unknown_child' })
  })

  it.each([
    ['a day too young', '2025-03-03', 'age_limit'],
    ['just old enough', '2025-03-02', 'booked'],
    ['the last day', '2024-03-03', 'booked'],
    ['a day too old', '2024-03-02', 'age_limit'],
    ['18 that day', '2009-03-02', 'adult'],
  ])('judges the age on the day of the appointment: %s', (_, birthDate, outcome) => {
    db.update(treatments).set({ minAgeMonths: 24, maxAgeMonths: 36 }).run()
    expect(book(db, { child: addChild('Mia', birthDate) })).toMatchObject({ outcome })
  })

  it('keeps the child’s name and birth date on its appointments up to date', () => {
    const { id } = booked(db, { child: addChild('Mia') })
    const details = { name: 'Mia Lou', birthDate: '2021-06-06' }
    correctChild(db, 'Mia', details, { actor: 'u1', now: NOW, moment: MOMENT })
    const kept = { childName: 'Mia Lou', childBirthDate: '2021-06-06' }
    expect(findAppointment(db, id)).toMatchObject(kept)
  })
})

describe('the database, when the code is bypassed', () => {
  it('refuses overlapping times of one child, inserted or moved, and allows siblings’ times', () => {
    const child = addChild('Mia')
    booked(db, { child })
    const { id } = booked(db, { ...WEIGHT_LOSS, child, slot: NOON })
    const row = findAppointment(db, id)
    if (!row) throw new Error('It was just booked.')
    const early = { ...row, startMinute: 9 * 60 + 15 }
    expect(moveAppointment(db, row, early)).toBe('taken')
    const copy = { ...early, id: 'copy', doctorId: 'another', treatmentId: row.treatmentId }
    const insert = (changes: object) =>
      db
        .insert(appointments)
        .values({ ...copy, ...changes })
        .run()
    expect(() => insert({})).toThrow('overlap:patient')
    const sibling = { childId: addChild('Ben'), childName: 'Ben' }
    expect(() => insert(sibling)).not.toThrow()
  })

  it('keeps a child that has appointments', () => {
    book(db, { child: addChild('Mia') })
    expect(() => db.$client.exec("DELETE FROM children WHERE id = 'Mia'")).toThrow(/FOREIGN KEY/)
  })
})
