import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import * as english from './en/all.ts'
import * as spanish from './es/all.ts'
import { TRANSLATIONS } from './languages.ts'

type Text = string | ((...values: never[]) => unknown)

interface Translated {
  /** 'families.children.bookFor' */
  path: string
  english: Text
  own: Text
}

/** Every text with its translation. */
function pairs(english: object, own: object, path = ''): Translated[] {
  const found = new Map(Object.entries(own))
  return Object.entries(english).flatMap(([key, said]): Translated[] => {
    const one = { path: `${path}${key}`, english: said as unknown, own: found.get(key) as unknown }
    return isTranslated(one) ? [one] : pairs(Object(one.english), Object(one.own), `${one.path}.`)
  })
}

const isText = (value: unknown): value is Text =>
  typeof value === 'string' || typeof value === 'function'

const isTranslated = (one: { path: string; english: unknown; own: unknown }): one is Translated =>
  isText(one.english) && isText(one.own)

const factsOf = (text: Text) =>
  typeof text === 'string' ? [...new Set(text.match(/\{\w+\}/g))].sort() : []

/** The names of a function's parameters, 'day'; one that it takes apart is 'patient, doctor'. */
const parametersOf = (text: Text) =>
  /^\(?([^)=]*)/.exec(String(text))?.[1]?.match(/\{[^}]*\}|\w+/g) ?? []

/** What a function says of these values; undefined if it takes other things than text, as links. */
function sayWith(text: Text, values: readonly string[]): string | undefined {
  try {
    const answer: unknown = Reflect.apply(text as () => unknown, undefined, values)
    return typeof answer === 'object' ? renderToStaticMarkup(answer as ReactNode) : String(answer)
  } catch {
    return undefined
  }
}

/** Whether a function uses all its arguments, as many as the English one. */
function usesAll(text: Text): boolean {
  if (typeof text === 'string') return true
  const parameters = parametersOf(text)
  const marks = parameters.map((_, place) => `mark${place}`)
  const said = parameters.some((name) => name.startsWith('{')) ? undefined : sayWith(text, marks)
  if (said !== undefined) return marks.every((mark) => said.includes(mark))
  const [head = '', ...body] = String(text).split('=>')
  const used: readonly string[] = body.join('=>').match(/\w+/g) ?? []
  return (head.match(/\w+/g) ?? []).every((name) => used.includes(name))
}

/** Whether a sentence that ends with a time, '9:00 a.m.', has a second point. */
function endsTwice({ own }: Translated): boolean {
  if (typeof own === 'string') return own.includes('{slot}.')
  const isTime = (name: string) => /^(time|slot|when|end|start|minute)$/.test(name)
  const values = parametersOf(own).map((name) => (isTime(name) ? '9:00 a.m.' : 'X'))
  return sayWith(own, values)?.includes('a.m..') === true
}

/** Long enough to differ in every language. */
const isSentence = (text: string) => text.split(' ').length > 2

describe.each(TRANSLATIONS)('the words of %s', async (language) => {
  const all = pairs(english, (await import(`./${language}/all.ts`)) as object)
  const pathsWhere = (isWrong: (one: Translated) => boolean) =>
    all.filter(isWrong).map(({ path }) => path)

  it('are translated', () => {
    const left = pathsWhere(
      ({ english, own }) => typeof own === 'string' && isSentence(own) && own === english,
    )
    // Staff read English in every language.
    expect(left.filter((path) => !path.includes('.forStaff.'))).toEqual([])
  })

  it('name the same facts', () => {
    expect(pathsWhere((one) => `${factsOf(one.own)}` !== `${factsOf(one.english)}`)).toEqual([])
  })

  it('use every argument, as English does', () => {
    const isWrong = ({ english, own }: Translated) =>
      !usesAll(own) ||
      !usesAll(english) ||
      (typeof own === 'function' && own.length !== Number(Object(english).length))
    expect(pathsWhere(isWrong)).toEqual([])
  })

  it('end no sentence with the point of a time and another', () => {
    expect(pathsWhere(endsTwice)).toEqual([])
  })
})

it('opens Spanish questions and exclamations, and quotes with « »', () => {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
  const wrong = pairs(english, spanish).filter(({ own }) => {
    const text = String(own)
    if (/[“”]/.test(text)) return true
    if (typeof own !== 'string') return false
    return count(own, /\?/g) !== count(own, /¿/g) || count(own, /!/g) !== count(own, /¡/g)
  })
  expect(wrong.map(({ path }) => path)).toEqual([])
})
