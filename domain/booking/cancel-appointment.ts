import type { EventData } from '#contract/audit/events.ts'
import type { CancelReason } from '#contract/booking/appointment-changes.ts'
import { toCents } from '#contract/money.ts'
import type { ChangeObstacle, RefundQuote } from '#contract/payments/refund-terms.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { type AppointmentRow, markCancelled } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, findLatestEvent } from '#drizzle/queries/events.ts'
import { recordClinicChange } from '#drizzle/queries/front-desk/todo.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { reopenTicketOf } from '../next-visits/end-tickets.ts'
import { refundAppointment } from '../payments/refunds/refund-payment.ts'
import { updateEntriesAfterCancellation } from '../waitlist/entries/entries.ts'
import {
  type ChangeContext,
  changeRightsOf,
  findChangeable,
  findObstacleNow,
  hidesMoney,
  quoteFor,
  quoteShown,
} from './change-options.ts'

interface Cancellation {
  by: 'family' | 'clinic'
  reason: EventData<'appointment.cancelled'>['reason']
  refundCents: number
  /** The quote in the email to the family. */
  quote: RefundQuote
  /** Uid of the user who cancels; null once the account is removed. */
  actor: string | null
  /** Whether staff cancel. */
  isStaff: boolean
  now: Date
}

/**
 * Cancels an appointment with its event, the email to the family and the refund.
 * @param appointment as it was read
 * @returns false, having done nothing, when it has changed since
 */
function cancel(
  db: Transaction,
  appointment: AppointmentRow,
  { by, reason, refundCents, quote, actor, isStaff, now }: Cancellation,
): boolean {
  const { id, date } = appointment
  if (!markCancelled(db, appointment, now)) return false
  const data = { by, reason, refundCents }
  appendEvent(db, { kind: 'appointment.cancelled', actor, subject: id, data }, now)
  if (by === 'clinic')
    recordClinicChange(db, { appointmentId: id, what: 'cancelled', date, changedAt: now })
  const who = by === 'family' && { actor: isStaff ? null : actor }
  const told = { by, ...who, refund: refundCents > 0, quote }
  const mover = isStaff ? undefined : (actor ?? undefined)
  notifyFamily(db, id, { kind: 'cancelled', data: told }, now, { mover })
  if (refundCents > 0) {
    const refund = { appointmentId: id, amountCents: refundCents, actor }
    refundAppointment(db, { ...refund, reason: 'cancelled' }, now)
  }
  updateEntriesAfterCancellation(db, appointment, by, now)
  reopenTicketOf(db, id, { reason: 'cancelled', actor }, now)
  return true
}

/**
 * Cancels an appointment for the clinic: the family gets an email and a full refund, unless its bank disputes
 * the payment.
 * @param appointment as it was read; nothing happens when it has changed since
 */
export function cancelByClinic(
  db: Transaction,
  appointment: AppointmentRow,
  { actor, now }: { actor: string | null; now: Date },
): 'cancelled' | 'refunded' | 'changed' {
  const moment = { timeZone: readTimeZone(db) }
  const quote = quoteFor(db, appointment, { moment, now, by: 'clinic' })
  const refundCents = toCents(quote.refund)
  const who = { by: 'clinic', reason: 'clinic', actor, isStaff: true } as const
  if (!cancel(db, appointment, { ...who, refundCents, quote, now })) return 'changed'
  return refundCents > 0 ? 'refunded' : 'cancelled'
}

interface CancelRequest {
  id: string
  /** Of the appointment on the screen. */
  version: number
  /** The refund on the screen. */
  refundCents: number
  /** The rule on the screen. */
  rule?: RefundQuote['rule'] | undefined
  reason?: CancelReason | undefined
  /** Staff only: the clinic cancels, not the family. */
  byClinic?: boolean | undefined
}

type CancelOutcome =
  | { outcome: 'cancelled'; row: AppointmentRow }
  | { outcome: 'not_found' }
  | { outcome: 'stale'; row: AppointmentRow }
  | { outcome: 'quote_changed'; row: AppointmentRow }
  | { outcome: 'closed'; obstacle: ChangeObstacle; row: AppointmentRow }

/**
 * Cancels an appointment for its family, or for staff on behalf of the family or the clinic: exactly as
 * quoted, or not at all (docs/requirements.md#refund-terms). Repeating a cancellation returns its result.
 */
export function cancelByFamily(
  db: Transaction,
  wanted: CancelRequest,
  context: ChangeContext,
): CancelOutcome {
  const { caller, now } = context
  const row = findChangeable(db, wanted.id, context)
  if (!row) return { outcome: 'not_found' }
  if (isRepeated(db, row, wanted, context)) return { outcome: 'cancelled', row }
  const rights = changeRightsOf(db, row, context)
  const obstacle = findObstacleNow(row, context, rights, 'cancel')
  if (obstacle) return { outcome: 'closed', obstacle, row }
  if (row.version !== wanted.version) return { outcome: 'stale', row }

  const isStaff = rights.access === undefined
  const by = wanted.byClinic && isStaff ? 'clinic' : 'family'
  const shown = quoteShown(db, row, { ...context, by }, rights)
  if (!isAsShown(shown, wanted)) return { outcome: 'quote_changed', row }
  const quote = quoteFor(db, row, { ...context, by }, rights)
  const refundCents = toCents(quote.refund)
  const reason = by === 'clinic' ? 'clinic' : (wanted.reason ?? 'other')
  const who = { by, reason, actor: caller.uid, isStaff } as const
  const done = cancel(db, row, { ...who, refundCents, quote, now })
  if (!done) throw new Error('An appointment changed within its transaction.')
  return { outcome: 'cancelled', row: findChangeable(db, wanted.id, context) ?? row }
}

/** Whether refund and rule are as the user saw them: a refund of zero may mean unpaid, or paid and kept. */
function isAsShown({ refund, rule }: RefundQuote, wanted: CancelRequest): boolean {
  return toCents(refund) === wanted.refundCents && (wanted.rule ?? rule) === rule
}

/** Whether this user has already canceled it from the same screen. */
function isRepeated(
  db: Database,
  row: AppointmentRow,
  { version, refundCents }: CancelRequest,
  context: ChangeContext,
): boolean {
  if (row.status !== 'cancelled' || row.version !== version + 1) return false
  const event = findLatestEvent(db, { kind: 'appointment.cancelled', subject: row.id })
  if (event?.actor !== context.caller.uid) return false
  // As shown to them: without another guardian's refund.
  return (hidesMoney(db, row, context) ? 0 : event.data.refundCents) === refundCents
}
