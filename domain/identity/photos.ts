import { imageIdOf, imageUrl } from '#contract/images/images.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { type UserRow, updateUser } from '#drizzle/queries/identity/users.ts'
import { removeImage } from '../images/image-states.ts'

/**
 * Makes an upload the user's photo, and removes their previous upload.
 * @param imageId of a profile upload of theirs
 */
export function setPhoto(
  db: Transaction,
  user: Pick<UserRow, 'uid' | 'photo'>,
  imageId: string,
  now: Date,
): void {
  updateUser(db, user.uid, { photo: imageUrl(imageId) })
  const event = { actor: user.uid, subject: user.uid } as const
  appendEvent(db, { kind: 'user.updated', ...event, data: { fields: ['photo'] } }, now)
  removeOwnPhoto(db, user, now)
}

/** Removes the user's photo if it was uploaded here. */
export function removeOwnPhoto(
  db: Transaction,
  { uid, photo }: Pick<UserRow, 'uid' | 'photo'>,
  now: Date,
): void {
  const imageId = photo && imageIdOf(photo)
  if (imageId) removeImage(db, imageId, { ownerId: uid, actor: uid, now })
}
