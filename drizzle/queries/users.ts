import { and, eq, sql } from 'drizzle-orm'
import { imageIdOf, imageUrl } from '../../contract/images.ts'
import type { User } from '../../contract/users.ts'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared-statements.ts'
import { users } from '../schema.ts'
import { appendEvent } from './events.ts'
import { findFormerPerson } from './former-users.ts'
import { findImage, removeImage } from './images.ts'

export type UserRow = typeof users.$inferSelect

/** What the identity provider knows of an account. */
export interface Account {
  uid: string
  /** Lower case. */
  email: string
  name: string | null
  photo: string | null
}

export type AdmissionOutcome =
  | { outcome: 'registered' | 'known' | 'updated' | 'relinked'; user: UserRow }
  /** An admin removed the account's user: the account is about to be deleted, too. */
  | { outcome: 'removed' }
  /** The email belongs to the account `holder`. */
  | { outcome: 'email_taken'; holder: string }

const LONGEST_NAME = 100

const statements = preparedOnce((db: Database) => ({
  byUid: db
    .select()
    .from(users)
    .where(eq(users.uid, sql.placeholder('uid')))
    .prepare(),
  byEmail: db
    .select()
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare(),
}))

/** The user of that account; undefined when there is none (any more). */
export function findUser(db: Database, uid: string): UserRow | undefined {
  return statements(db).byUid.get({ uid })
}

/** The user with that email, which is in lower case. */
export function findUserByEmail(db: Database, email: string): UserRow | undefined {
  return statements(db).byEmail.get({ email })
}

/**
 * Lets an account in: registers it the first time, takes over what the provider says anew after
 * that, and refuses an email that another account holds (design section 4). Each change comes with
 * its event. Call it in a write transaction.
 */
export function admitAccount(db: Database, account: Account, now: Date): AdmissionOutcome {
  if (findFormerPerson(db, account.uid)) return { outcome: 'removed' }
  const holder = findUserByEmail(db, account.email)
  if (holder && holder.uid !== account.uid) return { outcome: 'email_taken', holder: holder.uid }

  const known = findUser(db, account.uid)
  if (!known) {
    const user = db
      .insert(users)
      .values({ ...profileOf(db, account), uid: account.uid, createdAt: now })
      .returning()
      .get()
    appendEvent(db, { kind: 'user.registered', actor: user.uid, subject: user.uid }, now)
    return { outcome: 'registered', user }
  }
  return takeOver(db, known, account, now)
}

/**
 * Gives the user with the account's email, whose old account `from` is gone, to the new account:
 * appointments and role stay theirs. Call it in a write transaction, and only when the provider
 * has verified the email and no longer knows `from` (design section 4).
 */
export function relinkAccount(
  db: Database,
  account: Account,
  { from, now }: { from: string; now: Date },
): AdmissionOutcome {
  // The new account has a user of its own already: two patients do not become one by themselves.
  if (findUser(db, account.uid)) return { outcome: 'email_taken', holder: from }
  const user = db
    .update(users)
    .set({ uid: account.uid })
    .where(and(eq(users.uid, from), eq(users.email, account.email)))
    .returning()
    .get()
  // Somebody else changed it meanwhile.
  if (!user) return admitAccount(db, account, now)
  const event = { actor: user.uid, subject: user.uid, data: { from } }
  appendEvent(db, { kind: 'user.relinked', ...event }, now)
  const { user: current } = takeOver(db, user, account, now)
  return { outcome: 'relinked', user: current }
}

function takeOver(db: Database, known: UserRow, account: Account, now: Date) {
  const profile = profileOf(db, account, known)
  if (profile.providerPhoto !== known.providerPhoto) {
    const { providerPhoto } = profile
    db.update(users).set({ providerPhoto }).where(eq(users.uid, known.uid)).run()
  }
  const changed = (['email', 'name', 'photo'] as const).filter(
    (field) => profile[field] !== known[field],
  )
  if (changed.length === 0) return { outcome: 'known' as const, user: known }
  const user = db.update(users).set(profile).where(eq(users.uid, known.uid)).returning().get()
  const event = { actor: user.uid, subject: user.uid, data: { fields: changed } }
  appendEvent(db, { kind: 'user.updated', ...event }, now)
  if (user.photo !== known.photo) removeOwnPhoto(db, known, now)
  return { outcome: 'updated' as const, user }
}

/** An account without a name keeps the one it had, or goes by the first part of its email. */
function profileOf(db: Database, account: Account, known?: UserRow) {
  const { email, name, photo: providerPhoto } = account
  return {
    email,
    name: (name && nameOf(name)) || known?.name || email.replace(/@.*/, ''),
    photo: photoOf(db, account, known),
    providerPhoto,
  }
}

/** What turns the direction of the words after a name, or breaks a line: no name needs it. */
const CONTROLS = /[\p{Bidi_Control}\p{Cc}]/gu

/**
 * A name as the database gives it back: with half a character, such as where it was cut, it would
 * differ from what is kept at every sign-in. Without the controls that would let a name rewrite
 * the sentence about it, in the record or in the question before a removal.
 */
function nameOf(given: string): string {
  const cut = given.replace(CONTROLS, '').trim().slice(0, LONGEST_NAME)
  return cut.replace(/[\uD800-\uDBFF]$/, '').toWellFormed()
}

/**
 * The provider's photo counts when it has changed there; until then one uploaded here stays. An
 * upload that the provider names counts as such, if it is theirs and still there.
 */
function photoOf(db: Database, { uid, photo }: Account, known?: UserRow): string | null {
  if (known && photo === known.providerPhoto) return known.photo
  const imageId = photo && imageIdOf(photo)
  if (!imageId) return photo
  const image = findImage(db, imageId)
  const isTheirs =
    image?.purpose === 'profile' && image.uploadedBy === uid && image.status !== 'removed'
  return isTheirs ? imageUrl(imageId) : (known?.photo ?? null)
}

/**
 * Makes an upload the user's photo; one uploaded before goes. Call it in a write transaction.
 * @param imageId of an upload of theirs, for a profile
 */
export function setPhoto(db: Database, user: UserRow, imageId: string, now: Date): void {
  db.update(users)
    .set({ photo: imageUrl(imageId) })
    .where(eq(users.uid, user.uid))
    .run()
  const event = { actor: user.uid, subject: user.uid, data: { fields: ['photo'] } }
  appendEvent(db, { kind: 'user.updated', ...event }, now)
  removeOwnPhoto(db, user, now)
}

/** Removes the photo that a user had uploaded here, if that is what it was. */
function removeOwnPhoto(db: Database, { uid, photo }: UserRow, now: Date): void {
  const imageId = photo && imageIdOf(photo)
  if (imageId) removeImage(db, imageId, { of: uid, actor: uid, now })
}

/** The public shape of a user. */
export function toUser({ email, name, photo, role }: UserRow): User {
  return { email, name, photo, role }
}
