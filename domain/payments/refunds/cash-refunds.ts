import type { ClinicClock } from '#domain/clinic-clock.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { findRefund, type RefundOfItem } from '#drizzle/queries/payments/refunds.ts'
import {
  type CashRefundObstacle,
  type DeskActor,
  findCashRefundObstacle,
  isOwnAppointment,
} from './desk-rules.ts'
import { recordCashRefund, undoHandBack } from './refund-payment.ts'

/** `not_found`: the desk has no refund with this id. */
type Found = { outcome: 'done' | 'not_found' }

interface AtDesk extends DeskActor {
  refundId: string
  /** The till that hands it back. */
  till?: string | null
}

function findCashRefund(db: Database, id: string): RefundOfItem | undefined {
  const refund = findRefund(db, id)
  return refund && findPayment(db, refund.paymentId)?.method !== 'card' ? refund : undefined
}

/**
 * Records that staff handed a refund back: docs/requirements.md#handing-back. `already_handed_back`: another
 * desk was faster.
 */
export function refundCash(
  db: Transaction,
  { refundId, actor, isAdmin, till }: AtDesk,
  now: Date,
): Found | { outcome: 'already_handed_back' | CashRefundObstacle } {
  const refund = findCashRefund(db, refundId)
  const appointment = refund && findAppointment(db, refund.appointmentId)
  if (!appointment) return { outcome: 'not_found' }
  const by = { actor, isAdmin, now }
  const obstacle = findCashRefundObstacle(db, appointment, refund.paymentId, by)
  if (obstacle) return { outcome: obstacle }
  const isDone = recordCashRefund(db, refund, { actor, now, till })
  return { outcome: isDone ? 'done' : 'already_handed_back' }
}

/** Undoes `refundCash`. `too_late`: it was handed back on another day. */
export function undoCashRefund(
  db: Transaction,
  { refundId, actor }: Omit<AtDesk, 'isAdmin' | 'till'>,
  { now, dayOf, moment }: Pick<ClinicClock, 'now' | 'dayOf' | 'moment'>,
): Found | { outcome: 'not_handed_back' | 'too_late' | 'own_appointment' } {
  const refund = findCashRefund(db, refundId)
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
