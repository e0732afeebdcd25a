import { describe, expect, it } from 'vitest'
import { type DeskAttendance, deskAttendance } from '#contract/booking/appointments.ts'
import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { findAttendanceObstacle } from '#contract/front-desk/agenda.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listNotes } from '#drizzle/queries/front-desk/notes.ts'
import {
  addAppointment,
  addPatient,
  eventsOf,
  seededDatabase,
} from '#drizzle/testing/seeded-database.ts'
import { createClinicClock } from '../clinic-clock.ts'
import { attendanceOf, changeAttendance, changeNote } from './attendance.ts'

/** Later on the day of the appointment, which is at 09:00. */
const AFTER_IT = new Date('2027-03-02T15:00:00Z')
const STATES = deskAttendance.options
const RULES = { ...DEFAULT_SETTINGS, rooms: 'Room 1, Room 2' }
const WAYS: Partial<Record<DeskAttendance, DeskAttendance[]>> = {
  in_room: ['arrived', 'in_room'],
  completed: ['arrived', 'completed'],
}
const roomIn = (state: DeskAttendance) => (state === 'in_room' ? {} : null)

function clockAt(now: Date) {
  return createClinicClock({ timeZone: 'America/New_York', horizonDays: 90 }, () => now)
}

/** Brings the appointment into a state, step by step. */
function appointmentIn(
  state: DeskAttendance,
  db = seededDatabase(),
): { db: Transaction; id: string } {
  const id = addAppointment(db)
  addPatient(db, 'rita')
  const way = WAYS[state] ?? [state]
  for (const [version, to] of way.filter((to) => to !== 'expected').entries()) {
    const step = { id, version, to, actor: 'rita' }
    expect(changeAttendance(db, step, clockAt(AFTER_IT), RULES).outcome).toBe('changed')
  }
  return { db, id }
}

function versionOf({ db, id }: { db: Transaction; id: string }): number {
  return Number(db.$client.prepare('SELECT version FROM appointments WHERE id = ?').pluck().get(id))
}

/** Why a step is impossible on the appointment's day, after its start. */
function obstacleFrom(from: DeskAttendance, to: DeskAttendance) {
  const step = { day: '2027-03-02' }
  const time = { date: step.day, startMinute: 540 }
  const appointment = { ...time, attendance: from, room: roomIn(from), step }
  return findAttendanceObstacle(appointment, to, { ...clockAt(AFTER_IT).moment(), ...RULES })
}

describe('an attendance', () => {
  it.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))(
    'goes from %s to %s exactly when the rule and the database allow it',
    (from, to) => {
      const { db, id } = appointmentIn(from)
      const obstacle = obstacleFrom(from, to)
      const before = eventsOf(db, id).length
      const update = db.$client.prepare(
        'UPDATE appointments SET attendance = ?, room_at = ? WHERE id = ?',
      )
      const row = [to === 'in_room' ? 'arrived' : to, to === 'in_room' ? 1 : null] as const
      // The trigger only runs on changes.
      if (obstacle && from !== to) expect(() => update.run(...row, id)).toThrow('attendance')
      const change = { id, version: versionOf({ db, id }), to, actor: 'rita' }
      const { outcome } = changeAttendance(db, change, clockAt(AFTER_IT), RULES)
      expect(outcome).toBe(obstacle ?? 'changed')
      expect(eventsOf(db, id)).toHaveLength(obstacle ? before : before + 1)
    },
  )

  it.each([
    ['checked in more than an hour before', 'arrived', '2027-03-02T12:59:00Z', 'early'],
    ['checked in an hour before', 'arrived', '2027-03-02T13:00:00Z', 'changed'],
    ['missed before it starts', 'no_show', '2027-03-02T13:59:00Z', 'too_early'],
    ['missed when it starts', 'no_show', '2027-03-02T14:00:00Z', 'changed'],
    ['checked in the day before', 'arrived', '2027-03-01T22:00:00Z', 'too_early'],
    ['settled days later', 'no_show', '2027-03-05T22:00:00Z', 'changed'],
  ] as const)('%s: %s at %s is %s', (_, to, time, expected) => {
    const { db, id } = appointmentIn('expected')
    const change = { id, version: 0, to, actor: 'rita' }
    expect(changeAttendance(db, change, clockAt(new Date(time)), RULES).outcome).toBe(expected)
  })

  it('can be undone until the end of the day on which the step was taken', () => {
    const { db, id } = appointmentIn('no_show')
    const undo = { id, version: 1, to: 'expected', actor: 'rita' } as const
    const nextDay = new Date('2027-03-03T05:00:00Z')
    expect(changeAttendance(db, undo, clockAt(nextDay), RULES).outcome).toBe('too_late')
    const sameDay = new Date('2027-03-03T04:59:59Z')
    expect(changeAttendance(db, undo, clockAt(sameDay), RULES).outcome).toBe('changed')
    expect(eventsOf(db, id).at(-1)).toEqual({
      kind: 'appointment.reopened',
      actor: 'rita',
      data: { from: 'no_show', to: 'expected' },
    })
  })

  it('does not change for a canceled appointment, which the database refuses, too', () => {
    const { db, id } = appointmentIn('expected')
    db.$client.exec("UPDATE appointments SET status = 'cancelled'")
    const change = { id, version: 0, to: 'no_show', actor: 'rita' } as const
    expect(changeAttendance(db, change, clockAt(AFTER_IT), RULES)).toEqual({
      outcome: 'not_found',
    })
    const update = "UPDATE appointments SET attendance = 'no_show'"
    expect(() => db.$client.exec(update)).toThrow('appointments_attended_is_booked')
  })
})

// Both desks show the same version: every pair of steps, in both orders.
it('writes one event when two desks act on one appointment, and tells the second desk why it was refused', () => {
  let pairs = 0
  for (const from of STATES) {
    const possible = STATES.filter((to) => !obstacleFrom(from, to))
    for (const first of possible) {
      for (const second of possible) {
        const { db, id } = appointmentIn(from)
        const version = versionOf({ db, id })
        const before = eventsOf(db, id).length
        const act = (to: DeskAttendance, actor: string) =>
          changeAttendance(db, { id, version, to, actor }, clockAt(AFTER_IT), RULES)
        expect(act(first, 'rita').outcome).toBe('changed')
        const refused = act(second, 'sam')
        expect(refused).toMatchObject({
          outcome: 'stale',
          row: { appointment: { version: version + 1 } },
        })
        expect('row' in refused && attendanceOf(refused.row.appointment)).toBe(first)
        expect(eventsOf(db, id)).toHaveLength(before + 1)
        pairs += 1
      }
    }
  }
  expect(pairs).toBe(19)
})

describe('a room', () => {
  const act = (db: Transaction, id: string, step: { to: DeskAttendance; room?: string }) =>
    changeAttendance(
      db,
      { id, version: versionOf({ db, id }), actor: 'rita', ...step },
      clockAt(AFTER_IT),
      RULES,
    )
  const stayOf = (db: Transaction, id: string) =>
    db.$client.prepare('SELECT arrived_at, room_at, room FROM appointments WHERE id = ?').get(id)
  const at = AFTER_IT.getTime()

  it('is kept when the appointment is completed, and in use again when that is undone', () => {
    const { db, id } = appointmentIn('arrived')
    expect(act(db, id, { to: 'in_room', room: 'Room 2' }).outcome).toBe('changed')
    expect(act(db, id, { to: 'completed' }).outcome).toBe('changed')
    expect(stayOf(db, id)).toEqual({ arrived_at: at, room_at: at, room: 'Room 2' })
    expect(act(db, id, { to: 'arrived' }).outcome).toBe('not_possible')
    expect(act(db, id, { to: 'in_room' }).outcome).toBe('changed')
    expect(stayOf(db, id)).toMatchObject({ room: 'Room 2' })
    expect(eventsOf(db, id).at(-1)).toMatchObject({ data: { from: 'completed', to: 'in_room' } })
    expect(act(db, id, { to: 'arrived' }).outcome).toBe('changed')
    expect(act(db, id, { to: 'expected' }).outcome).toBe('changed')
    expect(stayOf(db, id)).toEqual({ arrived_at: null, room_at: null, room: null })
  })

  it('is one of the clinic’s rooms, or unnamed', () => {
    const { db, id } = appointmentIn('arrived')
    expect(act(db, id, { to: 'in_room', room: 'Room 3' }).outcome).toBe('unknown_room')
    expect(act(db, id, { to: 'in_room' }).outcome).toBe('changed')
  })
})

it('checks a patient in early once staff have said that the patient is here, on that day only', () => {
  const { db, id } = appointmentIn('expected')
  const step = { id, version: 0, to: 'arrived', early: true, actor: 'rita' } as const
  const at = (time: string) => changeAttendance(db, step, clockAt(new Date(time)), RULES).outcome
  expect(at('2027-03-01T22:00:00Z')).toBe('too_early')
  expect(at('2027-03-02T11:00:00Z')).toBe('changed')
  expect(eventsOf(db, id)).toMatchObject([{ kind: 'appointment.arrived', data: { early: true } }])
})

it('keeps a note for the staff, and its text out of the event', () => {
  const { db, id } = appointmentIn('expected')
  const change = { id, note: 'Brings a wheelchair.', version: 0, actor: 'rita' }
  expect(changeNote(db, change, AFTER_IT)).toMatchObject({
    outcome: 'changed',
    row: { appointment: { staffNote: 'Brings a wheelchair.', noteVersion: 1 } },
  })
  expect(changeNote(db, change, AFTER_IT).outcome).toBe('changed')
  expect(eventsOf(db, id)).toEqual([{ kind: 'appointment.noted', actor: 'rita', data: {} }])
})

it('keeps every note, and refuses one that was based on an outdated note', () => {
  const { db, id } = appointmentIn('expected')
  const write = (note: string, version: number) =>
    changeNote(db, { id, note, version, actor: 'rita' }, AFTER_IT)
  write('Allergic to penicillin.', 0)
  expect(write('Brings a wheelchair.', 0)).toMatchObject({
    outcome: 'stale',
    row: { appointment: { staffNote: 'Allergic to penicillin.', noteVersion: 1 } },
  })
  expect(write('Brings a wheelchair.', 1).outcome).toBe('changed')
  expect(write('', 2).outcome).toBe('changed')
  expect(
    listNotes(db, id).map(({ version, note, writtenBy }) => [version, note, writtenBy]),
  ).toEqual([
    [3, '', 'rita'],
    [2, 'Brings a wheelchair.', 'rita'],
    [1, 'Allergic to penicillin.', 'rita'],
  ])
})

it('has no note outside of the history, and no changed history', () => {
  const { db, id } = appointmentIn('expected')
  changeNote(db, { id, note: 'Allergic to penicillin.', version: 0, actor: 'rita' }, AFTER_IT)
  for (const statement of [
    "UPDATE appointments SET staff_note = 'None.'",
    'UPDATE appointments SET note_version = 0',
    "UPDATE appointment_notes SET note = 'None.'",
    'DELETE FROM appointment_notes',
    "INSERT OR REPLACE INTO appointment_notes SELECT appointment_id, 1, 'None.', 'rita', 1 FROM appointment_notes",
  ]) {
    expect(() => db.$client.exec(statement), statement).toThrow(/^appointment_note:/)
  }
})
