import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchChanges } from './change-watch.ts'
import { readScheduleVersion } from './queries/schedule/schedule.ts'
import { closures } from './schema/index.ts'
import {
  addAppointment,
  addPatient,
  addTreatingDoctor,
  closeDays,
  seededDatabase,
  seededFile,
} from './testing/seeded-database.ts'

it('opens every connection with synchronous=FULL, foreign keys and WAL', () => {
  for (const { $client } of Object.values(seededFile())) {
    const read = (name: string) => $client.pragma(name, { simple: true })
    // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
    expect([read('synchronous'), read('foreign_keys'), read('journal_mode')]).toEqual([2, 1, 'wal'])
  }
})

it.each([
  [
    'prices_chargeable',
    "insert into prices select id, '2027-06-01', 49, 0 from treatments limit 1",
  ],
  ['price:immutable', 'update prices set price_cents = 60'],
  ['price:immutable', 'delete from prices'],
  [
    'price:immutable',
    'insert or replace into prices select treatment_id, valid_from, 60, 0 from prices',
  ],
  ['treatments_age_limits', 'update treatments set min_age_months = 12, max_age_months = 12'],
  ['hours_spans_within_a_day', 'update hours_spans set to_minute = from_minute'],
  [
    'closures_iso_dates',
    "insert into closures values ('1', null, '2027-06-02', '2027-06-01', 0, 1440, 'x', null)",
  ],
  ['clinic_settings_single_row', "insert into clinic_settings (id, details) values (2, '{}')"],
  ['attendance:not_possible', "update appointments set attendance = 'late'"],
  ['attendance:not_possible', "update appointments set attendance = 'completed'"],
  ['appointment_note:no_history', "update appointments set staff_note = 'x'"],
  [
    'appointments_note_length',
    'drop trigger appointments_note_has_history; update appointments set staff_note = hex(zeroblob(251))',
  ],
  [
    'appointment_notes_length',
    'insert into appointment_notes select id, 1, hex(zeroblob(251)), null, 1 from appointments',
  ],
  [
    'appointments_attended_is_booked',
    "update appointments set attendance = 'arrived', status = 'cancelled'",
  ],
  ['treatment_times_within_a_day', 'update treatment_times set start_minute = 1430'],
  ['schedule_version_single_row', 'insert into schedule_version values (2, 1)'],
  ['users_email_lower_case', 'update users set email = upper(email)'],
  ['appointments_paid_has_transaction', 'update appointments set paid = 1'],
  ['appointments_iso_date', "update appointments set date = 'Tuesday'"],
])('%s is enforced by the database', (constraint, statement) => {
  const db = seededDatabase()
  addAppointment(db)
  expect(() => db.$client.exec(statement)).toThrow(constraint)
})

it.each([
  ['a price', "insert into prices select id, '2030-01-01', 9000, 0 from treatments limit 1"],
  ['start times', 'delete from treatment_times where start_minute > 700'],
  [
    'a closure',
    "insert into closures values ('c', null, '2030-01-01', '2030-01-01', 0, 1440, 'x', null)",
  ],
  ['a doctor’s name', "update doctors set name = 'Dr. Nova'"],
  ['a doctor who leaves, with their treatments', 'delete from doctors'],
  ['the clinic’s rules', "update clinic_settings set details = '{}'"],
])('counts a change of the schedule: %s', (_what, statement) => {
  const db = seededDatabase()
  addTreatingDoctor(db, 'Dr. Ada', 'Weight Loss')
  const before = readScheduleVersion(db)
  db.$client.exec('update doctors set image_id = null')
  expect(readScheduleVersion(db)).toBe(before)
  db.$client.exec(statement)
  expect(readScheduleVersion(db)).toBeGreaterThan(before)
})

it.each([
  ['db', 'at once', 0],
  ['other', 'after 10 ms', 10],
] as const)('reports a change by the connection %s %s, and once', (writer, _when, ms) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const connections = seededFile()
  const hasChanged = watchChanges(connections.db)
  expect(hasChanged()).toBe(true)
  for (const date of ['2027-07-04', '2027-07-05']) {
    connections.db.select().from(closures).all()
    expect(hasChanged()).toBe(false)
    closeDays(connections[writer], date)
    vi.advanceTimersByTime(ms)
    expect(hasChanged()).toBe(true)
    expect(hasChanged()).toBe(false)
  }
})

// An appointment of Anna's from 09:00 to 09:30, and a second one with this doctor, patient, start and
// length.
describe('an appointment', () => {
  const insert = `insert into appointments (id, treatment_id, treatment, doctor_id, price_cents,
      date, start_minute, length_minutes, patient_uid, patient_name, email, phone, address, created_at)
    select 'other', treatment_id, treatment, ?, price_cents, date, ?, ?, ?, 'x', 'x', '1', 'x', 0
    from appointments`

  function insertOther(doctor: string | null, start: number, length: number, patient: string) {
    const db = seededDatabase()
    addAppointment(db)
    addPatient(db, 'bea')
    db.$client.exec("update appointments set doctor_id = 'dr-1'")
    db.$client.prepare(insert).run(doctor, start, length, patient)
    return db.$client
  }

  it.each([
    ['the same time', 540, 30],
    ['a part of it', 555, 30],
    ['its last minute', 569, 5],
    ['all of it and more', 500, 120],
    ['a time within it', 545, 10],
  ])('is refused for its doctor at %s', (_, start, length) => {
    expect(() => insertOther('dr-1', start, length, 'bea')).toThrow('overlap:resource')
    expect(() => insertOther('dr-2', start, length, 'anna')).toThrow('overlap:patient')
  })

  it.each([
    ['with another doctor at the same time', 'dr-2', 540, 30],
    ['without a doctor at the same time', null, 540, 30],
    ['right before', 'dr-1', 510, 30],
    ['right after', 'dr-1', 570, 30],
  ])('is possible %s', (_, doctor, start, length) => {
    expect(() => insertOther(doctor, start, length, 'bea')).not.toThrow()
  })

  it.each([
    ['moves onto another', "update appointments set start_minute = 569 where id = 'other'"],
    [
      'grows into another',
      "update appointments set length_minutes = 45 where id = 'appointment-1'",
    ],
    [
      'gets the doctor of another',
      "update appointments set doctor_id = 'dr-1', start_minute = 560 where id = 'other'",
    ],
    [
      'is revived on a taken time',
      `update appointments set status = 'cancelled' where id = 'other';
       update appointments set start_minute = 550 where id = 'other';
       update appointments set status = 'booked' where id = 'other'`,
    ],
  ])('is refused if it %s', (_, statement) => {
    const database = insertOther('dr-1', 570, 30, 'bea')
    expect(() => database.exec(statement)).toThrow('overlap:resource')
  })

  it('has at most one extra patient beside it', () => {
    const database = insertOther('dr-1', 600, 30, 'bea')
    const squeeze = (id: string) =>
      database.exec(`update appointments set squeezed = 1, override_reason = 'Fever',
        start_minute = 545 where id = '${id}'`)
    expect(() => squeeze('other')).not.toThrow()
    expect(() => squeeze('appointment-1')).toThrow('overlap:resource')
    expect(() =>
      database.exec("update appointments set override_reason = null where id = 'other'"),
    ).toThrow('appointments_squeezed_has_reason')
  })

  it('may move over its own old time', () => {
    const database = insertOther('dr-1', 600, 30, 'bea')
    const move = "update appointments set start_minute = 555 where id = 'appointment-1'"
    expect(() => database.exec(move)).not.toThrow()
  })
})
