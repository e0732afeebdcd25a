import { and, asc, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { eventDeliveries, events, webhookEndpoints } from '#drizzle/schema/index.ts'
import { webhookHandlerOf } from './webhook-handler.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect

const statements = prepareOnce((db: Database) => ({
  listening: db.$client
    .prepare<[kind: string], string>(
      `select id from webhook_endpoints
       where active = 1 and exists (select 1 from json_each(kinds) where value = ?)`,
    )
    .pluck(),
}))

/** Ids of the endpoints that are notified of a kind of event. */
export function listListening(db: Database, kind: string): string[] {
  return statements(db).listening.all(kind)
}

/** All endpoints, oldest first. */
export function listEndpoints(db: Database): EndpointRow[] {
  return db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.id)).all()
}

export function findEndpoint(db: Database, id: string): EndpointRow | undefined {
  return db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).get()
}

export function insertEndpoint(
  db: Transaction,
  endpoint: typeof webhookEndpoints.$inferInsert,
): EndpointRow {
  return db.insert(webhookEndpoints).values(endpoint).returning().get()
}

/** @returns the row; undefined when it no longer has that version */
export function updateEndpoint(
  db: Transaction,
  { id, version }: Pick<EndpointRow, 'id' | 'version'>,
  changes: Partial<EndpointRow>,
): EndpointRow | undefined {
  return db
    .update(webhookEndpoints)
    .set({ ...changes, version: version + 1 })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.version, version)))
    .returning()
    .get()
}

/** Deletes an endpoint and its deliveries. */
export function deleteEndpoint(db: Transaction, id: string): boolean {
  db.delete(eventDeliveries).where(isOf(id)).run()
  return db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run().changes === 1
}

/** Records that a delivery succeeded. */
export function recordSuccess(db: Transaction, id: string): void {
  db.update(webhookEndpoints).set({ failingSince: null }).where(eq(webhookEndpoints.id, id)).run()
}

/** Records a failed attempt, unless there was another since the last success. */
export function recordFailure(db: Transaction, id: string, now: Date): void {
  db.update(webhookEndpoints)
    .set({ failingSince: now })
    .where(and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.failingSince)))
    .run()
}

/** @returns whether this call turned it off */
export function turnOff(db: Transaction, id: string): boolean {
  const isActive = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.active, true))
  const off = { active: false, version: sql`${webhookEndpoints.version} + 1` }
  return changeRow(db, webhookEndpoints, off, isActive)
}

// The literal of the partial index.
const isOfWebhooks = sql`${eventDeliveries.handler} glob 'webhook.send@*'`
const isOf = (endpointId: string) =>
  and(isOfWebhooks, eq(eventDeliveries.handler, webhookHandlerOf(endpointId)))

function selectDeliveries(db: Database) {
  return db
    .select({
      eventId: eventDeliveries.eventId,
      kind: events.kind,
      occurredAt: events.occurredAt,
      status: eventDeliveries.status,
      attempts: eventDeliveries.attempts,
      lastError: eventDeliveries.lastError,
    })
    .from(eventDeliveries)
    .innerJoin(events, eq(events.id, eventDeliveries.eventId))
}
export type DeliveryRow = ReturnType<ReturnType<typeof selectDeliveries>['all']>[number]

/** Deliveries to an endpoint, newest event first. */
export function listDeliveries(
  db: Database,
  { endpointId, before, limit }: { endpointId: string; before: string | undefined; limit: number },
): DeliveryRow[] {
  const isOlder = before === undefined ? undefined : lt(eventDeliveries.eventId, before)
  return selectDeliveries(db)
    .where(and(isOf(endpointId), isOlder))
    .orderBy(desc(eventDeliveries.eventId))
    .limit(limit)
    .all()
}

/** Identifies the delivery of an event to an endpoint. */
export interface DeliveryKey {
  endpointId: string
  eventId: string
}

export function findDelivery(
  db: Database,
  { endpointId, eventId }: DeliveryKey,
): DeliveryRow | undefined {
  return selectDeliveries(db)
    .where(and(isOf(endpointId), eq(eventDeliveries.eventId, eventId)))
    .get()
}

/** Makes a delivery due again, with all attempts available, unless it is running. */
export function resetDelivery(db: Transaction, { endpointId, eventId }: DeliveryKey): boolean {
  const { eventId: id, status } = eventDeliveries
  const isIdle = and(isOf(endpointId), eq(id, eventId), ne(status, 'running'))
  // By the machine's clock, which workers use.
  const due = { status: 'pending', attempts: 0, dueAt: new Date(), lastError: null } as const
  return changeRow(db, eventDeliveries, due, isIdle)
}
