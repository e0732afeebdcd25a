import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeUser } from '#domain/identity/remove-user.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findLatestPosition, readBookingChanges } from '#drizzle/queries/events.ts'
import {
  addAppointment,
  addPatient,
  closeDays,
  seededDatabase,
} from '#drizzle/testing/seeded-database.ts'
import { cancelByClinic, cancelByFamily } from '../booking/cancel-appointment.ts'
import { moveByFamily } from '../booking/move-appointment.ts'
import { undoUnit } from '../imports/undo-unit.ts'
import { addClosure, previewClosure } from '../schedule/closures.ts'
import { decideConflict, moveConflict } from '../schedule/decide-schedule-conflict.ts'
import { impactOf } from '../schedule/schedule-conflicts.ts'
import { BY_ADMIN, book, TUESDAY } from '../testing/booking.ts'

const BY_STAFF = {
  ...BY_ADMIN,
  caller: { uid: 'admin', isStaff: true },
  rules: { changeUntilHours: 24, mostMoves: 2 },
}
const WEDNESDAY = '2027-03-03'

/** Every kind of change to the times that an appointment occupies. */
const CHANGES: Record<string, (db: Transaction, id: string) => unknown> = {
  'a booking': (db) => book(db, { uid: 'bea', date: WEDNESDAY }),
  'a cancellation by the clinic': (db, id) => cancelByClinic(db, rowOf(db, id), BY_ADMIN),
  'a cancellation by the family': (db, id) =>
    cancelByFamily(db, { id, version: 0, refundCents: 0 }, BY_STAFF),
  'a move by the family': (db, id) =>
    moveByFamily(db, { id, version: 0, date: WEDNESDAY, slot: '10:00 AM - 10:30 AM' }, BY_STAFF),
  'the removal of the account': (db) => removeUser(db, { email: 'anna@example.com', ...BY_ADMIN }),
  'the cancellation of one that does not fit': (db, id) => {
    closeDays(db, TUESDAY)
    return decideConflict(db, { id, version: 0 }, 'cancel', BY_ADMIN)
  },
  'the move of one that does not fit': (db, id) => {
    closeDays(db, TUESDAY)
    const to = { date: WEDNESDAY, slot: '10:00 AM - 10:30 AM' }
    return moveConflict(db, { id, version: 0, ...to }, BY_ADMIN)
  },
  'an import that is undone': (db, id) => {
    db.$client.prepare('update appointments set billed_elsewhere = 1 where id = ?').run(id)
    const row = { number: 1, made: [{ made: 'appointment' as const, id }] }
    return undoUnit(db, [row], BY_ADMIN)
  },
  'a closure': (db) => {
    const days = { fromDate: TUESDAY, toDate: WEDNESDAY, fromMinute: 0, toMinute: 1440 }
    const closure = { doctorId: null, reason: 'Training', ...days }
    const preview = previewClosure(db, closure, BY_ADMIN)
    const affected = preview.outcome === 'preview' ? preview.affected : []
    const { fingerprint } = impactOf(db, affected)
    return addClosure(db, { closure, appointments: 'cancel', fingerprint }, BY_ADMIN)
  },
}

// The cached answer of a day is valid until an event names the day.
describe('the events of', () => {
  it.each(Object.keys(CHANGES))('%s name each day whose occupied times change', (name) => {
    const db = seededDatabase()
    addPatient(db, 'admin')
    const id = addAppointment(db)
    const changedDays = watchDays(db)
    const before = findLatestPosition(db)
    CHANGES[name]?.(db, id)
    expect(changedDays()).not.toEqual([])
    expect(readBookingChanges(db, before).dates).toEqual(expect.arrayContaining(changedDays()))
  })
})

it('knows every file that changes the times of appointments', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('{domain,drizzle,server,workers}/**/*.ts', { cwd: root })
  const changesTimes =
    /\.(insert|delete)\(appointments\)|(\.update\(appointments\)\s*\.set\(|changeRow\(\s*\w+,\s*appointments,\s*)(\w|\{[^}]*(\b(status|date|startMinute)\b|\.\.\.))/
  const writers = files.filter(
    (name) =>
      !/\btest(ing)?\b/.test(name) && changesTimes.test(readFileSync(join(root, name), 'utf8')),
  )
  // Extend `CHANGES` when this list grows.
  expect(writers.sort()).toEqual([
    'drizzle/queries/booking/appointments.ts',
    'drizzle/queries/identity/user-removal.ts',
    'drizzle/queries/imports/known-people.ts',
  ])
})

function rowOf(db: Transaction, id: string) {
  const row = findAppointment(db, id)
  if (!row) throw new Error('There is no such appointment.')
  return row
}

/** Lists the days on which appointments have changed their times since this call. */
function watchDays({ $client }: Transaction): () => string[] {
  $client.exec(`
    create temp table changed_days (day text unique on conflict ignore);
    create temp trigger booked after insert on main.appointments begin
      insert into changed_days values (new.date); end;
    create temp trigger moved after update of date, start_minute, length_minutes, doctor_id,
      treatment_id, status on main.appointments begin
      insert into changed_days values (old.date), (new.date); end;
    create temp trigger deleted after delete on main.appointments begin
      insert into changed_days values (old.date); end;
  `)
  const days = $client.prepare<[], string>('select day from changed_days').pluck()
  return () => days.all()
}
