import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ConflictReason, HoursPlan, Span } from '#contract/schedule/schedule.ts'
import { type FullSchedule, findConflictReasons } from '#domain/availability/schedule-fit.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertChild } from '#drizzle/queries/guardians/children.ts'
import { keepAppointments } from '#drizzle/queries/schedule/schedule-conflicts.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { addAppointment, closeDays, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { MOMENT } from '../testing/booking.ts'
import { countScheduleConflicts, listScheduleConflicts } from './schedule-conflicts.ts'

const TUESDAY = '2027-03-02'
/** From 09:00 to 09:30 with Ada. */
const APPOINTMENT = {
  date: TUESDAY,
  startMinute: 540,
  lengthMinutes: 30,
  treatmentId: 'allergy',
  doctorId: 'ada',
  childBirthDate: '2021-03-02',
  overrideReason: null,
}
const OFFERING = {
  active: true,
  minAgeMonths: 12,
  maxAgeMonths: null as number | null,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  times: [{ startMinute: 540, lengthMinutes: 30 }],
}

function plan(validFrom: string, ...tuesday: Span[]): HoursPlan {
  return { validFrom, week: Array.from({ length: 7 }, (_, day) => (day === 2 ? tuesday : [])) }
}
const OPEN = plan('2000-01-01', { from: 540, to: 1020 })

function closure(doctorId: string | null, fromMinute: number, toMinute: number) {
  const days = { fromDate: '2027-03-01', toDate: '2027-03-05' }
  return {
    id: 'closure',
    doctorId,
    ...days,
    fromMinute,
    toMinute,
    reason: 'Training',
    forFamilies: null,
  }
}

const FITTING: FullSchedule = {
  hours: new Map([[null, [OPEN]]]),
  closures: [],
  sessions: [],
  offerings: new Map([['allergy', OFFERING]]),
  doctorIds: ['ada'],
  doctorsOf: new Map([['allergy', ['ada']]]),
}

const hours = (clinic: HoursPlan[], ada?: HoursPlan[]): Partial<FullSchedule> => ({
  hours: new Map([[null, clinic], ...(ada ? ([['ada', ada]] as const) : [])]),
})
const offering = (changes: Partial<typeof OFFERING>): Partial<FullSchedule> => ({
  offerings: new Map([['allergy', { ...OFFERING, ...changes }]]),
})

const CASES: [string, Partial<FullSchedule>, ConflictReason[]][] = [
  ['fits', {}, []],
  [
    'fits adjacent times of a day',
    hours([plan('2000-01-01', { from: 540, to: 555 }, { from: 555, to: 600 })]),
    [],
  ],
  ['fits until the next hours apply', hours([OPEN, plan('2027-03-03')]), []],
  ['fits beside closures', { closures: [closure(null, 0, 540), closure(null, 570, 1440)] }, []],
  ['fits while another doctor is away', { closures: [closure('bea', 0, 1440)] }, []],
  [
    'fits when the treatment takes less time',
    offering({ times: [{ startMinute: 540, lengthMinutes: 20 }] }),
    [],
  ],
  ['is for younger children', offering({ maxAgeMonths: 72 }), ['other_age']],
  ['is for children from the day’s age on', offering({ minAgeMonths: 72 }), []],
  ['is in a closure', { closures: [closure(null, 569, 600)] }, ['closed']],
  [
    'is in a break',
    hours([plan('2000-01-01', { from: 480, to: 555 }, { from: 560, to: 1020 })]),
    ['outside_hours'],
  ],
  ['is before the hours', hours([OPEN, plan(TUESDAY, { from: 550, to: 1020 })]), ['outside_hours']],
  ['is in an absence', { closures: [closure('ada', 0, 541)] }, ['doctor_absent']],
  [
    'is outside the doctor’s hours',
    hours([OPEN], [plan('2027-01-01', { from: 600, to: 720 })]),
    ['doctor_off'],
  ],
  ['is before the doctor’s first hours', hours([OPEN], [plan('2027-03-03')]), []],
  ['has a doctor who was removed', { doctorIds: [] }, ['doctor_removed']],
  ['has a doctor who gives other treatments', { doctorsOf: new Map() }, ['doctor_not_giving']],
  ['is of an inactive treatment', offering({ active: false }), ['treatment_inactive']],
  [
    'is too short',
    offering({ times: [{ startMinute: 540, lengthMinutes: 45 }] }),
    ['time_not_offered'],
  ],
  [
    'starts between the times',
    offering({ times: [{ startMinute: 525, lengthMinutes: 30 }] }),
    ['time_not_offered'],
  ],
]

it.each(CASES)('an appointment %s', (_, changes, reasons) => {
  expect(findConflictReasons(APPOINTMENT, { ...FITTING, ...changes })).toEqual(reasons)
})

describe('conflicts are computed again when an appointment', () => {
  const CHILD = { childId: 'mia', childName: 'Mia', childBirthDate: '2021-03-02' }
  const reasonsIn = (db: Transaction) =>
    listScheduleConflicts(db, MOMENT).flatMap(({ reasons }) => reasons)

  const CHANGES: [string, Partial<typeof appointments.$inferInsert>, ConflictReason[]][] = [
    ['moves to an open day', { date: '2027-03-03' }, []],
    ['starts at another time', { startMinute: 541 }, ['closed', 'time_not_offered']],
    ['takes less time', { lengthMinutes: 5 }, ['closed', 'time_not_offered']],
    ['has a child of another age', { childBirthDate: '1990-01-01' }, ['closed', 'other_age']],
    ['is canceled', { status: 'cancelled', cancelledAt: NOW }, []],
    ['arrives', { attendance: 'arrived', attendanceAt: NOW }, []],
  ]
  it.each(CHANGES)('%s', (_, change, reasons) => {
    const db = seededDatabase()
    const id = addAppointment(db)
    const child = { id: 'mia', name: 'Mia', birthDate: CHILD.childBirthDate, createdBy: 'anna' }
    insertChild(db, { ...child, createdAt: NOW })
    db.update(appointments).set(CHILD).run()
    closeDays(db, TUESDAY)
    expect(reasonsIn(db)).toEqual(['closed'])
    db.update(appointments).set(change).where(eq(appointments.id, id)).run()
    expect(reasonsIn(db)).toEqual(reasons)
  })

  it('is booked, or removed', () => {
    const db = seededDatabase()
    closeDays(db, TUESDAY)
    expect(countScheduleConflicts(db, MOMENT)).toBe(0)
    addAppointment(db)
    expect(countScheduleConflicts(db, MOMENT)).toBe(1)
    db.delete(appointments).run()
    expect(countScheduleConflicts(db, MOMENT)).toBe(0)
  })

  it('begins, is kept by an admin, or changes after that', () => {
    const db = seededDatabase()
    const id = addAppointment(db)
    closeDays(db, TUESDAY)
    expect(countScheduleConflicts(db, MOMENT)).toBe(1)
    expect(countScheduleConflicts(db, { today: TUESDAY, minute: 540 })).toBe(0)
    keepAppointments(db, [{ id, version: 0, reasons: ['closed'] }])
    expect(countScheduleConflicts(db, MOMENT)).toBe(0)
    db.update(appointments).set({ version: 1 }).run()
    expect(countScheduleConflicts(db, MOMENT)).toBe(1)
  })

  it('was changed by a transaction that is rolled back', () => {
    const db = seededDatabase()
    addAppointment(db)
    closeDays(db, TUESDAY)
    expect(countScheduleConflicts(db, MOMENT)).toBe(1)
    db.$client.exec('begin')
    db.update(appointments).set({ date: '2027-03-03' }).run()
    expect(countScheduleConflicts(db, MOMENT)).toBe(0)
    db.$client.exec('rollback')
    db.update(appointments).set({ lengthMinutes: 5 }).run()
    expect(reasonsIn(db)).toEqual(['closed', 'time_not_offered'])
  })
})
