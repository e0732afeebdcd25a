import type { Database } from '../../drizzle/client.ts'
import { type AppointmentRow, markCancelled } from '../../drizzle/queries/appointments.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import { refundPaid } from '../payments/refund.ts'

interface Change {
  /** The admin's uid. */
  actor: string
  now: Date
}

/**
 * The clinic cancels an appointment: the patient gets all of the money back. Call it in a write
 * transaction.
 * @param appointment as it was read; nothing happens when it has changed since
 */
export function cancelByClinic(
  db: Database,
  appointment: Pick<AppointmentRow, 'id' | 'version' | 'transactionId'>,
  { actor, now }: Change,
): 'cancelled' | 'refunded' | 'changed' {
  const { id, transactionId } = appointment
  if (!markCancelled(db, appointment, now)) return 'changed'
  const data = { reason: 'clinic' } as const
  appendEvent(db, { kind: 'appointment.cancelled', actor, subject: id, data }, now)
  if (transactionId === null) return 'cancelled'
  refundPaid(db, { intentId: transactionId, appointmentId: id }, now)
  return 'refunded'
}
