import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { emailAddress, typedEmail } from './identity/users.ts'
import { phone } from './phone.ts'
import { optionalLine, optionalText, requiredLine, requiredText, typedTexts } from './text.ts'
import { plannedDate, wireDate } from './wire-date.ts'

// docs/requirements.md#validation: every text in a call is a line, a text or a phone number, or has a
// format that limits its characters.

/** Other texts, each with the reason why it may contain any characters. */
const OTHERS: Record<string, string> = {
  treatment: 'Compared with the names of treatments.',
  slot: 'Compared with the times that are offered.',
  fingerprint: 'Compared with one of the server’s own.',
  version: 'Compared with one of the server’s own.',
  'treatments.name': 'Compared with the texts of an imported file.',
  'doctors.name': 'Compared with the texts of an imported file.',
  'seen.name': 'Compared with the stored name.',
  'seen.phone': 'Compared with the stored number.',
  'seen.email': 'Compared with the stored address.',
  'seen.birthDate': 'Compared with the stored date.',
  'seen.claimed': 'Compared with a stored uid.',
  patientName: 'Ignored: a booking has the name of its account.',
  birthDate: 'Trimmed, and then a date.',
  date: 'Compared with the proposed day.',
  img: 'Parsed as the address of an uploaded image.',
  url: 'Parsed as an address.',
  facebook: 'Parsed as an address.',
  instagram: 'Parsed as an address.',
  linkedin: 'Parsed as an address.',
  twitter: 'Parsed as an address.',
  npi: 'Ten digits with a check digit, or empty.',
  ids: 'Split, and then ids.',
  token: 'Compared with a signature.',
}

/** The parts of JSON Schema that describe texts. */
interface Described {
  type?: string | string[]
  kind?: string
  pattern?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Described>
  items?: Described
  additionalProperties?: Described
  propertyNames?: Described
  anyOf?: Described[]
  oneOf?: Described[]
  allOf?: Described[]
}

/** Part of a request as JSON Schema, in which each text names its kind. */
function describeInput(schema: z.ZodMiniType): Described {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    metadata: typedTexts,
    override: ({ zodSchema, jsonSchema }) => {
      const kinds = [
        [wireDate, 'date'],
        [plannedDate, 'date'],
        [emailAddress, 'email'],
        [typedEmail, 'email'],
      ] as const
      const known = kinds.find(([one]) => Object.is(one, zodSchema))
      if (known) Object.assign(jsonSchema, { kind: known[1] })
    },
  }) as Described
}

/** The paths in a schema that accept any characters. */
function listUnruled(schema: Described, place: readonly string[] = []): string[] {
  const { kind, pattern, format } = schema
  if (kind !== undefined || format !== undefined || schema.enum || schema.const !== undefined) {
    return []
  }
  if (schema.type?.includes('string')) {
    return pattern?.startsWith('^') && pattern.endsWith('$') ? [] : [place.join('.')]
  }
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    listUnruled(each, [...place, name]),
  )
  const { items, additionalProperties, propertyNames, anyOf, oneOf, allOf } = schema
  const same = [items, additionalProperties, propertyNames, anyOf, oneOf, allOf]
    .flatMap((each) => each ?? [])
    .flatMap((each) => listUnruled(each, place))
  return [...inner, ...same]
}

async function readCalls(): Promise<Call[]> {
  const files = globSync('**/*-calls.ts', { cwd: import.meta.dirname })
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(import.meta.dirname, file)).href)),
  )
  return modules.flatMap((each) => Object.values<Call>(each)).filter(({ method }) => method)
}

test('every text in a call has a kind, or is listed with a reason', async () => {
  const calls = await readCalls()
  expect(calls.length).toBeGreaterThan(150)
  const unruled = calls.flatMap(({ method, path, params, query, body }) =>
    [params, query, body].flatMap((part) =>
      part
        ? listUnruled(describeInput(part)).map((place) => ({ place, call: `${method} ${path}` }))
        : [],
    ),
  )
  const nameOf = (place: string) =>
    Object.keys(OTHERS).find((one) => `.${place}`.endsWith(`.${one}`))
  expect(unruled.filter(({ place }) => nameOf(place) === undefined)).toEqual([])
  // Fails if a listed reason is no longer needed.
  expect([...new Set(unruled.map(({ place }) => nameOf(place)))].sort()).toEqual(
    Object.keys(OTHERS).sort(),
  )
})

const line = requiredLine('Field', 20)
const text = requiredText('Field', 20)
const UNSHOWN = 'Field has characters that can’t be shown'

const problemOf = (schema: z.ZodMiniType, typed: string) =>
  schema.safeParse(typed).error?.issues[0]?.message

describe.each([
  ['a line', line],
  ['a text', text],
])('%s', (_, schema) => {
  it.each([
    ['NUL', 'a\0b'],
    ['an escape', 'a\u001b[2Jb'],
    ['a delete', 'a\u007fb'],
    ['half a surrogate pair', 'a\uD83D'],
    ['a private character', 'a\uE000'],
    ['an annotation', 'a\uFFF9b'],
  ])('refuses %s', (_name, typed) => expect(problemOf(schema, typed)).toBe(UNSHOWN))

  it.each([
    ['a right-to-left override', 'in\u202Evoice'],
    ['an isolate', '\u2067in\u2069voice'],
    ['a mark of direction', 'in\u200Fvoice'],
    ['a zero-width space', 'in\u200Bvoice'],
    ['a word joiner', 'in\u2060voice'],
    ['a byte order mark', '\uFEFFinvoice'],
    ['a soft hyphen', 'in\u00ADvoice'],
    ['a filler', 'in\u3164voice'],
    ['a hidden tag', 'invoice\u{E0041}'],
  ])('drops %s', (_name, typed) => expect(schema.parse(typed)).toBe('invoice'))

  it.each([' ', '\u200B', '\u200D\u200C', '\u2800', '\u3164', '\uFE0F'])(
    'that is required is not %j',
    (typed) => expect(problemOf(schema, typed)).toBe('Field is required'),
  )

  it.each(['Zoë O’Neil', 'علی‌رضا', '👩‍👧 ❤️', 'a, b; "c" <d> =e', '🇺🇸'])('takes %s', (typed) =>
    expect(schema.parse(` ${typed} `)).toBe(typed),
  )

  it('has a length', () => {
    expect(schema.parse('x'.repeat(20))).toHaveLength(20)
    expect(problemOf(schema, 'x'.repeat(21))).toBe('Field must be 20 characters or fewer')
  })
})

test('an optional text may be empty', () => {
  expect(optionalLine('Field', 5).parse(' \u200B')).toBe('')
  expect(optionalText('Field', 5).parse('\n')).toBe('')
})

test.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'a line has no line break %j',
  (end) => expect(problemOf(line, `a${end}b`)).toBe('Field must be one line'),
)

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])(
  'a text has line breaks of one kind: %j',
  (end) => expect(text.parse(`a${end}b`)).toBe('a\nb'),
)

test('a tab becomes a space', () => expect(line.parse('a\tb')).toBe('a b'))

test.each([
  'abc',
  '=cmd|calc',
  '555\n0142',
  '555\r\n0142',
  '555\u20280142',
  '5550142\0',
  '=1+5550142',
])('no phone number is %j', (typed) => expect(phone.safeParse(typed).success).toBe(false))

test.each([
  ['(503) 555-0142', '\u202A(503) 555\u200B-0142\u202C'],
  ['503-555-0142', '503\u2011555\u20130142'],
  ['503-555-0142', '503\u2212555\uFF0D0142'],
  ['+1 503 555 0142', '\uFF0B1\u00A0503 ５５５ 0142'],
  ['(+1) 503-555-0142', '(+1) 503-555-0142'],
  ['503-555-0142, ext 12', '503-555-0142, ext 12'],
  ['503-555-0142 extension 12', '503-555-0142 extension 12'],
  ['(503) 555-0142 x12', '(503) 555-0142 x12'],
  ['030/123456', '030/123456'],
])('the phone number %s is read from pasted text: %j', (stored, typed) => {
  expect(phone.parse(typed)).toBe(stored)
})

/** The kinds of texts in a schema, from its JSON Schema. */
function kindsIn(described: unknown): unknown[] {
  if (typeof described !== 'object' || described === null) return []
  return Object.entries(described).flatMap(([key, part]) =>
    key === 'kind' ? [part] : kindsIn(part),
  )
}

test('no answer validates names as typed text, which would load a file of rules in browsers', async () => {
  const calls = await readCalls()
  const answers = calls.flatMap(({ method, path, answers }) =>
    Object.values(answers).map((schema) => ({ call: `${method} ${path}`, schema })),
  )
  expect(answers.length).toBeGreaterThan(100)
  const checking = answers.filter(({ schema }) => kindsIn(describeInput(schema)).includes('name'))
  expect(checking.map(({ call }) => call)).toEqual([])
})
