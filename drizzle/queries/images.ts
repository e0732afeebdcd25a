import { and, eq, inArray, lte, notExists, sql } from 'drizzle-orm'
import { imageUrl } from '../../contract/images.ts'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { doctors, events, images, users } from '../schema.ts'
import { appendEvent } from './events.ts'
import { retryParked } from './failed-deliveries.ts'

export type ImageRow = typeof images.$inferSelect

/** Who changes something, and when; the actor is null for the clinic's own processes. */
interface Change {
  actor: string | null
  now: Date
}

const statements = preparedOnce((db: Database) => ({
  one: db
    .select()
    .from(images)
    .where(eq(images.id, sql.placeholder('id')))
    .prepare(),
}))

/** The picture, in whatever state. */
export function findImage(db: Database, id: string): ImageRow | undefined {
  return statements(db).one.get({ id })
}

/** Remembers an upload whose files are in their place. Call it in a write transaction. */
export function addImage(
  db: Database,
  image: Pick<ImageRow, 'id' | 'purpose' | 'type'> & { uploadedBy: string },
  now: Date,
): void {
  const { id, purpose, uploadedBy: actor } = image
  db.insert(images)
    .values({ ...image, createdAt: now })
    .run()
  appendEvent(db, { kind: 'image.received', actor, subject: id, data: { purpose } }, now)
}

/** A worker takes the picture on; a repeated or late one changes nothing. */
export function startProcessing(db: Database, id: string): void {
  move(db, id, ['received', 'failed'], { status: 'processing' })
}

/**
 * All sizes are there. Call it in a write transaction.
 * @returns whether it was this call that made it processed
 */
export function finishProcessing(
  db: Database,
  id: string,
  made: { keeper: 'local' | 'cloudinary'; version: number | null },
  now: Date,
): boolean {
  const isFirst = move(db, id, ['received', 'processing', 'failed'], {
    status: 'processed',
    processedAt: now,
    ...made,
  })
  if (isFirst) appendEvent(db, { kind: 'image.processed', actor: null, subject: id }, now)
  return isFirst
}

/** Nobody tries any more, until an admin asks for it. Call it in a write transaction. */
export function failImage(db: Database, id: string, now: Date): void {
  if (!move(db, id, ['received', 'processing'], { status: 'failed' })) return
  appendEvent(db, { kind: 'image.failed', actor: null, subject: id }, now)
}

/** Has a failed picture processed again, as often as at first. Call it in a write transaction. */
export function retryImage(
  db: Database,
  id: string,
  { actor, now }: Change,
): 'retried' | 'not_failed' | 'unknown_image' {
  if (move(db, id, ['failed'], { status: 'received' })) {
    appendEvent(db, { kind: 'image.retried', actor, subject: id }, now)
    // What was parked goes on, now by the workers' clock; a second delivery would leave it parked.
    for (const eventId of receptionsOf(db, id)) retryParked(db, new Date(), eventId)
    return 'retried'
  }
  const image = findImage(db, id)
  return image && image.status !== 'removed' ? 'not_failed' : 'unknown_image'
}

/**
 * Shows a picture to nobody any more; a worker destroys its files. Call it in a write transaction.
 * @param of id of whose picture it was, for the record
 */
export function removeImage(
  db: Database,
  id: string,
  { of, actor, now }: Change & { of?: string },
): void {
  const live = ['received', 'processing', 'processed', 'failed'] as const
  if (!move(db, id, live, { status: 'removed' })) return
  const data = of === undefined ? {} : { of }
  appendEvent(db, { kind: 'image.removed', actor, subject: id, data }, now)
}

/** The files of a removed picture are gone, and so is its row. */
export function forgetImage(db: Database, id: string): void {
  db.delete(images)
    .where(and(eq(images.id, id), eq(images.status, 'removed')))
    .run()
}

/** Pictures uploaded before that moment that nobody uses: no doctor, no user. */
export function listAbandonedImages(db: Database, uploadedBefore: Date): ImageRow[] {
  const ofDoctor = db.select().from(doctors).where(eq(doctors.imageId, images.id))
  const ofUser = db
    .select()
    .from(users)
    .where(
      and(eq(users.uid, images.uploadedBy), eq(users.photo, sql`${imageUrl('')} || ${images.id}`)),
    )
  return db
    .select()
    .from(images)
    .where(
      and(
        lte(images.createdAt, uploadedBefore),
        sql`${images.status} <> 'removed'`,
        notExists(ofDoctor),
        notExists(ofUser),
      ),
    )
    .all()
}

function receptionsOf(db: Database, id: string): string[] {
  const isReception = and(eq(events.subject, id), eq(events.kind, 'image.received'))
  const rows = db.select({ id: events.id }).from(events).where(isReception).all()
  return rows.map((event) => event.id)
}

function move(
  db: Database,
  id: string,
  from: readonly ImageRow['status'][],
  to: Partial<ImageRow>,
): boolean {
  const { changes } = db
    .update(images)
    .set(to)
    .where(and(eq(images.id, id), inArray(images.status, [...from])))
    .run()
  return changes === 1
}
