import { expect, it } from 'vitest'
import { addAppointment, seededDatabase } from './testing/seeded-database.ts'

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
