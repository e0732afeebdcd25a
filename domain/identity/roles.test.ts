import { describe, expect, it } from 'vitest'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { users } from '#drizzle/schema/index.ts'
import { addPatient, eventsOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { grantAdmin, revokeAdmin } from './roles.ts'

describe('admins', () => {
  it('are granted and revoked, each with its event', () => {
    const db = seededDatabase()
    for (const uid of ['one', 'two']) addPatient(db, uid)
    const change = { email: 'one@example.com', actor: null, now: NOW }
    expect(grantAdmin(db, change)).toBe('granted')
    expect(grantAdmin(db, change)).toBe('admin_already')
    expect(grantAdmin(db, { ...change, email: 'two@example.com', actor: 'one' })).toBe('granted')
    expect(revokeAdmin(db, { ...change, actor: 'two' })).toBe('revoked')
    expect(revokeAdmin(db, change)).toBe('no_admin')
    expect(eventsOf(db, 'one').slice(1)).toEqual([
      { kind: 'user.promoted', actor: null, data: {} },
      { kind: 'user.demoted', actor: 'two', data: {} },
    ])
    expect(eventsOf(db, 'two').slice(1)).toEqual([
      { kind: 'user.promoted', actor: 'one', data: {} },
    ])
  })

  it('include at least one', () => {
    const db = seededDatabase()
    addPatient(db, 'one')
    const change = { email: 'one@example.com', actor: null, now: NOW }
    grantAdmin(db, change)
    expect(revokeAdmin(db, change)).toBe('last_admin')
    expect(findUser(db, 'one')?.role).toBe('admin')
    expect(eventsOf(db, 'one').map(({ kind }) => kind)).not.toContain('user.demoted')
  })

  it('refuses unknown users', () => {
    const db = seededDatabase()
    const change = { email: 'nobody@example.com', actor: null, now: NOW }
    expect(grantAdmin(db, change)).toBe('unknown_user')
    expect(revokeAdmin(db, change)).toBe('unknown_user')
    expect(db.select().from(users).all()).toEqual([])
  })
})
