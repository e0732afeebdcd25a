import type { Appointment } from './appointments.ts'

/** The state of an appointment in a word or two: docs/requirements.md#appointment-status. */
export type AppointmentStatus =
  | 'To pay'
  | 'Processing'
  | 'Not paid'
  | 'Paid'
  | 'Canceled'
  | 'Missed'
  | 'Completed'
  | 'Refunded'

/** One word for an appointment; `Not paid` where the user cannot pay for it. */
export function statusOf({
  status,
  paid,
  mayPay,
  outcome,
}: Pick<Appointment, 'status' | 'paid' | 'mayPay' | 'outcome'>): AppointmentStatus {
  if (status === 'cancelled') return outcome && outcome.refunded > 0 ? 'Refunded' : 'Canceled'
  if (outcome?.kind === 'missed') return 'Missed'
  if (outcome?.kind === 'completed') return 'Completed'
  if (paid) return 'Paid'
  return mayPay === false ? 'Not paid' : 'To pay'
}
