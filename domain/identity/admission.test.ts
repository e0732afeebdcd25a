import { beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '#drizzle/client.ts'
import { findUser, findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { addAppointment, eventsOf, NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { admitAccount, relinkAccount } from './admission.ts'
import { grantAdmin } from './roles.ts'

const ANNA = {
  uid: 'u1',
  email: 'anna@example.com',
  name: 'Anna',
  photo: null,
  emailVerified: true,
}

let db: Transaction

beforeEach(() => {
  db = seededDatabase()
})

describe('admitting an account', () => {
  it('registers it on first login, as a patient', () => {
    const { outcome } = admitAccount(db, ANNA, NOW)
    expect(outcome).toBe('registered')
    expect(findUser(db, 'u1')).toMatchObject({
      ...ANNA,
      providerPhoto: null,
      role: 'patient',
      createdAt: NOW,
    })
    expect(eventsOf(db, 'u1')).toEqual([{ kind: 'user.registered', actor: 'u1', data: {} }])
  })

  it('changes nothing on second login', () => {
    admitAccount(db, ANNA, NOW)
    expect(admitAccount(db, ANNA, NOW)).toMatchObject({ outcome: 'known', user: ANNA })
    expect(eventsOf(db, 'u1')).toHaveLength(1)
  })

  it('updates the profile from the provider and records the fields, not their values', () => {
    admitAccount(db, ANNA, NOW)
    const married = { ...ANNA, name: 'Anna B', email: 'anna.b@example.com' }
    expect(admitAccount(db, married, NOW)).toMatchObject({ outcome: 'updated', user: married })
    expect(eventsOf(db, 'u1')).toContainEqual({
      kind: 'user.updated',
      actor: 'u1',
      data: { fields: ['email', 'name'] },
    })
  })

  it('asks for the name of an account that has none or an invalid one, and keeps an earlier one', () => {
    const nameless = { ...ANNA, name: null }
    expect(admitAccount(db, nameless, NOW)).toMatchObject({ user: { name: '' } })
    admitAccount(db, { ...ANNA, name: '  Anna  ' }, NOW)
    expect(admitAccount(db, nameless, NOW)).toMatchObject({
      outcome: 'known',
      user: { name: 'Anna' },
    })
  })

  it('shortens a long name without splitting a character, and recognizes it again', () => {
    const long = { ...ANNA, name: `${'a'.repeat(99)}😀` }
    const broken = { ...ANNA, uid: 'u2', email: 'b@example.com', name: 'Anna \uD83D B' }
    expect(admitAccount(db, long, NOW)).toMatchObject({ user: { name: 'a'.repeat(99) } })
    expect(admitAccount(db, broken, NOW)).toMatchObject({ user: { name: 'Anna \uFFFD B' } })
    for (const account of [long, broken]) {
      expect(admitAccount(db, account, NOW).outcome).toBe('known')
      expect(eventsOf(db, account.uid)).toHaveLength(1)
    }
  })

  it('removes characters that change text direction or break lines from a name', () => {
    const turned = { ...ANNA, name: '\u202EAnna\u2066 \r\nאנה\u200F' }
    expect(admitAccount(db, turned, NOW)).toMatchObject({ user: { name: 'Anna אנה' } })
    expect(admitAccount(db, turned, NOW).outcome).toBe('known')
    const nothingElse = { ...ANNA, name: '\u202E' }
    expect(admitAccount(db, nothingElse, NOW).outcome).toBe('known')
  })

  it('refuses an email that another account has, and changes nothing', () => {
    admitAccount(db, ANNA, NOW)
    const other = { ...ANNA, uid: 'u2', name: 'Olga' }
    expect(admitAccount(db, other, NOW)).toEqual({ outcome: 'email_taken', holder: 'u1' })
    expect(findUser(db, 'u2')).toBeUndefined()

    const boris = { ...ANNA, uid: 'u3', email: 'boris@example.com' }
    admitAccount(db, boris, NOW)
    expect(admitAccount(db, { ...boris, email: ANNA.email }, NOW).outcome).toBe('email_taken')
    expect(findUser(db, 'u3')?.email).toBe('boris@example.com')
  })
})

describe('relinking', () => {
  it('gives the new account the appointments of the old one, but not its admin role', () => {
    addAppointment(db)
    grantAdmin(db, { email: ANNA.email, actor: null, now: NOW })
    const outcome = relinkAccount(db, { ...ANNA, uid: 'u9' }, { from: 'anna', now: NOW })
    expect(outcome).toMatchObject({ outcome: 'relinked', user: { uid: 'u9', role: 'patient' } })
    expect(findUser(db, 'anna')).toBeUndefined()
    expect(db.select().from(appointments).all()).toMatchObject([{ patientUid: 'u9' }])
    expect(eventsOf(db, 'u9')).toContainEqual({
      kind: 'user.relinked',
      actor: 'u9',
      data: { from: 'anna' },
    })
  })

  it('does not merge two users', () => {
    admitAccount(db, ANNA, NOW)
    admitAccount(db, { ...ANNA, uid: 'u9', email: 'other@example.com' }, NOW)
    const outcome = relinkAccount(db, { ...ANNA, uid: 'u9' }, { from: 'u1', now: NOW })
    expect(outcome).toEqual({ outcome: 'email_taken', holder: 'u1' })
    expect(findUserByEmail(db, ANNA.email)?.uid).toBe('u1')
  })

  it('reads the old user again if it has changed meanwhile', () => {
    admitAccount(db, ANNA, NOW)
    const outcome = relinkAccount(db, { ...ANNA, uid: 'u9' }, { from: 'u0', now: NOW })
    expect(outcome).toEqual({ outcome: 'email_taken', holder: 'u1' })
  })
})
