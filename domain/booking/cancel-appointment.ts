import type { Database } from '../../drizzle/client.ts'
import { type AppointmentRow, markCancelled } from '../../drizzle/queries/appointments.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import { notifyFamily } from '../../drizzle/queries/notifications.ts'
import { refundPaid } from '../payments/refund.ts'

interface Change {
  /** The admin's uid. */
  actor: string
  now: Date
}

/**
 * The clinic cancels an appointment: the family gets an email, and all of the money back. Call it in a write
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
  const about = {
    kind: 'cancelled',
    data: { by: 'clinic', refund: transactionId !== null },
  } as const
  notifyFamily(db, id, about, now)
  if (transactionId === null) return 'cancelled'
  refundPaid(db, { intentId: transactionId, appointmentId: id }, now)
  return 'refunded'
}
