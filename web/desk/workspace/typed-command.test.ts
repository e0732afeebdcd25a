import { expect, it } from 'vitest'
import { typedAbsence, typedClosure, typedDay, typedPrint } from './typed-command.ts'

const TODAY = '2026-11-24'

it.each([
  ['today', TODAY],
  ['tomorrow', '2026-11-25'],
  ['Tuesday', TODAY],
  ['fri', '2026-11-27'],
  ['Dec 8', '2026-12-08'],
  ['january 3', '2027-01-03'],
  ['12/8', '2026-12-08'],
  ['2026-12-08', '2026-12-08'],
  ['feb 30', undefined],
  ['2026-13-01', undefined],
  ['lena parent', undefined],
  ['fr', undefined],
])('reads %s as a day', (text, day) => {
  expect(typedDay(text, TODAY)).toBe(day)
})

it.each([
  ['close Friday afternoon', { date: '2026-11-27', time: { from: '12:00', to: '17:00' } }],
  ['close tomorrow morning', { date: '2026-11-25', time: { from: '08:00', to: '12:00' } }],
  ['closed on dec 24', { date: '2026-12-24' }],
  ['close dec 24: Staff party', { date: '2026-12-24', reason: 'Staff party' }],
  ['close', undefined],
  ['close call', undefined],
])('reads %s as a closure', (text, closure) => {
  expect(typedClosure(text, TODAY)).toEqual(closure)
})

it.each([
  ['print tomorrow', '2026-11-25'],
  ['Print dec 8', '2026-12-08'],
  ['print', undefined],
  ['printer', undefined],
])('reads %s as a day to print', (text, day) => {
  expect(typedPrint(text, TODAY)).toBe(day)
})

it.each([
  ['away dr okafor tomorrow', { doctor: ['okafor'], date: '2026-11-25' }],
  ['Dr. Amara Okafor ill', { doctor: ['amara', 'okafor'], date: TODAY }],
  [
    'away chen dec 8 morning: course',
    {
      doctor: ['chen'],
      date: '2026-12-08',
      time: { from: '08:00', to: '12:00' },
      reason: 'course',
    },
  ],
  ['okafor tomorrow', undefined],
  ['away', undefined],
])('reads %s as an absence', (text, absence) => {
  expect(typedAbsence(text, TODAY)).toEqual(absence)
})
