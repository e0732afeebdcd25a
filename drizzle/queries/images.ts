import { and, eq, inArray, lte, notExists, sql } from 'drizzle-orm'
import { imageUrl } from '#contract/images.ts'
import type { Database, Transaction } from '../client.ts'
import { prepareOnce } from '../prepared-statements.ts'
import { doctors, events, images, users } from '../schema/index.ts'
import { retryFailedDeliveries } from './deliveries.ts'
import { appendEvent } from './events.ts'

export type ImageRow = typeof images.$inferSelect

/** Who makes a change, and when; the actor is null for background jobs. */
interface Change {
  actor: string | null
  now: Date
}

const statements = prepareOnce((db: Database) => ({
  one: db
    .select()
    .from(images)
    .where(eq(images.id, sql.placeholder('id')))
    .prepare(),
}))

/** The image in any status, removed ones included. */
export function findImage(db: Database, id: string): ImageRow | undefined {
  return statements(db).one.get({ id })
}

/** Records an upload whose files are in place. */
export function addImage(
  db: Transaction,
  image: Pick<ImageRow, 'id' | 'purpose' | 'type'> & { uploadedBy: string },
  now: Date,
): void {
  const { id, purpose, uploadedBy: actor } = image
  db.insert(images)
    .values({ ...image, createdAt: now })
    .run()
  appendEvent(db, { kind: 'image.received', actor, subject: id, data: { purpose } }, now)
}

/** Marks the image as being processed; does nothing when it has been processed or removed. */
export function startProcessing(db: Transaction, id: string): void {
  move(db, id, ['received', 'failed'], { status: 'processing' })
}

/**
 * Marks the image as processed.
 * @returns false when it had been processed or removed already
 */
export function finishProcessing(
  db: Transaction,
  id: string,
  made: { storageProvider: 'local' | 'cloudinary'; version: number | null },
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

/** Marks processing as failed until an admin retries it. */
export function failImage(db: Transaction, id: string, now: Date): void {
  if (!move(db, id, ['received', 'processing'], { status: 'failed' })) return
  appendEvent(db, { kind: 'image.failed', actor: null, subject: id }, now)
}

/** Retries a failed image with all attempts. */
export function retryImage(
  db: Transaction,
  id: string,
  { actor, now }: Change,
): 'retried' | 'not_failed' | 'unknown_image' {
  if (move(db, id, ['failed'], { status: 'received' })) {
    appendEvent(db, { kind: 'image.retried', actor, subject: id }, now)
    // The failed delivery itself is retried, by the machine's clock: a new one would leave it failed.
    const isReception = and(eq(events.subject, id), eq(events.kind, 'image.received'))
    for (const event of db.select({ id: events.id }).from(events).where(isReception).all()) {
      retryFailedDeliveries(db, new Date(), event.id)
    }
    return 'retried'
  }
  const image = findImage(db, id)
  return image && image.status !== 'removed' ? 'not_failed' : 'unknown_image'
}

/**
 * Hides an image; a worker deletes its files.
 * @param ownerId the user or doctor it showed, for the audit log
 */
export function removeImage(
  db: Transaction,
  id: string,
  { ownerId, actor, now }: Change & { ownerId?: string },
): void {
  const live = ['received', 'processing', 'processed', 'failed'] as const
  if (!move(db, id, live, { status: 'removed' })) return
  appendEvent(db, { kind: 'image.removed', actor, subject: id, data: { ownerId } }, now)
}

/** Deletes the row of a removed image whose files have been deleted. */
export function deleteImage(db: Transaction, id: string): void {
  db.delete(images)
    .where(and(eq(images.id, id), eq(images.status, 'removed')))
    .run()
}

/** Images uploaded before that time that no doctor and no user has. */
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

function move(
  db: Transaction,
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
