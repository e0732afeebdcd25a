import { expect, it } from 'vitest'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import {
  bandsOf,
  clinicColumn,
  columnsOf,
  distinctStarts,
  foldLanes,
  freeStarts,
  isEmptyWeekend,
  neighborOf,
  oneOfEachTime,
  placeEntries,
  placeTogether,
  rangeOf,
  startAt,
} from './day-layout.ts'

const NINE = 9 * 60

const day: AgendaFrame['days'][number] = {
  date: '2026-06-05',
  hours: [{ from: NINE, to: 17 * 60 }],
  closures: [{ from: 16 * 60, to: 17 * 60, reason: 'Training' }],
  doctors: [
    {
      _id: 'amara',
      hours: [
        { from: NINE, to: 12 * 60 },
        { from: 13 * 60, to: 17 * 60 },
      ],
      absences: [],
    },
    {
      _id: 'daniel',
      hours: [{ from: NINE, to: 17 * 60 }],
      absences: [{ from: 0, to: 24 * 60, reason: 'Ill' }],
    },
  ],
}
const frame: AgendaFrame = {
  today: '2026-06-05',
  minute: 0,
  doctors: [
    { _id: 'amara', name: 'Dr. Amara', treatments: ['allergy'] },
    { _id: 'daniel', name: 'Dr. Daniel', treatments: ['allergy', 'weight'] },
  ],
  treatments: [{ _id: 'lab', name: 'Lab' }],
  days: [day],
}

function entryAt(startMinute: number, facts: Partial<AgendaEntry> = {}): AgendaEntry {
  const doctor = { _id: 'amara', name: 'Dr. Amara' }
  return { ...expected, _id: `${startMinute}`, startMinute, lengthMinutes: 30, doctor, ...facts }
}

const treatment = (facts: Partial<Treatment>): Treatment => ({
  _id: 'allergy',
  name: 'Allergy',
  price: 1,
  slots: [],
  ...facts,
})

it('omits a weekend on which nothing is open or booked', () => {
  const saturday = { ...day, date: '2026-06-06', hours: [], doctors: [] }
  expect(isEmptyWeekend(saturday, [{ date: '2026-06-05' }])).toBe(true)
  expect(isEmptyWeekend(saturday, [{ date: '2026-06-06' }])).toBe(false)
  expect(isEmptyWeekend({ ...saturday, hours: day.hours }, [])).toBe(false)
  expect(isEmptyWeekend({ ...saturday, doctors: day.doctors }, [])).toBe(false)
  expect(isEmptyWeekend({ ...saturday, date: '2026-06-05' }, [])).toBe(false)
})

it('has a column for each doctor, for treatments without doctors, and for former doctors', () => {
  const left = entryAt(NINE, { doctor: { _id: 'gone', name: 'Dr. Gone' } })
  const columns = columnsOf(frame, day, [entryAt(NINE), left])
  expect(columns.map(({ name, count, isOff }) => [name, count, isOff])).toEqual([
    ['Dr. Amara', 1, false],
    ['Dr. Daniel', 0, true],
    ['Lab', 0, false],
    ['Dr. Gone', 1, false],
  ])
})

it('names breaks, closures and absences', () => {
  const [amara, daniel] = columnsOf(frame, day, [])
  if (!amara || !daniel) throw new Error('Two doctors')
  const range = { from: 8 * 60, to: 18 * 60 }
  const named = (column: typeof amara) =>
    bandsOf(column, range).map(({ from, to, label }) => [from / 60, to / 60, label])
  expect(named(amara)).toEqual([
    [8, 9, 'Not working'],
    [12, 13, 'Break'],
    [17, 18, 'Not working'],
    [16, 17, 'Closed: Training'],
  ])
  expect(named(daniel).at(-1)).toEqual([8, 18, 'Away: Ill'])
})

it('draws whole hours that include the opening hours and the appointments', () => {
  expect(rangeOf(day, [entryAt(7 * 60 + 30), entryAt(17 * 60 + 5)])).toEqual({
    from: 7 * 60,
    to: 18 * 60,
  })
})

it('places overlapping appointments side by side, and others at full width', () => {
  const entries = [entryAt(600), entryAt(615), entryAt(660)]
  const placed = placeEntries(columnsOf(frame, day, entries), entries)
  expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 1],
  ])
})

it('offers a doctor’s free times within the doctor’s hours only, unless others are requested', () => {
  const slots = ['11:30 AM - 12:00 PM', '12:00 PM - 12:30 PM', '04:00 PM - 04:30 PM']
  const choice = treatment({
    slots,
    doctors: [
      { _id: 'amara', name: 'Dr. Amara', slots },
      { _id: 'daniel', name: 'Dr. Daniel', slots: [] },
    ],
  })
  const columns = columnsOf(frame, day, [])
  expect(freeStarts(columns, [choice])).toEqual([
    {
      column: 0,
      slot: slots[0],
      treatment: 'allergy',
      doctor: 'amara',
      doctorName: 'Dr. Amara',
      startMinute: 690,
      lengthMinutes: 30,
    },
  ])
  expect(freeStarts(columns, [choice], { withOutside: true })).toHaveLength(3)
})

it('assigns the times of a treatment to its only doctor without a choice', () => {
  const columns = columnsOf(frame, { ...day, doctors: [] }, []).map((column) => ({
    ...column,
    hours: day.hours,
  }))
  const [start] = freeStarts(columns, [
    treatment({ _id: 'weight', slots: ['09:00 AM - 09:30 AM'] }),
  ])
  expect(start).toMatchObject({ column: 1, doctor: null })
})

it('offers the free times of all doctors in the clinic’s column, one of them per time', () => {
  const slot = '10:00 AM - 10:30 AM'
  const doctors = [
    { _id: 'amara', name: 'Dr. Amara', slots: [slot, '11:00 AM - 11:30 AM'] },
    { _id: 'daniel', name: 'Dr. Daniel', slots: [slot] },
  ]
  const everyone = day.doctors.map((each) => ({ ...each, hours: day.hours, absences: [] }))
  const column = clinicColumn(frame, { ...day, doctors: everyone }, [entryAt(NINE)])
  expect(column).toMatchObject({ count: 1, treatments: ['allergy', 'weight', 'lab'] })
  const starts = freeStarts([column], [treatment({ slots: [slot], doctors })])
  const named = (all: typeof starts) =>
    all.map(({ startMinute, doctorName }) => [startMinute / 60, doctorName])
  expect(named(starts)).toEqual([
    [10, 'Dr. Amara'],
    [11, 'Dr. Amara'],
    [10, 'Dr. Daniel'],
  ])
  expect(named(oneOfEachTime(starts, 'daniel'))).toEqual([
    [10, 'Dr. Daniel'],
    [11, 'Dr. Amara'],
  ])
})

const startsAt = (...minutes: number[]) =>
  minutes.map((startMinute) => ({
    ...{ column: 0, startMinute, lengthMinutes: 30 },
    ...{ slot: '', treatment: '', doctor: null, doctorName: null },
  }))

it('finds the start at the pressed place, or one near it, and none elsewhere', () => {
  const starts = startsAt(540, 570, 660)
  expect(startAt(starts, { column: 0, minute: 569 })?.startMinute).toBe(540)
  expect(startAt(starts, { column: 0, minute: 650 })?.startMinute).toBe(660)
  expect(startAt(starts, { column: 0, minute: 630 })).toBeUndefined()
  expect(startAt(starts, { column: 1, minute: 540 })).toBeUndefined()
})

it('shows one free time if several treatments could begin', () => {
  expect(
    distinctStarts(startsAt(540, 540, 555, 570)).map(({ startMinute }) => startMinute),
  ).toEqual([540, 570])
})

it.each([
  ['ArrowDown', 0, 600],
  ['ArrowUp', undefined, undefined],
  ['End', 0, 660],
  ['ArrowRight', 2, 570],
  ['ArrowLeft', undefined, undefined],
])('%s moves from the first appointment to its neighbor', (key, column, startMinute) => {
  const stops = [
    { column: 0, startMinute: 540 },
    { column: 0, startMinute: 600 },
    { column: 0, startMinute: 660 },
    { column: 2, startMinute: 570 },
    { column: 2, startMinute: 700 },
  ]
  const next = neighborOf(stops, { column: 0, startMinute: 540 }, key)
  expect(next).toEqual(column === undefined ? undefined : { column, startMinute })
})

it('counts by the hour what has no lane of its own', () => {
  const entries = [540, 540, 540, 550, 600, 600, 600, 600, 700].map(
    (startMinute, index): AgendaEntry => ({
      ...expected,
      _id: String(index),
      startMinute,
      lengthMinutes: 30,
    }),
  )
  const { shown, folded } = foldLanes(placeTogether(entries, 2))
  expect(shown.map(({ entry, lane, lanes }) => [entry._id, lane, lanes])).toEqual([
    ['0', 0, 3],
    ['1', 1, 3],
    ['4', 0, 3],
    ['5', 1, 3],
    ['8', 0, 1],
  ])
  expect(folded).toEqual([
    { column: 2, from: 540, to: 580, count: 2 },
    { column: 2, from: 600, to: 630, count: 2 },
  ])
})
