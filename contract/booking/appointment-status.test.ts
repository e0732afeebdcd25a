import { expect, it } from 'vitest'
import { statusOf } from './appointment-status.ts'
import type { AppointmentOutcome } from './appointments.ts'

const outcome: AppointmentOutcome = {
  kind: 'completed',
  on: 'Nov 18, 2026',
  treatmentId: '1',
  paid: 95,
  refunded: 0,
  kept: 95,
  toHandBack: 0,
  onItsWay: 0,
  atDesk: false,
}
const booked = { status: 'booked', paid: false } as const
const canceled = { status: 'cancelled', paid: false } as const

it.each([
  ['To pay', booked],
  ['Not paid', { ...booked, mayPay: false }],
  ['Paid', { ...booked, paid: true }],
  ['Paid', { ...booked, paid: true, outcome: { ...outcome, kind: 'past' as const } }],
  ['Completed', { ...booked, paid: true, outcome }],
  ['Missed', { ...booked, outcome: { ...outcome, kind: 'missed' as const } }],
  ['Canceled', canceled],
  ['Canceled', { ...canceled, outcome: { ...outcome, kind: 'canceled' as const } }],
  ['Canceled', { ...canceled, outcome: { ...outcome, kind: 'canceled' as const, refunded: 95 } }],
])('says %s', (word, appointment) => {
  expect(statusOf(appointment)).toBe(word)
})
