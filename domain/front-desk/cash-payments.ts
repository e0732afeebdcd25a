import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type {
  CashPayment,
  CashPaymentTogether,
  CashRefund,
  DeskRefusal,
} from '#contract/front-desk/cash-payments.ts'
import { CURRENCY } from '#contract/payments/payments.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import {
  type CashRefundObstacle,
  type DeskActor,
  findCashRefundObstacle,
  isOwnAppointment,
} from '#domain/payments/refunds/desk-rules.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { type AgendaRow, findAgendaRow } from '#drizzle/queries/front-desk/agenda.ts'
import { listGuardians } from '#drizzle/queries/guardians/children.ts'
import {
  findPayment,
  listItems,
  markSucceeded,
  payAppointment,
  recordPayment,
} from '#drizzle/queries/payments/payments.ts'
import { keptOf } from '#drizzle/queries/payments/refunds.ts'
import { refundCash } from '../payments/refunds/cash-refunds.ts'
import { refundAppointment } from '../payments/refunds/refund-payment.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'

/** Nothing was changed; with the appointment's present state. */
type Refused<Code extends DeskRefusal['code']> =
  | { [Each in Code]: { outcome: Each; row: AgendaRow } }[Code]
  | { outcome: 'not_found' }

interface Done {
  outcome: 'done'
  row: AgendaRow
}

type NotReceived = 'own_appointment' | 'already_paid' | 'stale'

interface OfAppointment {
  /** The appointment's id. */
  id: string
}

interface AtTill {
  /** One of the clinic's tills; null for none. */
  till?: string | null
}

type Received<Payment> = Pick<DeskActor, 'actor'> & Omit<Payment, 'till'> & AtTill

/** Records that the desk took the whole price of an appointment. */
export function receiveAtDesk(
  db: Transaction,
  { id, version, ...payment }: OfAppointment & Received<CashPayment>,
  now: Date,
): Done | Refused<NotReceived> {
  const result = receiveTogether(db, { ...payment, appointments: [{ id, version }] }, now)
  if (result.outcome === 'not_together') throw new Error('One appointment has one payer.')
  if (result.outcome !== 'all_done') return result
  const [row] = result.rows
  return row ? { outcome: 'done', row } : { outcome: 'not_found' }
}

/**
 * Records that the desk took the whole prices of a family's appointments, with one receipt: all of them, or
 * none. The job of `payment.received` cancels open online payments; a charge that succeeds nevertheless is
 * refunded.
 */
export function receiveTogether(
  db: Transaction,
  { appointments: wanted, method, till, actor }: Received<CashPaymentTogether>,
  now: Date,
): { outcome: 'all_done'; rows: AgendaRow[] } | Refused<NotReceived | 'not_together'> {
  const rows: AgendaRow[] = []
  for (const { id, version } of wanted) {
    const row = findAgendaRow(db, id)
    if (!row) return { outcome: 'not_found' }
    const { appointment } = row
    if (isOwnAppointment(db, appointment, actor)) return { outcome: 'own_appointment', row }
    if (appointment.paid || appointment.billedElsewhere) return { outcome: 'already_paid', row }
    if (appointment.version !== version) return { outcome: 'stale', row }
    rows.push(row)
  }
  const [first] = rows
  if (!first) return { outcome: 'not_found' }
  const payer = payerAtDesk(db, first.appointment)
  const other = rows.find(
    ({ appointment }) => !isDeepStrictEqual(payerAtDesk(db, appointment), payer),
  )
  const ids = new Set(rows.map(({ appointment }) => appointment.id))
  if (other || ids.size < rows.length) return { outcome: 'not_together', row: other ?? first }

  const paymentId = uuidv7()
  const items = rows.map(({ appointment: { id: appointmentId, priceCents: amountCents } }) => ({
    appointmentId,
    amountCents,
  }))
  const payment = {
    id: paymentId,
    method,
    receivedBy: actor,
    till: method === 'cash' ? (till ?? null) : null,
    currency: CURRENCY,
  }
  recordPayment(db, { ...payment, ...payer, items }, now)
  markSucceeded(db, paymentId, now)
  for (const { appointmentId, amountCents } of items) {
    payAppointment(db, { appointmentId, paymentId }, now)
    const paid = { intentId: paymentId, amountCents }
    appendEvent(db, { kind: 'appointment.paid', actor, subject: appointmentId, data: paid }, now)
    const received = { appointmentId, method, amountCents }
    appendEvent(db, { kind: 'payment.received', actor, subject: paymentId, data: received }, now)
  }
  issueReceipt(db, paymentId, now)
  notifyFamily(db, first.appointment.id, { kind: 'paid', data: { intentId: paymentId } }, now)
  return {
    outcome: 'all_done',
    rows: rows.map((row) => findAgendaRow(db, row.appointment.id) ?? row),
  }
}

/**
 * The payer at the desk: the booker, or the family without an account; if the booker no longer guards the
 * child, a guardian who owns it.
 */
function payerAtDesk(
  db: Database,
  {
    childId,
    patientUid,
    deskFamilyId,
  }: Pick<AgendaRow['appointment'], 'childId' | 'patientUid' | 'deskFamilyId'>,
) {
  const guardians = childId === null ? [] : listGuardians(db, childId)
  const owner = guardians.find(({ isOwner }) => isOwner)?.uid
  const isBooker = guardians.some(({ uid }) => uid === patientUid)
  const payerUid = isBooker ? patientUid : (owner ?? patientUid)
  return { payerUid, payerDeskFamilyId: payerUid === null ? deskFamilyId : null }
}

/**
 * Records that the desk handed back what the clinic kept of a payment at the desk, with a credit note. Online
 * payments are refunded on the reconciliation page only.
 */
export function refundAtDesk(
  db: Transaction,
  {
    id: appointmentId,
    version,
    reason: note,
    till,
    actor,
    isAdmin,
  }: OfAppointment & DeskActor & Omit<CashRefund, 'till'> & AtTill,
  now: Date,
): Done | Refused<'not_paid' | 'stale' | 'paid_online' | CashRefundObstacle> {
  const row = findAgendaRow(db, appointmentId)
  if (!row) return { outcome: 'not_found' }
  const { appointment } = row
  const { transactionId } = appointment
  if (transactionId === null) return { outcome: 'not_paid', row }
  if (appointment.version !== version) return { outcome: 'stale', row }
  if (findPayment(db, transactionId)?.method === 'card') return { outcome: 'paid_online', row }
  const by = { actor, isAdmin, now }
  const obstacle = findCashRefundObstacle(db, appointment, transactionId, by)
  if (obstacle) return { outcome: obstacle, row }

  const item = listItems(db, transactionId).find((paid) => paid.appointmentId === appointmentId)
  const amountCents = item ? keptOf(db, item) : 0
  const refund = { appointmentId, amountCents, reason: 'staff', note, actor } as const
  const refundId = refundAppointment(db, refund, now)
  refundCash(db, { refundId, actor, isAdmin, till: till ?? null }, now)
  return { outcome: 'done', row: findAgendaRow(db, appointmentId) ?? row }
}
