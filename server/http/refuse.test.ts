import { expect, it } from 'vitest'
import { beside, type RefusalCode } from '#contract/refusals/refusals.ts'
import { explain, refusalOf, refuse } from './refuse.ts'

const call = {
  refusals: {
    full: [409, 'A list has {most} entries at most.'],
    same_name: [409, beside('name', '{name} is on the list already.'), 'same_entry'],
    same_day: [409, 'There is one that day already.', 'same_entry'],
    not_found: [404, 'There is no such list.'],
  },
} as const

it('puts the facts of a refusal into its sentence', () => {
  expect(refuse(call, 'not_found')).toMatchObject({ statusCode: 404, code: 'not_found' })
  expect(refuse(call, 'full', { most: 3 }).message).toBe('A list has 3 entries at most.')
  expect(explain(call, 'same_day')).toEqual({
    code: 'same_entry',
    message: 'There is one that day already.',
  })
})

it('names the field that a refusal concerns, and leaves facts unchanged', () => {
  const message = '$& {most} is on the list already.'
  expect(refusalOf(call, 'same_name', { name: '$& {most}' })).toEqual({
    status: 409,
    code: 'same_entry',
    message,
    issues: [{ path: 'name', message }],
  })
})

it('is limited by the compiler to the reasons of the call and their facts', () => {
  // @ts-expect-error The call does not declare this reason.
  expect(() => refuse(call, 'same_entry')).toThrow()
  // @ts-expect-error The sentence needs a fact.
  expect(refuse(call, 'full').message).toContain('{most}')
  // @ts-expect-error The sentence needs another fact.
  expect(refuse(call, 'full', { least: 3 }).message).toContain('{most}')
  // @ts-expect-error The sentence takes no fact.
  expect(refuse(call, 'not_found', { most: 3 }).message).toBe('There is no such list.')
  const codes: RefusalCode<typeof call>[] = ['full', 'same_entry', 'not_found']
  // @ts-expect-error This is a reason, not a code.
  codes.push('same_name')
})
