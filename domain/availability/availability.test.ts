import { eq, gt, ne } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { IsoDate } from '#contract/dates.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { removeUser } from '#domain/identity/remove-user.ts'
import { insertClosure } from '#drizzle/queries/schedule/closures.ts'
import { CLINIC, putPlan } from '#drizzle/queries/schedule/hours.ts'
import { appointments, treatments, treatmentTimes, users } from '#drizzle/schema/index.ts'
import {
  addPatient,
  addTreatingDoctor,
  changePrice,
  closeDays,
  NOW,
  seededFile,
} from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
import { createClinicClock } from '../clinic-clock.ts'
import { BY_ADMIN, book, TUESDAY, WEIGHT_LOSS } from '../testing/booking.ts'
import { MONDAY_MORNING } from '../testing/settings.ts'
import { createAvailability } from './availability.ts'

const SETTINGS = { timeZone: 'America/New_York', horizonDays: 90 }

function setUp() {
  const { db, other } = seededFile()
  const clock = createClinicClock(SETTINGS, () => MONDAY_MORNING)
  const availability = createAvailability(db, clock)
  const available = (date: IsoDate) => `${availability.treatmentsOn(date)}`
  return { db, other, available, calendar: availability.calendar, next: availability.next }
}

it('keeps an answer until the treatments change', () => {
  const { db, available } = setUp()
  const first = available(TUESDAY)
  expect(JSON.parse(first)).toHaveLength(6)
  expect(available(TUESDAY)).toBe(first)
  db.update(treatments).set({ active: false }).run()
  expect(available(TUESDAY)).toBe('[]')
})

it('removes a slot from its day as soon as any process has booked it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { db, other, available } = setUp()
  const free = (): string[] => {
    vi.advanceTimersByTime(10)
    return JSON.parse(available(TUESDAY)).find(({ name }: Treatment) => name === 'Allergy Testing')
      .slots
  }
  const [first = '', second = '', third = ''] = free()
  const wednesday = available('2027-03-03')
  await writeTransaction(db, (tx) => book(tx, { slot: first }))
  expect(free()[0]).toBe(second)
  book(other, { uid: 'bea', slot: second })
  expect(free()[0]).toBe(third)
  for (const row of other.select().from(appointments).all()) {
    cancelByClinic(other, row, { actor: 'admin', now: NOW })
  }
  expect(free()[0]).toBe(first)
  expect(available('2027-03-03')).toBe(wednesday)
})

it('stays correct when a client asks for thousands of dates', () => {
  const { available } = setUp()
  const tuesday = available(TUESDAY)
  for (let day = 0; day < 2_500; day += 1) {
    const date = new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10)
    for (const { slots } of JSON.parse(available(date))) expect(slots).toEqual([])
  }
  expect(available(TUESDAY)).toBe(tuesday)
})

it('lists the free times of each doctor where patients can choose one', () => {
  const { db, available } = setUp()
  addTreatingDoctor(db, 'Ada', 'Allergy Testing', 'Weight Loss')
  const benno = addTreatingDoctor(db, 'Benno', 'Allergy Testing')
  book(db, { doctor: benno })
  const treatments: Treatment[] = JSON.parse(available(TUESDAY))
  const allergies = treatments.find(({ name }) => name === 'Allergy Testing')
  expect(allergies?.slots).toHaveLength(16)
  expect(allergies?.doctors?.map(({ name, slots }) => [name, slots.length])).toEqual([
    ['Ada', 16],
    ['Benno', 15],
  ])
  expect(treatments.find(({ name }) => name === 'Weight Loss')).not.toHaveProperty('doctors')
})

it('counts one space for each free doctor, as many as can be booked', () => {
  const { db, available, calendar } = setUp()
  db.update(treatments).set({ active: false }).where(ne(treatments.name, 'Allergy Testing')).run()
  db.delete(treatmentTimes).where(gt(treatmentTimes.startMinute, 600)).run()
  const ada = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  addTreatingDoctor(db, 'Benno', 'Allergy Testing')
  const day = () => {
    const [{ slots, spaces }] = JSON.parse(available(TUESDAY))
    return { slots: slots.length, spaces }
  }
  expect(day()).toEqual({ slots: 3, spaces: 6 })
  const times = ['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM']
  const seen = times.flatMap((slot, index) =>
    [{ doctor: ada }, {}].map((choice, seat) => {
      expect(book(db, { uid: `parent${index}${seat}`, slot, ...choice })).toMatchObject({
        outcome: 'booked',
      })
      return day()
    }),
  )
  expect(seen).toEqual([
    { slots: 3, spaces: 5 },
    { slots: 2, spaces: 4 },
    { slots: 2, spaces: 3 },
    { slots: 1, spaces: 2 },
    { slots: 1, spaces: 1 },
    { slots: 0, spaces: 0 },
  ])
  expect(calendar().fullDays).toEqual([TUESDAY])
  for (const slot of times) {
    expect(book(db, { uid: 'cem', slot }).outcome).not.toBe('booked')
  }
})

it('does not offer a treatment before its first price', () => {
  const { db, available } = setUp()
  const id = uuidv7()
  db.insert(treatments).values({ id, name: 'Sleep', position: 9 }).run()
  changePrice(db, 'Sleep', { validFrom: '2027-03-03', priceCents: 60_00 })
  expect(JSON.parse(available(TUESDAY))).toHaveLength(6)
  expect(JSON.parse(available('2027-03-03')).at(-1)).toMatchObject({ name: 'Sleep', price: 60 })
})

describe('the next free times', () => {
  it('are each treatment’s times on the next five days, as each day offers them', () => {
    const { db, available, next } = setUp()
    closeDays(db, '2027-03-03', '2027-03-03')
    const [first] = next().list
    expect(first).toMatchObject({ name: 'Parenatal/Newborn' })
    expect(first?.days.map(({ date }) => date)).toEqual([
      '2027-03-01',
      '2027-03-02',
      '2027-03-04',
      '2027-03-05',
      '2027-03-08',
    ])
    for (const { _id, days } of next().list) {
      for (const { date, price, slots } of days) {
        expect(JSON.parse(available(date))).toContainEqual(
          expect.objectContaining({ _id, price, slots }),
        )
      }
    }
    expect(JSON.parse(String(next().body))).toEqual(next().list)
  })

  it('are the same object until one of them may have changed', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { db, next } = setUp()
    const before = next()
    expect(next()).toBe(before)
    const [slot = ''] =
      before.list.find(({ name }) => name === 'Allergy Testing')?.days[1]?.slots ?? []
    await writeTransaction(db, (tx) => book(tx, { slot }))
    vi.advanceTimersByTime(10)
    const after = next().list.find(({ name }) => name === 'Allergy Testing')
    expect(after?.days[1]?.slots).not.toContain(slot)
    expect(next()).not.toBe(before)
  })

  it('name the doctors who give a treatment', () => {
    const { db, next } = setUp()
    addTreatingDoctor(db, 'Dr. Ada Lind', 'Weight Loss')
    expect(next().list.at(-1)).toMatchObject({ name: 'Weight Loss', doctors: ['Dr. Ada Lind'] })
    expect(next().list[0]).not.toHaveProperty('doctors')
  })

  it('include treatments without free times, with their ages', () => {
    const { db, next } = setUp()
    db.update(treatments)
      .set({ needsDoctor: true, maxAgeMonths: 24 })
      .where(eq(treatments.name, 'Weight Loss'))
      .run()
    expect(next().list.at(-1)).toMatchObject({
      name: 'Weight Loss',
      ages: '0–2 years',
      maxAgeMonths: 24,
      days: [],
    })
  })
})

describe('the calendar', () => {
  it('knows closed weekdays and closed days with their reasons, and no other days', () => {
    const { db, calendar } = setUp()
    closeDays(db, '2027-03-10', '2027-03-13')
    putPlan(db, CLINIC, { validFrom: '2027-05-01', week: weekOf([1, 2, 3, 4, 5, 6]) })
    expect(calendar()).toMatchObject({
      closedWeekdays: [0],
      closures: expect.arrayContaining(['2027-03-06', '2027-03-10', '2027-03-13', '2027-04-24']),
      closedReasons: [{ date: '2027-03-10', reason: 'Training' }],
    })
    expect(calendar().closures).not.toContain('2027-05-01')
    expect(calendar().closures).toHaveLength(9)
  })

  it('shows a day as closed when all of its hours are closed, and not when a part is', () => {
    const { db, calendar } = setUp()
    const add = (toDate: string, fromMinute: number, toMinute: number) => {
      const times = { fromDate: '2027-03-10', toDate, fromMinute, toMinute }
      insertClosure(db, { id: uuidv7(), doctorId: null, reason: `${toMinute}`, ...times })
    }
    add('2027-03-11', 0, 720)
    expect(calendar().closures).toEqual([])
    add('2027-03-10', 720, 1020)
    expect(calendar().closures).toEqual(['2027-03-10'])
    expect(calendar().closedReasons).toEqual([{ date: '2027-03-10', reason: '720, 1020' }])
  })

  it('shows a day as full while every time is taken', async () => {
    const { db, calendar } = setUp()
    db.update(treatments).set({ active: false }).where(ne(treatments.name, 'Weight Loss')).run()
    db.delete(treatmentTimes).where(gt(treatmentTimes.startMinute, 570)).run()
    book(db, WEIGHT_LOSS)
    expect(calendar().fullDays).toEqual([])
    book(db, { ...WEIGHT_LOSS, uid: 'bea', slot: '09:30 AM - 10:00 AM' })
    expect(calendar().fullDays).toEqual([TUESDAY])
    const [account] = db.select().from(users).where(eq(users.uid, 'bea')).all()
    addPatient(db, 'admin')
    removeUser(db, { email: account?.email ?? '', ...BY_ADMIN })
    expect(calendar().fullDays).toEqual([])
  })
})

/** Hours from 09:00 to 17:00 on those weekdays. */
const weekOf = (weekdays: number[]) =>
  Array.from({ length: 7 }, (_, day) => (weekdays.includes(day) ? [{ from: 540, to: 1020 }] : []))
