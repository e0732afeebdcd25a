import { describe, expect, test } from 'vitest'
import { decideCredentials, findAccountChange, permissionsOf } from './account-policy.ts'
import type { SignInMethod, VerifiedIdentity } from './identity-provider.ts'

const EMAIL = 'parent@example.com'
const PASSWORD = { id: 'password', email: EMAIL }
const GOOGLE = { id: 'google.com', email: EMAIL }
const FOREIGN_GOOGLE = { id: 'google.com', email: 'intruder@example.com' }

function identity(
  methods: SignInMethod[],
  signInMethod: string,
  changes: Partial<VerifiedIdentity> = {},
): VerifiedIdentity {
  return {
    uid: 'u1',
    email: EMAIL,
    emailVerified: true,
    disabled: false,
    name: null,
    picture: null,
    methods,
    secondFactors: [],
    validFrom: null,
    authTime: new Date(0),
    signInMethod,
    usedSecondFactor: false,
    ...changes,
  }
}

const UNVERIFIED = { emailVerified: false, credentials: ['password'] }

describe('when an email is verified', () => {
  const cases: [
    name: string,
    identity: VerifiedIdentity,
    known: { emailVerified: boolean; credentials: string[] | null } | undefined,
    expected: { replaces: boolean; keep?: string | null; isAdmitted: boolean },
  ][] = [
    [
      'by Google, the earlier password is replaced',
      identity([GOOGLE, PASSWORD], 'google.com'),
      UNVERIFIED,
      { replaces: true, keep: 'google.com', isAdmitted: true },
    ],
    [
      'by Google, a password that the provider removed still had sessions',
      identity([GOOGLE], 'google.com'),
      UNVERIFIED,
      { replaces: true, keep: 'google.com', isAdmitted: true },
    ],
    [
      'by Google, a sign-in with the password is refused',
      identity([GOOGLE, PASSWORD], 'password'),
      UNVERIFIED,
      { replaces: true, keep: 'google.com', isAdmitted: false },
    ],
    [
      'by a reset link, a linked account with another email is removed',
      identity([PASSWORD, FOREIGN_GOOGLE], 'password'),
      UNVERIFIED,
      { replaces: true, keep: 'password', isAdmitted: true },
    ],
    [
      'by a reset link, a linked account with another email is refused, even the first time',
      identity([PASSWORD, FOREIGN_GOOGLE], 'google.com'),
      undefined,
      { replaces: true, keep: 'password', isAdmitted: false },
    ],
    [
      'nothing is left of an account that only has another person’s credentials',
      identity([FOREIGN_GOOGLE], 'google.com'),
      undefined,
      { replaces: true, keep: null, isAdmitted: false },
    ],
    [
      'earlier second factors are removed',
      identity([GOOGLE], 'google.com', { secondFactors: ['phone'] }),
      undefined,
      { replaces: true, keep: 'google.com', isAdmitted: true },
    ],
    [
      'by a link to the account’s own password, nothing changes',
      identity([PASSWORD], 'password'),
      UNVERIFIED,
      { replaces: false, isAdmitted: true },
    ],
    [
      'from the beginning, by a sign-up with Google, nothing changes',
      identity([GOOGLE], 'google.com'),
      undefined,
      { replaces: false, isAdmitted: true },
    ],
    [
      'and was so before, methods that are linked later stay',
      identity([PASSWORD, FOREIGN_GOOGLE], 'google.com'),
      { emailVerified: true, credentials: ['password'] },
      { replaces: false, isAdmitted: true },
    ],
  ]
  test.each(cases)('%s', (_name, verified, known, expected) => {
    expect(decideCredentials(verified, known)).toMatchObject(expected)
  })
})

test('an unverified account is neither promoted nor linked to existing data, and may book less', () => {
  const limits = { verified: 4, unverified: 2 }
  expect(permissionsOf({ emailVerified: false }, limits)).toEqual({
    canBePromoted: false,
    canTakeOverData: false,
    unpaidLimit: 2,
  })
  expect(permissionsOf({ emailVerified: true }, limits)).toEqual({
    canBePromoted: true,
    canTakeOverData: true,
    unpaidLimit: 4,
  })
})

describe('earlier sessions', () => {
  const email = 'anna@example.com'
  const known = {
    email,
    credentials: ['google.com', 'password'],
    providerValidFrom: new Date(1_000),
  }
  const now = { email, methods: [GOOGLE, PASSWORD], secondFactors: [], validFrom: new Date(1_000) }
  test.each([
    ['go on while nothing changes', {}, null],
    [
      'go on after another method was linked',
      { methods: [GOOGLE, PASSWORD, { id: 'x', email: null }] },
      null,
    ],
    ['end after a reset', { validFrom: new Date(2_000) }, 'password_reset'],
    ['end after a change of email', { email: 'anna@new.example' }, 'email_changed'],
    [
      'end after a change of email for which the provider ended its own',
      { email: 'anna@new.example', validFrom: new Date(2_000) },
      'email_changed',
    ],
    ['end when a credential is removed', { methods: [GOOGLE] }, 'credential_removed'],
    ['end when a second factor is added', { secondFactors: ['phone'] }, 'second_factor_added'],
  ])('%s', (_name, change, reason) => {
    expect(findAccountChange(known, { ...now, ...change })).toBe(reason)
  })
})
