import { expect, it } from 'vitest'
import type { Child } from '#contract/guardians/children.ts'
import {
  allergyTesting,
  bookingFixture,
  FIRST_DAY,
  weightLoss,
} from '../testing/booking/booking-fixture.ts'
import { canHaveBlocks, findKnownSiblings, suggestSibling, UNDECIDED } from './siblings.ts'

const { child: mia } = bookingFixture
const bornOn = (name: string, birthDate: string): Child => ({ ...mia, _id: name, name, birthDate })

const baby = bornOn('baby', '2026-01-05')
const grownUp = bornOn('grown-up', '2008-06-05')
const many = ['a', 'b', 'c', 'd', 'e'].map((name) => bornOn(name, '2020-01-01'))
const newborn = { ...allergyTesting, _id: 'newborn', maxAgeMonths: 12 }
const full = { ...weightLoss, _id: 'full', slots: [] }

const dayWith = (
  treatments = [allergyTesting, weightLoss],
  children: Child[] | null = [mia, baby],
) => ({
  date: FIRST_DAY,
  treatments,
  children,
})

it.each([
  ['the treatment that the others have', baby, dayWith(), 'weight', 'weight'],
  ['none of several before one is chosen', baby, dayWith(), undefined, UNDECIDED],
  [
    'none of several when that of the others is for another age',
    mia,
    dayWith([newborn, weightLoss, allergyTesting]),
    'newborn',
    UNDECIDED,
  ],
  [
    'none of several when that of the others is full',
    mia,
    dayWith([full, weightLoss, allergyTesting]),
    'full',
    UNDECIDED,
  ],
  ['the only one that suits', mia, dayWith([newborn, weightLoss]), 'newborn', 'weight'],
])('suggests %s', (_, child, day, preferred, treatment) => {
  expect(suggestSibling(child, day, preferred)).toEqual({ child: child._id, treatment })
})

it.each([
  ['a child that no treatment suits', mia, dayWith([newborn])],
  ['an adult', grownUp, dayWith()],
])('suggests nothing for %s', (_, child, day) => {
  expect(suggestSibling(child, day, null)).toBeNull()
})

it('keeps each known child of the address once, with a known treatment', () => {
  const siblings = [
    { child: 'baby', treatment: 'weight' },
    { child: 'baby', treatment: 'allergy' },
    { child: mia._id, treatment: 'gone' },
    { child: 'gone', treatment: 'weight' },
  ]
  expect(findKnownSiblings(siblings, dayWith())).toEqual([siblings[0]])
})

it.each([
  ['two children', 'allergy', [mia, baby], true],
  ['one child', 'allergy', [mia], false],
  ['five children', 'weight', many, false],
  ['a treatment that is full', 'full', [mia, baby], false],
  ['a treatment for another age', 'newborn', [mia, baby], false],
  ['an adult', 'allergy', [mia, grownUp], false],
  ['no treatment yet', UNDECIDED, [mia, baby], false],
])('decides whether there may be times for %s', (_, treatment, children, expected) => {
  const day = dayWith([allergyTesting, weightLoss, newborn, full], [...children])
  const siblings = children.map(({ _id }) => ({ child: _id, treatment }))
  expect(canHaveBlocks(siblings, day)).toBe(expected)
})
