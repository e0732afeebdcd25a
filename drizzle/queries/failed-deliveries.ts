import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { eventDeliveries, events } from '../schema.ts'
import { type DeliveryKey, isUnfinished } from './deliveries.ts'

export interface ParkedDelivery extends DeliveryKey {
  kind: string
  subject: string
  occurredAt: Date
  attempts: number
  lastError: string | null
}

const isParked = and(isUnfinished, eq(eventDeliveries.status, 'parked'))

/** Deliveries that were given up, oldest event first. */
export function listParked(db: Database): ParkedDelivery[] {
  return db
    .select({
      eventId: eventDeliveries.eventId,
      handler: eventDeliveries.handler,
      kind: events.kind,
      subject: events.subject,
      occurredAt: events.occurredAt,
      attempts: eventDeliveries.attempts,
      lastError: eventDeliveries.lastError,
    })
    .from(eventDeliveries)
    .innerJoin(events, eq(events.id, eventDeliveries.eventId))
    .where(isParked)
    .orderBy(asc(eventDeliveries.eventId), asc(eventDeliveries.handler))
    .all()
}

/**
 * Makes parked deliveries due again, with all their attempts.
 * @param eventId those of this event only
 * @returns how many
 */
export function retryParked(db: Database, now: Date, eventId?: string): number {
  const { changes } = db
    .update(eventDeliveries)
    .set({ status: 'pending', attempts: 0, dueAt: now, lastError: null })
    .where(and(isParked, eventId === undefined ? undefined : eq(eventDeliveries.eventId, eventId)))
    .run()
  return changes
}
