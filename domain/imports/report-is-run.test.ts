import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ImportKind } from '#contract/imports/import-fields.ts'
import { watchTransactions } from '#domain/testing/watch-transactions.ts'
import { children, deskFamilies } from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { MOST_OF_ONE } from './group-rows.ts'
import { importer, some } from './testing/import-file.ts'

// docs/requirements.md#moving-in: the run does what the check has reported, row by row.

const RUNS = 20

const oneOf = (...texts: string[]) => fc.constantFrom(...texts)
/** Empty half of the time, otherwise one of as many different texts. */
const perhaps = (number: number, text: (index: number) => string) =>
  fc.option(fc.nat(number - 1).map(text), { nil: '', freq: 2 })

// Some rows have something in common, by a household, a child or a phone.
const family = fc.record({
  Household: perhaps(12, (index) => `H${index}`),
  'Child id': perhaps(30, (index) => `C${index}`),
  Child: oneOf('Mia', 'MIA', 'Ben', 'Zoë', 'Ida', 'Leo', 'Ada', ''),
  DOB: fc.nat(20).map((index) => `2020-01-${10 + index}`),
  Parent: oneOf('Paula Parker', 'Paul Parker', 'Olive O’Hara', 'Nina Nguyen'),
  Phone: oneOf('5035550142', '(503) 555-0142', '5035550143', '5035550199', '5035550111', ''),
  Email: perhaps(8, (index) => (index === 0 ? 'wrong' : `Parent${index}@example.com`)),
  'Parent 2': oneOf('', '', 'Peter', 'Petra'),
})

/** A row whose people are in no other row. */
const stranger = (index: number) => ({
  Household: '',
  'Child id': '',
  Child: `Other ${String.fromCharCode(97 + (index % 26))}`,
  DOB: `2019-02-${10 + (index % 18)}`,
  Parent: `Parent ${index}`,
  Phone: `50355${String(index).padStart(5, '0')}`,
  Email: '',
  'Parent 2': '',
})

const toCsv = (rows: readonly Record<string, string>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((cells) => cells.join()).join('\n')

/** What a file's check reports and what its run does, in a clinic with these files. */
async function checkAndRun(before: readonly [ImportKind, string][], kind: ImportKind, csv: string) {
  const db = seededDatabase()
  for (const name of ['Ada', 'Bob']) addTreatingDoctor(db, name, 'Allergy Testing')
  const flow = importer(db)
  for (const file of before) await flow.import(...file)
  const id = await flow.load(kind, csv)
  await flow.map(id, {})
  await flow.check(id)
  const reported = flow.sentences(id)
  await flow.run(id)
  return { db, reported, done: flow.sentences(id) }
}

const KNOWN = toCsv([
  { ...stranger(1), Household: 'H1', Parent: 'Paula Parker', Phone: '5035550142' },
  { ...stranger(2), Parent: 'Olive O’Hara', Phone: '5035550143', Email: 'olive@example.com' },
])

it('of random families, however much their rows have in common', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(family, { minLength: 1, maxLength: 60 }), async (rows) => {
      const { reported, done } = await checkAndRun([['families', KNOWN]], 'families', toCsv(rows))
      expect(done).toEqual(reported)
    }),
    { numRuns: RUNS },
  )
}, 600_000)

const PATIENTS: [ImportKind, string][] = [
  [
    'families',
    toCsv(
      [1, 2, 3, 4, 5].map((index) => ({
        ...stranger(index),
        Household: `H${Math.ceil(index / 2)}`,
        'Child id': `C${index}`,
      })),
    ),
  ],
]
const CHILDREN = ['C1', 'C2', 'C3', 'C4', 'C5', 'C9']
const TREATMENTS = ['Allergy Testing', 'Weight Loss']

it.each<[ImportKind, fc.Arbitrary<Record<string, string>>]>([
  [
    'appointments',
    fc.record({
      'Appointment id': oneOf('', '', 'A1', 'A2', 'A3'),
      'Child id': oneOf(...CHILDREN),
      Date: oneOf('2027-03-15', '2027-03-16', '2027-03-17'),
      Time: oneOf('10:00', '10:10', '10:20', '10:40', '11:00'),
      Minutes: oneOf('10', '20', '30', '60'),
      Treatment: oneOf(...TREATMENTS),
      Doctor: oneOf('', 'Ada', 'Bob'),
    }),
  ],
  [
    'visits',
    fc.record({
      'Child id': oneOf(...CHILDREN),
      Child: oneOf('', 'Other b'),
      DOB: oneOf('2019-02-11'),
      Date: oneOf('2026-01-10', '2026-01-11'),
      Treatment: oneOf(...TREATMENTS),
    }),
  ],
  [
    'waits',
    fc.record({
      'Entry id': oneOf('', 'W1', 'W2'),
      'Child id': oneOf(...CHILDREN),
      Treatment: oneOf(...TREATMENTS),
      From: oneOf('2027-03-01'),
      To: oneOf('2027-04-30'),
      Siblings: oneOf('', '', 'B1', 'B2'),
    }),
  ],
])(
  'of random %s',
  async (kind, row) => {
    await fc.assert(
      // With at most eight rows, all that overlap are one unit.
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        const { reported, done } = await checkAndRun(PATIENTS, kind, toCsv(rows))
        expect(done).toEqual(reported)
      }),
      { numRuns: RUNS },
    )
  },
  600_000,
)

it('of a household with more rows than children are allowed, and of strangers with one phone', async () => {
  const household = Array.from({ length: 20 }, (_, index) => ({
    ...stranger(index),
    Household: 'H1',
    Parent: 'Paula Parker',
    Phone: '5035550142',
  }))
  const strangers = Array.from({ length: 30 }, (_, index) => ({
    ...stranger(index + 20),
    Household: `S${index}`,
    Phone: '5035550000',
  }))
  const csv = toCsv([...household, ...strangers])
  const { db, reported, done } = await checkAndRun([], 'families', csv)
  expect(done).toEqual(reported)
  expect(reported.slice(0, 20)).toEqual([
    ...Array(12).fill('added'),
    ...Array(4).fill('refused: A family can have up to 12 children.'),
    ...Array(4).fill(
      'refused: More than 16 rows of this file are of the same household, child or visit.',
    ),
  ])
  const added = reported.filter((sentence) => sentence === 'added').length
  expect(allOf(db, children)).toHaveLength(added)
  expect(allOf(db, deskFamilies)).toHaveLength(added - 11)
})

it('a few rows in each transaction', async () => {
  const db = seededDatabase()
  const rows = Array.from({ length: 100 }, (_, index) => ({
    ...stranger(index),
    Household: `H${Math.floor(index / 12)}`,
    Parent: `Parent ${Math.floor(index / 12)}`,
    Phone: `503556${String(Math.floor(index / 12)).padStart(4, '0')}`,
  }))
  const flow = importer(db)
  const id = await flow.load('families', toCsv(rows))
  await flow.map(id, {})
  await flow.check(id)
  const perTransaction = watchTransactions(db, () => allOf(db, children).length)
  expect(some(await flow.run(id))).toEqual({ added: 100 })
  expect(perTransaction.reduce((sum, grown) => sum + grown, 0)).toBe(100)
  expect(Math.max(...perTransaction)).toBeLessThanOrEqual(MOST_OF_ONE)
})
