import { and, asc, desc, eq, gt, gte, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { countRows, type Database } from '#drizzle/client.ts'
import { appointments, paymentItems, payments, refunds, users } from '#drizzle/schema/index.ts'
import type { AppointmentRow } from '../booking/appointments.ts'
import type { PaymentRow } from '../payments/payments.ts'
import { isUnderWay, type RefundRow } from '../payments/refunds.ts'

/** A refund of a payment at the desk. */
export interface CashRefundRow {
  refund: RefundRow
  method: PaymentRow['method']
  appointment: AppointmentRow
  /** Name of the member of staff who handed it back; null when it is due, or they were removed. */
  handedBackByName: string | null
}

function select(db: Database, condition: SQL | undefined, family: string | undefined) {
  const isOfFamily =
    family === undefined
      ? undefined
      : or(eq(appointments.patientUid, family), eq(appointments.deskFamilyId, family))
  return db
    .select({
      refund: refunds,
      method: payments.method,
      appointment: appointments,
      handedBackByName: users.name,
    })
    .from(refunds)
    .innerJoin(paymentItems, eq(paymentItems.id, refunds.itemId))
    .innerJoin(payments, eq(payments.id, paymentItems.paymentId))
    .innerJoin(appointments, eq(appointments.id, paymentItems.appointmentId))
    .leftJoin(users, eq(users.uid, refunds.handedBackBy))
    .where(and(condition, ne(payments.method, 'card'), isOfFamily))
}

/** The refunds that staff have to hand back, of one family or of all; oldest first. */
export function listOpenCashRefunds(db: Database, family?: string): CashRefundRow[] {
  return select(db, isUnderWay, family).orderBy(asc(refunds.createdAt), asc(refunds.id)).all()
}

/**
 * The refunds handed back since an instant, of one family or of all; latest first. Without refunds that the
 * agenda handed back at once: those are undone by taking the price again.
 */
export function listHandedBack(db: Database, since: Date, family?: string): CashRefundRow[] {
  const isHandedBack = and(
    isNotNull(refunds.handedBackBy),
    gte(refunds.settledAt, since),
    eq(refunds.state, 'succeeded'),
    gt(refunds.settledAt, refunds.createdAt),
  )
  return select(db, isHandedBack, family).orderBy(desc(refunds.settledAt), desc(refunds.id)).all()
}

/** How many `listOpenCashRefunds` has for all families. */
export function countOpenCashRefunds(db: Database): number {
  const ofDesk = sql`exists (select 1 from ${paymentItems} item join ${payments} payment
    on payment.id = item.payment_id
    where item.id = ${refunds.itemId} and payment.method <> 'card')`
  return countRows(db, refunds, and(isUnderWay, ofDesk))
}
