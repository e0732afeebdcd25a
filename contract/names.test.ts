import { expect, it } from 'vitest'
import { isolate, joinNames } from './names.ts'

it('joins names in words', () => {
  expect(joinNames(['Mia'])).toBe('Mia')
  expect(joinNames(['Mia', 'Ben', 'Ida'])).toBe('Mia, Ben, and Ida')
})

it('isolates names written from right to left, and no others', () => {
  expect(['Mia', 'Юлия', '李雷'].map(isolate)).toEqual(['Mia', 'Юлия', '李雷'])
  expect(joinNames(['נועה', 'Ben', 'سارة'])).toBe('\u2068נועה\u2069, Ben, and \u2068سارة\u2069')
})
