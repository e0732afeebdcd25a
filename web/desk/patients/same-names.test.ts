import { expect, it } from 'vitest'
import { findSameNames, keyOf } from './same-names.ts'

const DAY = '2027-03-02'
const visit = (patientName: string, child: string, date = DAY) => ({
  date,
  patientName,
  family: 'zoe',
  child: { _id: child },
})

it('finds children with the same first name on one day, whatever their other names', () => {
  const lucas = visit('Lucas', 'one')
  const other = visit('lucas Parker', 'two')
  const found = findSameNames([lucas, other, visit('Mia', 'three'), visit('Mia', 'three')])
  expect([lucas, other].map((each) => found.has(keyOf(each)))).toEqual([true, true])
  // Two visits of one child cannot be confused.
  expect(found.has(keyOf(visit('Mia', 'three')))).toBe(false)
})

it('does not compare days', () => {
  const tomorrow = visit('Lucas', 'two', '2027-03-03')
  expect(findSameNames([visit('Lucas', 'one'), tomorrow]).size).toBe(0)
})
