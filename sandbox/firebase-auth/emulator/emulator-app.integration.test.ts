import { expect, it } from 'vitest'
import { Project } from './emulator-app.ts'

it('accepts the login of a new account even if a second ends before its password is stored', () => {
  const project = new Project('sprout')
  const account = project.createUserWithLocalId('mia', {
    lastLoginAt: '1795902999999',
    validSince: '1795903000',
  })
  expect(account?.validSince).toBe('1795902999')
})
