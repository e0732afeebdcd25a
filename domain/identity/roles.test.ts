import { expect, it } from 'vitest'
import { addPatient, eventsOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { grantAdmin, revokeAdmin } from './roles.ts'

it('grants and revokes admin access, each with an event', () => {
  const db = seededDatabase()
  for (const uid of ['one', 'two']) addPatient(db, uid)
  const change = { email: 'one@example.com', actor: null, now: NOW }
  expect(grantAdmin(db, change)).toBe('granted')
  expect(grantAdmin(db, change)).toBe('admin_already')
  expect(grantAdmin(db, { ...change, email: 'two@example.com', actor: 'one' })).toBe('granted')
  expect(revokeAdmin(db, { ...change, actor: 'two' })).toBe('revoked')
  expect(revokeAdmin(db, change)).toBe('no_admin')
  expect(revokeAdmin(db, { ...change, email: 'two@example.com' })).toBe('last_admin')
  expect(eventsOf(db, 'one').slice(1)).toEqual([
    { kind: 'user.promoted', actor: null, data: {} },
    { kind: 'user.demoted', actor: 'two', data: {} },
  ])
  expect(eventsOf(db, 'two').slice(1)).toEqual([{ kind: 'user.promoted', actor: 'one', data: {} }])
})
