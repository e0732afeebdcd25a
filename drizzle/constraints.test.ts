import { describe, expect, test } from 'vitest'
import { book } from './testing/booking.ts'
import { seededDatabase } from './testing/seeded-database.ts'

describe('the database itself refuses', () => {
  test.each([
    [
      'a price that Stripe does not charge',
      'services_price_chargeable',
      'update services set price_cents = 49',
    ],
    [
      'a slot that ends on the next day',
      'service_slots_within_a_day',
      'update service_slots set start_minute = 1430',
    ],
    ['an email in capitals', 'users_email_lower_case', 'update users set email = upper(email)'],
    [
      'a payment without a transaction',
      'appointments_paid_has_transaction',
      'update appointments set paid = 1',
    ],
    ['a day that is none', 'appointments_iso_date', "update appointments set date = 'Tuesday'"],
  ])('%s', (_what, constraint, statement) => {
    const db = seededDatabase()
    book(db)
    expect(() => db.$client.exec(statement)).toThrow(constraint)
  })
})
