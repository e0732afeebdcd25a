import { expect, it } from 'vitest'
import { emailAddress } from './users.ts'

it('accepts an email address only if mail servers do', () => {
  const local = 'a'.repeat(64)
  expect(emailAddress.parse(`${local.toUpperCase()}@Example.com `)).toBe(`${local}@example.com`)
  const { error } = emailAddress.safeParse(`a${local}@example.com`)
  expect(error?.issues[0]?.message).toBe('The part before the @ must be 64 characters or fewer')
  expect(emailAddress.safeParse(`a@${'b'.repeat(250)}.com`).success).toBe(false)
})
