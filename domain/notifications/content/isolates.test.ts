import { describe, expect, it } from 'vitest'
import { inEnglish, isolated, isolatesToElements, isolating, withoutIsolates } from './isolates.ts'

const words = {
  hello: (name: string) => `Hello ${name},`,
  shared: { days: (days: number, name: string) => `${days} days of ${name}`, when: 'When' },
}

describe('what a sentence says of others', () => {
  it('is isolated in a right-to-left language', () => {
    const own = isolating(words, 'rtl')
    expect(isolatesToElements(own.hello('Ann'))).toBe('Hello <bdi>Ann</bdi>,')
    expect(isolatesToElements(own.shared.days(2, 'Ann'))).toBe('2 days of <bdi>Ann</bdi>')
    expect(own.shared.when).toBe('When')
  })

  it('is isolated in other languages if it is written from right to left', () => {
    const own = isolating(words, 'ltr')
    expect(own.hello('Ann')).toBe('Hello Ann,')
    expect(isolatesToElements(own.hello('محمد'))).toBe('Hello <bdi>محمد</bdi>,')
    expect(isolatesToElements(own.hello('דוד'))).toBe('Hello <bdi>דוד</bdi>,')
  })

  it('can be a sentence itself', () => {
    const own = isolating(words, 'rtl')
    expect(isolatesToElements(own.hello(own.shared.days(2, 'Ann')))).toBe(
      'Hello <bdi>2 days of <bdi>Ann</bdi></bdi>,',
    )
  })
})

it('a text without a translation is marked as English', () => {
  expect(isolatesToElements(`Traiga: ${inEnglish('a toy')}.`)).toBe(
    'Traiga: <bdi lang="en">a toy</bdi>.',
  )
})

it('isolates that do not match are left out', () => {
  for (const text of ['a\u2068b', 'a\u2069b', '\u2069ab\u2066']) {
    expect([isolatesToElements(text), withoutIsolates(text)]).toEqual(['ab', 'ab'])
  }
  expect(isolatesToElements(`\u2069${isolated('Ann', 'rtl')}\u2068`)).toBe('<bdi>Ann</bdi>')
})
