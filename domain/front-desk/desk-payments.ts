import { v7 as uuidv7 } from 'uuid'
import type { DeskPayment, DeskRefund, DeskRefusal } from '#contract/front-desk/desk-payments.ts'
import { CURRENCY } from '#contract/payments/payments.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { listGuardians } from '#drizzle/queries/families/children.ts'
import { type AgendaRow, findAgendaRow } from '#drizzle/queries/front-desk/agenda.ts'
import { notifyFamily } from '#drizzle/queries/notifications/notify-family.ts'
import {
  findPayment,
  listItems,
  markSucceeded,
  payAppointment,
  recordPayment,
} from '#drizzle/queries/payments/payments.ts'
import { keptOf } from '#drizzle/queries/payments/refunds.ts'
import { type DeskActor, findHandBackObstacle, isOwnAppointment } from '../payments/desk-rules.ts'
import { refundAppointment } from '../payments/refund.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { handBackAtDesk } from './hand-back.ts'

export type DeskOutcome =
  | { outcome: 'done' | DeskRefusal['code']; row: AgendaRow }
  | { outcome: 'not_found' }

interface OfAppointment {
  /** The appointment's id. */
  id: string
}

/**
 * Records that the whole price of an appointment was taken at the desk, with its receipt. An open
 * payment online is canceled by the job of `payment.received`; a charge that succeeds nevertheless
 * is refunded.
 */
export function receiveAtDesk(
  db: Transaction,
  {
    id: appointmentId,
    version,
    method,
    actor,
  }: OfAppointment & Pick<DeskActor, 'actor'> & DeskPayment,
  now: Date,
): DeskOutcome {
  const row = findAgendaRow(db, appointmentId)
  if (!row) return { outcome: 'not_found' }
  const { appointment } = row
  if (isOwnAppointment(db, appointment, actor)) return { outcome: 'own_appointment', row }
  if (appointment.paid) return { outcome: 'already_paid', row }
  if (appointment.version !== version) return { outcome: 'stale', row }

  const paymentId = uuidv7()
  const { priceCents: amountCents } = appointment
  const payer = payerAtDesk(db, appointment)
  const payment = { id: paymentId, method, receivedBy: actor, currency: CURRENCY }
  recordPayment(db, { ...payment, ...payer, items: [{ appointmentId, amountCents }] }, now)
  markSucceeded(db, paymentId, now)
  payAppointment(db, { appointmentId, paymentId }, now)
  const paid = { intentId: paymentId, amountCents }
  appendEvent(db, { kind: 'appointment.paid', actor, subject: appointmentId, data: paid }, now)
  const received = { appointmentId, method, amountCents }
  appendEvent(db, { kind: 'payment.received', actor, subject: paymentId, data: received }, now)
  issueReceipt(db, paymentId, now)
  notifyFamily(db, appointmentId, { kind: 'paid', data: { intentId: paymentId } }, now)
  return { outcome: 'done', row: findAgendaRow(db, appointmentId) ?? row }
}

/**
 * Who booked it, or the family without an account; once the booker no longer guards the child, a
 * guardian who owns it.
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
 * Records that what is kept of a payment at the desk was handed back, with a credit note. Money
 * that was paid online goes back at the payments desk only.
 */
export function refundAtDesk(
  db: Transaction,
  {
    id: appointmentId,
    version,
    reason: note,
    actor,
    isAdmin,
  }: OfAppointment & DeskActor & DeskRefund,
  now: Date,
): DeskOutcome {
  const row = findAgendaRow(db, appointmentId)
  if (!row) return { outcome: 'not_found' }
  const { appointment } = row
  const { transactionId } = appointment
  if (transactionId === null) return { outcome: 'not_paid', row }
  if (appointment.version !== version) return { outcome: 'stale', row }
  if (findPayment(db, transactionId)?.method === 'card') return { outcome: 'paid_online', row }
  const by = { actor, isAdmin, now }
  const obstacle = findHandBackObstacle(db, appointment, transactionId, by)
  if (obstacle) return { outcome: obstacle, row }

  const item = listItems(db, transactionId).find((paid) => paid.appointmentId === appointmentId)
  const amountCents = item ? keptOf(db, item) : 0
  const refund = { appointmentId, amountCents, reason: 'staff', note, actor } as const
  const refundId = refundAppointment(db, refund, now)
  handBackAtDesk(db, { refundId, actor, isAdmin }, now)
  return { outcome: 'done', row: findAgendaRow(db, appointmentId) ?? row }
}
