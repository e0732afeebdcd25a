import { expect, it } from 'vitest'
import { isInvited, returningTo, signInState } from './origin.ts'

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
  ['a number', 7],
])('the login does not lead to %s', (_, from) => {
  expect(signInState({ from }).from).toBeUndefined()
})

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
