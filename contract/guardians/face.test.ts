import { expect, it } from 'vitest'
import { faceInitials, TINTS, tintOf } from './face.ts'

it.each([
  ['Mia', 'M'],
  ['Mia Lund', 'ML'],
  ['ana maria de la Cruz', 'AC'],
  ['李雷', '李'],
])('shortens %s to %s', (name, initials) => {
  expect(faceInitials(name)).toBe(initials)
})

it('gives every color to some children', () => {
  const ids = Array.from(
    { length: 100 },
    (_, index) => `0190a5c8-0000-7000-8000-0000000000${index}`,
  )
  expect(new Set(ids.map(tintOf))).toEqual(new Set(TINTS))
})
