import { expect, it } from 'vitest'
import { watchChanges } from './change-watch.ts'
import { closures } from './schema/index.ts'
import { addAppointment, seededDatabase, seededFile } from './testing/seeded-database.ts'

it('opens every connection with synchronous=FULL, foreign keys and WAL', () => {
  for (const { $client } of Object.values(seededFile())) {
    const read = (name: string) => $client.pragma(name, { simple: true })
    // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
    expect([read('synchronous'), read('foreign_keys'), read('journal_mode')]).toEqual([2, 1, 'wal'])
  }
})

it.each([
  ['treatments_price_chargeable', 'update treatments set price_cents = 49'],
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

it.each(['db', 'other'] as const)('reports a change by the connection %s, once', (writer) => {
  const connections = seededFile()
  const hasChanged = watchChanges(connections.db)
  expect(hasChanged()).toBe(true)
  for (const date of ['2027-07-04', '2027-07-05']) {
    connections.db.select().from(closures).all()
    expect(hasChanged()).toBe(false)
    connections[writer].insert(closures).values({ date, reason: 'test' }).run()
    expect(hasChanged()).toBe(true)
    expect(hasChanged()).toBe(false)
  }
})
