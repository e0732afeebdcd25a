import { describe, expect, it } from 'vitest'
import { SOME_RARE_EMAILS } from '#contract/testing/rare-emails.ts'
import { createFirebaseIdentity } from '#domain/identity/firebase.ts'
import { freePort } from '#workers/testing/free-port.ts'
import { emulatedProject } from './emulator/project.ts'
import {
  callIdentity,
  forgeIdToken,
  signIn,
  signInWithGoogle,
  signUp,
  startProviderForTests,
} from './testing.ts'

const { identity, admin, origin } = await startProviderForTests()
const rejected = { name: 'IdentityError', failure: 'rejected' }
const unavailable = { name: 'IdentityError', failure: 'unavailable' }

describe('a valid token', () => {
  it('represents the account’s current state, whatever name the token contains', async () => {
    const { answer } = await signUp(origin, 'Mixed.Case@Example.test')
    expect(await identity.verify(answer.idToken)).toMatchObject({
      uid: answer.localId,
      email: 'mixed.case@example.test',
      emailVerified: false,
      disabled: false,
      name: null,
      picture: null,
      methods: [{ id: 'password', email: 'mixed.case@example.test' }],
      secondFactors: [],
      signInMethod: 'password',
      usedSecondFactor: false,
    })
    await callIdentity(origin, 'v1/accounts:update', {
      idToken: answer.idToken,
      displayName: 'Mia Mixed',
      photoUrl: 'https://images.example.test/mia.png',
    })
    expect(await identity.verify(answer.idToken)).toMatchObject({
      name: 'Mia Mixed',
      picture: 'https://images.example.test/mia.png',
    })
  })

  it('has the email of the sign-up form, including unusual ones', async () => {
    for (const { email } of SOME_RARE_EMAILS) {
      if (!email) continue
      const { answer } = await signUp(origin, email)
      expect(await identity.verify(answer.idToken)).toMatchObject({ email })
      expect(await signIn(origin, email)).toMatchObject({ status: 200 })
    }
  })

  it('has a verified email if it is a Google account’s', async () => {
    const { answer } = await signInWithGoogle(origin, { email: 'g@example.test', name: 'Gil' })
    expect(await identity.verify(answer.idToken)).toMatchObject({
      emailVerified: true,
      name: 'Gil',
    })
  })
})

describe('an invalid token', () => {
  it.each([
    '',
    'a',
    'a.b.c',
    '..',
    'bnVsbA.bnVsbA.',
    'W10.W10.',
    '{}.{}.{}',
    `${'e30'}.${'e30'}.`,
    'x'.repeat(9_000),
  ])('is rejected: %.20s', async (token) => {
    await expect(identity.verify(token)).rejects.toMatchObject(rejected)
  })

  it.each([
    ['for an unknown user', { sub: 'nobody' }],
    ['of another audience', { aud: 'another-project' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/another-project' }],
    ['that expired', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['for another email than the account’s', { email: 'admin@example.com' }],
    ['without an email', { email: undefined }],
    ['whose subject is no text', { sub: 7 }],
    ['whose subject is too long', { sub: 'x'.repeat(200) }],
    ['from before the sessions were revoked', { auth_time: 1 }],
  ])('is rejected: one %s', async (_, wrong) => {
    const email = `victim${Math.random()}@example.test`
    const { answer } = await signUp(origin, email)
    const right = { sub: answer.localId, email }

    expect(await identity.verify(forgeIdToken(right))).toMatchObject({ uid: answer.localId })
    const forged = forgeIdToken({ ...right, ...wrong } as typeof right)
    await expect(identity.verify(forged)).rejects.toMatchObject(rejected)
  })

  it('is rejected with any single character changed in header or payload', async () => {
    const { answer } = await signUp(origin, 'flipped@example.test')
    const { length } = answer.idToken
    for (let position = 0; position < length - 1; position += 7) {
      const changed = `${answer.idToken.slice(0, position)}*${answer.idToken.slice(position + 1)}`
      await expect(identity.verify(changed)).rejects.toMatchObject(rejected)
    }
  })

  it('is rejected if the account was disabled or deleted since', async () => {
    const { answer } = await signUp(origin, 'gone@example.test')
    await admin.updateUser(answer.localId, { disabled: true })
    await expect(identity.verify(answer.idToken)).rejects.toMatchObject(rejected)
    await admin.updateUser(answer.localId, { disabled: false })
    await identity.deleteAccount(answer.localId)
    await expect(identity.verify(answer.idToken)).rejects.toMatchObject(rejected)
  })
})

describe('removing second factors', () => {
  it('leaves the password', async () => {
    const { answer } = await signUp(origin, 'phone@example.test')
    const { localId: uid } = answer
    const enrolledFactors = [{ uid: 'one', factorId: 'phone', phoneNumber: '+15035550100' }]
    await admin.updateUser(uid, { emailVerified: true, multiFactor: { enrolledFactors } })
    const factorsOf = async () => (await identity.findAccounts([uid])).get(uid)?.secondFactors
    expect(await factorsOf()).toHaveLength(1)
    expect(await identity.removeSecondFactors(uid)).toBeInstanceOf(Date)
    expect(await factorsOf()).toEqual([])
    expect(await signIn(origin, 'phone@example.test')).toMatchObject({ status: 200 })
  })
})

describe('deleting an account', () => {
  it('makes it unknown, and succeeds if it is gone already', async () => {
    const { answer } = await signUp(origin, 'leaving@example.test')
    expect(await identity.accountExists(answer.localId)).toBe(true)
    await identity.deleteAccount(answer.localId)
    await identity.deleteAccount(answer.localId)
    expect(await identity.accountExists(answer.localId)).toBe(false)
    expect((await signIn(origin, 'leaving@example.test')).status).toBe(400)
  })
})

describe('an unreachable provider', () => {
  it('is distinguished from a bad token', async () => {
    const nowhere = createFirebaseIdentity(emulatedProject({ authEmulatorPort: await freePort() }))
    const token = forgeIdToken({ sub: 'anybody', email: 'anybody@example.test' })

    await expect(nowhere.verify(token)).rejects.toMatchObject(unavailable)
    await expect(nowhere.verify('a.b.c')).rejects.toMatchObject(rejected)
    await expect(nowhere.accountExists('anybody')).rejects.toMatchObject(unavailable)
    await expect(nowhere.deleteAccount('anybody')).rejects.toMatchObject(unavailable)
    await nowhere.close()
  })
})
