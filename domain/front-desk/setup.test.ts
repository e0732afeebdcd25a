import { expect, it } from 'vitest'
import { grantStaff } from '#domain/identity/roles.ts'
import { insertClosure } from '#drizzle/queries/schedule/closures.ts'
import { doctors, users } from '#drizzle/schema/index.ts'
import { migratedDatabase } from '#drizzle/testing/migrated-database.ts'
import { addPatient, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { setupOf } from './setup.ts'

const TODAY = '2027-03-02'
const LOCAL = { today: TODAY, env: { mail: undefined, stripe: undefined } }

it('says what a new clinic lacks', () => {
  const db = migratedDatabase()
  db.delete(doctors).run()
  expect(setupOf(db, LOCAL)).toMatchObject({
    doctors: false,
    holidays: false,
    staff: false,
    email: false,
    payments: false,
  })
})

it('sees what has been set up, and not a doctor’s absence for a holiday', () => {
  const db = seededDatabase()
  const [doctor] = db.select().from(doctors).all()
  const closure = { fromDate: TODAY, toDate: TODAY, fromMinute: 0, toMinute: 1440, reason: 'Away' }
  const close = (id: string, doctorId: string | null) =>
    insertClosure(db, { ...closure, id, doctorId, sendsEmails: true } as never)
  close('absence', doctor?.id ?? '')
  expect(setupOf(db, LOCAL)).toMatchObject({ hours: true, doctors: true, treatments: true })
  expect(setupOf(db, LOCAL).holidays).toBe(false)
  close('holiday', null)
  addPatient(db, 'rita')
  const [rita] = db.select().from(users).all()
  grantStaff(db, { email: rita?.email ?? '', actor: null, now: new Date() })
  expect(setupOf(db, LOCAL)).toMatchObject({ holidays: true, staff: true })
})
