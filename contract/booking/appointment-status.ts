import * as words from '#words/en/booking/outcomes.ts'
import type { Reoffer } from '../reoffer.ts'
import type { Appointment } from './appointments.ts'

/** The state of an appointment in a word or two: docs/requirements.md#appointment-status. */
export type AppointmentStatus =
  | 'To pay'
  | 'Processing'
  | 'Not paid'
  | 'Paid'
  | 'Paid or billed before the move'
  | 'Canceled'
  | 'Missed'
  | 'Completed'

/** One word for an appointment: `Not paid` when the user cannot pay for it. */
export function statusOf({
  status,
  paid,
  billedElsewhere,
  mayPay,
  outcome,
}: Pick<
  Appointment,
  'status' | 'paid' | 'billedElsewhere' | 'mayPay' | 'outcome'
>): AppointmentStatus {
  if (status === 'cancelled') return 'Canceled'
  if (outcome?.kind === 'missed') return 'Missed'
  if (outcome?.kind === 'completed') return 'Completed'
  if (billedElsewhere) return 'Paid or billed before the move'
  if (paid) return 'Paid'
  return mayPay === false ? 'Not paid' : 'To pay'
}

/** An appointment of the caller, or one shared with them. */
export interface Reofferable {
  reoffer?: Reoffer | undefined
}

/**
 * Whether the clinic closed its time. Until the family chooses a new one, it has no deadlines and cannot be
 * paid.
 */
export function isReoffered({ reoffer }: Reofferable): boolean {
  return reoffer !== undefined
}

/** The badge of an appointment whose time is closed; null for all others. */
export function describeReoffer({ reoffer }: Reofferable): string | null {
  if (!reoffer) return null
  return reoffer.offer === null ? words.cannotTakePlace : words.needsYourAnswer
}

/** Whether the caller can pay for it now. */
export function isOwed({
  paid,
  status,
  mayPay,
  reoffer,
}: Reofferable & { paid: boolean; status: string; mayPay?: boolean | undefined }): boolean {
  return !paid && status === 'booked' && mayPay !== false && reoffer === undefined
}
