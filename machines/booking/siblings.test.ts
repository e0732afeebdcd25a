import { describe, expect, it } from 'vitest'
import type { Child } from '#contract/families/children.ts'
import { allergyTesting, bookingFixture, FIRST_DAY, weightLoss } from './booking-walks.ts'
import { canHaveBlocks, findKnownSiblings, suggestSiblings } from './siblings.ts'

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

describe('the children who are suggested', () => {
  it.each([
    [
      'all with the first treatment',
      dayWith(),
      undefined,
      undefined,
      [`${mia._id}:allergy`, 'baby:allergy'],
    ],
    [
      'with the preferred treatment',
      dayWith(),
      'weight',
      undefined,
      [`${mia._id}:weight`, 'baby:weight'],
    ],
    [
      'with one for their age',
      dayWith([newborn, weightLoss]),
      'newborn',
      undefined,
      [`${mia._id}:weight`, 'baby:newborn'],
    ],
    [
      'without full treatments',
      dayWith([full, weightLoss]),
      'full',
      undefined,
      [`${mia._id}:weight`, 'baby:weight'],
    ],
    [
      'without children whom none suits',
      dayWith([newborn]),
      undefined,
      undefined,
      ['baby:newborn'],
    ],
    ['without adults', dayWith(undefined, [grownUp, baby]), undefined, undefined, ['baby:allergy']],
    [
      'at most four',
      dayWith([weightLoss], many),
      undefined,
      undefined,
      ['a', 'b', 'c', 'd'].map((id) => `${id}:weight`),
    ],
    [
      'with the one who was chosen',
      dayWith([weightLoss], many),
      undefined,
      'e',
      ['a', 'b', 'c', 'e'].map((id) => `${id}:weight`),
    ],
    ['not before they are known', dayWith(undefined, null), undefined, undefined, []],
  ] as const)('come %s', (_, day, preferred, first, expected) => {
    const suggested = suggestSiblings(day, preferred, first)
    expect(suggested.map(({ child, treatment }) => `${child}:${treatment}`)).toEqual(expected)
  })
})

it('keeps of the address each known child once, with a known treatment', () => {
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
])('decides whether there may be times for %s', (_, treatment, children, expected) => {
  const day = dayWith([allergyTesting, weightLoss, newborn, full], [...children])
  const siblings = children.map(({ _id }) => ({ child: _id, treatment }))
  expect(canHaveBlocks(siblings, day)).toBe(expected)
})
