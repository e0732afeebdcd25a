import type { Database, Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { findRefund, type RefundOfItem } from '#drizzle/queries/payments/refunds.ts'
import type { ClinicClock } from '../clinic-clock.ts'
import {
  type DeskActor,
  findHandBackObstacle,
  type HandBackObstacle,
  isOwnAppointment,
} from '../payments/desk-rules.ts'
import { recordHandBack, undoHandBack } from '../payments/refund.ts'

export type HandBackOutcome =
  | { outcome: 'done' }
  /** No refund of the desk has this id. */
  | { outcome: 'not_found' }
  /** Another desk was faster. */
  | { outcome: 'already_handed_back' }
  | { outcome: 'not_handed_back' }
  /** It was handed back on another day. */
  | { outcome: 'too_late' }
  | { outcome: HandBackObstacle }

interface AtDesk extends DeskActor {
  refundId: string
}

function findDeskRefund(db: Database, id: string): RefundOfItem | undefined {
  const refund = findRefund(db, id)
  return refund && findPayment(db, refund.paymentId)?.method !== 'card' ? refund : undefined
}

/** Records that staff gave a family its money back: docs/requirements.md#handing-back. */
export function handBackAtDesk(
  db: Transaction,
  { refundId, actor, isAdmin }: AtDesk,
  now: Date,
): HandBackOutcome {
  const refund = findDeskRefund(db, refundId)
  const appointment = refund && findAppointment(db, refund.appointmentId)
  if (!appointment) return { outcome: 'not_found' }
  const by = { actor, isAdmin, now }
  const obstacle = findHandBackObstacle(db, appointment, refund.paymentId, by)
  if (obstacle) return { outcome: obstacle }
  const isDone = recordHandBack(db, refund, { actor, now })
  return { outcome: isDone ? 'done' : 'already_handed_back' }
}

/** Undoes `handBackAtDesk` on its day. */
export function undoHandBackAtDesk(
  db: Transaction,
  { refundId, actor }: Omit<AtDesk, 'isAdmin'>,
  { now, dayOf, moment }: Pick<ClinicClock, 'now' | 'dayOf' | 'moment'>,
): HandBackOutcome {
  const refund = findDeskRefund(db, refundId)
  if (!refund) return { outcome: 'not_found' }
  const appointment = findAppointment(db, refund.appointmentId)
  if (appointment && isOwnAppointment(db, appointment, actor)) {
    return { outcome: 'own_appointment' }
  }
  const { state, settledAt } = refund
  if (state !== 'succeeded' || !settledAt) return { outcome: 'not_handed_back' }
  if (dayOf(settledAt) !== moment().today) return { outcome: 'too_late' }
  undoHandBack(db, refund, { actor, now: now() })
  return { outcome: 'done' }
}
