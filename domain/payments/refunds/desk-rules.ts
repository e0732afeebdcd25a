import { clinicMomentAt } from '#domain/clinic-clock.ts'
import type { Database } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { listGuardians } from '#drizzle/queries/guardians/children.ts'
import { hasPaidFor } from '#drizzle/queries/payments/payer.ts'
import { findPayment, type PaymentRow } from '#drizzle/queries/payments/payments.ts'

/** The member of staff at the desk. */
export interface DeskActor {
  /** Uid of the member of staff. */
  actor: string
  isAdmin: boolean
}

export type CashRefundObstacle = 'own_appointment' | 'needs_admin'

/** Whether the member of staff booked the appointment, guards its child, or paid for it. */
export function isOwnAppointment(
  db: Database,
  { id, patientUid, childId }: Pick<AppointmentRow, 'id' | 'patientUid' | 'childId'>,
  uid: string,
): boolean {
  const guardians = childId === null ? [] : listGuardians(db, childId)
  return (
    patientUid === uid ||
    guardians.some((guardian) => guardian.uid === uid) ||
    hasPaidFor(db, { appointmentId: id, uid })
  )
}

/** Whether an appointment's money is handed back after its day; undoing a payment of today does not count. */
export function isLateCashRefund(
  db: Database,
  { date }: Pick<AppointmentRow, 'date'>,
  { succeededAt }: Pick<PaymentRow, 'succeededAt'>,
  now: Date,
): boolean {
  const { today } = clinicMomentAt(db, now)
  const paidOn = succeededAt && clinicMomentAt(db, succeededAt).today
  return date < today && paidOn !== today
}

/** Why a member of staff may not hand a refund back: docs/requirements.md#handing-back. */
export function findCashRefundObstacle(
  db: Database,
  appointment: Pick<AppointmentRow, 'id' | 'patientUid' | 'childId' | 'date'>,
  paymentId: string,
  { actor, isAdmin, now }: DeskActor & { now: Date },
): CashRefundObstacle | undefined {
  if (isOwnAppointment(db, appointment, actor)) return 'own_appointment'
  const payment = findPayment(db, paymentId)
  const isLate = payment !== undefined && isLateCashRefund(db, appointment, payment, now)
  return isLate && !isAdmin ? 'needs_admin' : undefined
}
