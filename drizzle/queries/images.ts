import { and, eq, inArray, lte, notExists, sql } from 'drizzle-orm'
import { imageUrl } from '#contract/images/images.ts'
import { changeRow, type Database, type Transaction } from '../client.ts'
import { prepareOnce, selectBy } from '../prepared-statements.ts'
import { doctors, images, users } from '../schema/index.ts'

export type ImageRow = typeof images.$inferSelect

const statements = prepareOnce((db: Database) => ({
  one: selectBy(db, images, images.id),
}))

/** The image in any state, including removed. */
export function findImage(db: Database, id: string): ImageRow | undefined {
  return statements(db).one.get(id)
}

export function insertImage(
  db: Transaction,
  image: Pick<ImageRow, 'id' | 'purpose' | 'type' | 'uploadedBy' | 'createdAt'>,
): void {
  db.insert(images).values(image).run()
}

/**
 * Changes an image that is in one of these states.
 * @returns whether it was
 */
export function moveImage(
  db: Transaction,
  id: string,
  from: readonly ImageRow['status'][],
  to: Partial<ImageRow>,
): boolean {
  const isThere = and(eq(images.id, id), inArray(images.status, [...from]))
  return changeRow(db, images, to, isThere)
}

/** Deletes the row of a removed image, after its files were deleted. */
export function deleteImage(db: Transaction, id: string): void {
  db.delete(images)
    .where(and(eq(images.id, id), eq(images.status, 'removed')))
    .run()
}

/** Images uploaded before that time that no doctor and no user uses. */
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
