import { expect, it } from 'vitest'
import { isInvited, ownPathOf, returningTo, signInState } from './origin.ts'

it('the login leads back to path, query and fragment', () => {
  const location = { pathname: '/appointment', search: '?date=2026-06-09', hash: '#slots' }
  const state = returningTo({ ...location, state: null, key: 'one' })
  expect(signInState(state).from).toBe('/appointment?date=2026-06-09#slots')
})

it.each([
  ['another site', 'https://evil.example/'],
  ['a script', 'javascript:alert(1)'],
  ['another host', '//evil.example/'],
  ['another host with a backslash', '/\\evil.example/'],
  ['another host with a tab', '/\t/evil.example/'],
  ['another host behind a language', '/es//evil.example/'],
  ['another host with a backslash behind a language', '/es/\\evil.example/'],
  ['a number', 7],
])('the login does not lead to %s', (_, from) => {
  expect(signInState({ from }).from).toBeUndefined()
})

const SITE = 'https://sprout.example'

it.each([
  [`${SITE}/dashboard?a=b#c`, '/dashboard?a=b#c'],
  [`${SITE}/es/dashboard?a=b#c`, '/dashboard?a=b#c'],
  [`${SITE}/es`, '/'],
  [`${SITE}/es?day=2027-05-01`, '/?day=2027-05-01'],
  [`${SITE}/essay`, '/essay'],
  ['/dashboard', '/dashboard'],
  ['/es/dashboard#claim', '/dashboard#claim'],
])('continues in the language of the page: %s', (url, path) => {
  expect(ownPathOf(url, SITE)).toBe(path)
  expect(signInState({ from: url.replace(SITE, '') }).from).toBe(path)
})

it.each([null, '', 'dashboard', 'https://evil.example/es', `${SITE}/es//evil.example`])(
  'does not continue at %s',
  (url) => {
    expect(ownPathOf(url, SITE)).toBeUndefined()
  },
)

it.each([
  ['/invitation/1', true],
  ['/invitations', false],
  [undefined, false],
])('knows whether %s is the page of an invitation', (from, expected) => {
  expect(isInvited({ from })).toBe(expected)
})

it.each([null, undefined, 'text', 7])('ignores other values in the history: %s', (state) => {
  expect(signInState(state)).toMatchObject({ from: undefined, email: undefined })
})
