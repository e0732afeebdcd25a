import type { Transaction } from '#drizzle/client.ts'
import { retryFailedDeliveries } from '#drizzle/queries/deliveries.ts'
import { appendEvent, listEventIds } from '#drizzle/queries/events.ts'
import { findImage, type ImageRow, insertImage, moveImage } from '#drizzle/queries/images.ts'

/** The author of a change, and its time; the actor is null for background jobs. */
interface Change {
  actor: string | null
  now: Date
}

/** Records an upload whose files are in place. */
export function addImage(
  db: Transaction,
  image: Pick<ImageRow, 'id' | 'purpose' | 'type'> & { uploadedBy: string },
  now: Date,
): void {
  const { id, purpose, uploadedBy: actor } = image
  insertImage(db, { ...image, createdAt: now })
  appendEvent(db, { kind: 'image.received', actor, subject: id, data: { purpose } }, now)
}

/** Marks the image as being processed; does nothing when it is processed or removed. */
export function startProcessing(db: Transaction, id: string): void {
  moveImage(db, id, ['received', 'failed'], { status: 'processing' })
}

/**
 * Marks the image as processed.
 * @returns false when it was already processed or removed
 */
export function finishProcessing(
  db: Transaction,
  id: string,
  made: { storageProvider: 'local' | 'cloudinary'; version: number | null },
  now: Date,
): boolean {
  const processed = { status: 'processed', processedAt: now, ...made } as const
  const isFirst = moveImage(db, id, ['received', 'processing', 'failed'], processed)
  if (isFirst) appendEvent(db, { kind: 'image.processed', actor: null, subject: id }, now)
  return isFirst
}

/** Marks processing as failed until an admin retries it. */
export function failImage(db: Transaction, id: string, now: Date): void {
  if (!moveImage(db, id, ['received', 'processing'], { status: 'failed' })) return
  appendEvent(db, { kind: 'image.failed', actor: null, subject: id }, now)
}

/** Retries a failed image, with all attempts available again. */
export function retryImage(
  db: Transaction,
  id: string,
  { actor, now }: Change,
): 'retried' | 'not_failed' | 'unknown_image' {
  if (moveImage(db, id, ['failed'], { status: 'received' })) {
    appendEvent(db, { kind: 'image.retried', actor, subject: id }, now)
    // Retries the failed delivery itself: with a new one, the old one would stay failed. Uses the machine's
    // clock.
    for (const eventId of listEventIds(db, { kind: 'image.received', subject: id })) {
      retryFailedDeliveries(db, new Date(), eventId)
    }
    return 'retried'
  }
  const image = findImage(db, id)
  return image && image.status !== 'removed' ? 'not_failed' : 'unknown_image'
}

/**
 * Hides an image; a worker deletes its files.
 * @param ownerId the user or doctor whose image it was, for the audit log
 */
export function removeImage(
  db: Transaction,
  id: string,
  { ownerId, actor, now }: Change & { ownerId?: string },
): void {
  const live = ['received', 'processing', 'processed', 'failed'] as const
  if (!moveImage(db, id, live, { status: 'removed' })) return
  appendEvent(db, { kind: 'image.removed', actor, subject: id, data: { ownerId } }, now)
}
