import { expect, it } from 'vitest'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { expected, TIME } from '#machines/testing/attendance/attendance-walks.ts'
import { deskStateOf, findNextStart } from './agenda-order.ts'

const TEN = 10 * 60

/** Those at ten and half past ten are expected, the one at nine is not. */
const entries: AgendaEntry[] = [
  { ...expected, _id: 'nine', startMinute: TEN - 60, attendance: 'completed' },
  { ...expected, _id: 'ten', startMinute: TEN },
  { ...expected, _id: 'half', startMinute: TEN + 30 },
]

it.each([
  ['before their time', TEN - 1, ['done', 'next', 'coming']],
  ['at their time', TEN, ['done', 'next', 'coming']],
  ['a minute before they are late', TEN + 4, ['done', 'next', 'coming']],
  ['five minutes later', TEN + 5, ['done', 'late', 'next']],
])('expected patients are late from the clinic’s minute on: %s', (_, minute, deskStates) => {
  const time = { ...TIME, minute, lateMinutes: 5 }
  const next = findNextStart(entries, time)
  expect(entries.map((entry) => deskStateOf(entry, time, entry.startMinute === next))).toEqual(
    deskStates,
  )
})
