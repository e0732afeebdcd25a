import { imageIdOf, imageUrl } from '#contract/images/images.ts'
import { cleanName } from '#contract/names/clean-name.ts'
import { findNameProblem } from '#contract/names/name-rules.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type Account,
  findFormerPerson,
  findUser,
  findUserByEmail,
  insertUser,
  type UserRow,
  updateUser,
} from '#drizzle/queries/identity/users.ts'
import { findImage } from '#drizzle/queries/images.ts'
import { releaseHeld } from '#drizzle/queries/notifications/unreachable.ts'
import type { Translation } from '#words/languages.ts'
import { endSessions } from './end-sessions.ts'
import { removeOwnPhoto } from './photos.ts'

/** The event for a role that a new account does not inherit. */
const ROLE_ENDS = {
  admin: 'user.demoted',
  staff: 'user.staff_removed',
  doctor: 'user.doctor_removed',
} as const

export type AdmissionOutcome =
  | { outcome: 'registered' | 'known' | 'updated' | 'relinked'; user: UserRow }
  /** An admin removed the user; the account is about to be deleted, too. */
  | { outcome: 'removed' }
  /** The email belongs to the account `holder`. */
  | { outcome: 'email_taken'; holder: string }

const LONGEST_NAME = 100

/**
 * Admits an account: registers it the first time, and afterwards updates what changed at the provider.
 * Refuses an email that another account holds. Each change writes its event.
 * @param language of the page on which a new account is registered
 */
export function admitAccount(
  db: Transaction,
  account: Account,
  now: Date,
  language: Translation | null = null,
): AdmissionOutcome {
  if (findFormerPerson(db, account.uid)) return { outcome: 'removed' }
  const holder = findUserByEmail(db, account.email)
  if (holder && holder.uid !== account.uid) return { outcome: 'email_taken', holder: holder.uid }

  const known = findUser(db, account.uid)
  if (!known) {
    const { uid } = account
    const own = { uid, language, createdAt: now }
    const row = { ...profileOf(db, account), ...trustOf(account), ...own }
    const user = insertUser(db, row)
    appendEvent(db, { kind: 'user.registered', actor: user.uid, subject: user.uid }, now)
    return { outcome: 'registered', user }
  }
  return takeOver(db, known, account, now)
}

/**
 * Assigns the user with the account's email, whose former account `from` no longer exists, to the new
 * account. The user keeps the appointments, but loses the role, and all sessions end. Call it only if the
 * provider has verified the email and no longer knows `from`.
 */
export function relinkAccount(
  db: Transaction,
  account: Account,
  { from, now }: { from: string; now: Date },
): AdmissionOutcome {
  // The new account already has a user: two patients are not merged.
  if (findUser(db, account.uid)) return { outcome: 'email_taken', holder: from }
  const old = findUser(db, from)
  // Another request changed the user meanwhile.
  if (old?.email !== account.email) return admitAccount(db, account, now)
  endSessions(db, from, { reason: 'account_deleted', actor: null, now })
  const user = updateUser(db, from, { uid: account.uid, role: 'patient', doctorId: null })
  const { uid } = user
  appendEvent(db, { kind: 'user.relinked', actor: uid, subject: uid, data: { from } }, now)
  if (old.role !== 'patient') {
    appendEvent(db, { kind: ROLE_ENDS[old.role], actor: null, subject: uid }, now)
  }
  return { outcome: 'relinked', user: takeOver(db, user, account, now).user }
}

function takeOver(db: Transaction, known: UserRow, account: Account, now: Date) {
  const profile = profileOf(db, account, known)
  if (profile.providerPhoto !== known.providerPhoto) {
    const { providerPhoto } = profile
    updateUser(db, known.uid, { providerPhoto })
  }
  const changed = (['email', 'name', 'photo'] as const).filter(
    (field) => profile[field] !== known[field],
  )
  const current = updateStanding(db, known, account, now)
  if (changed.length === 0) return { outcome: 'known' as const, user: current }
  const user = updateUser(db, known.uid, profile)
  const event = { actor: user.uid, subject: user.uid, data: { fields: changed } }
  appendEvent(db, { kind: 'user.updated', ...event }, now)
  if (user.email !== known.email) releaseHeld(db, user.uid, now)
  if (user.photo !== known.photo) removeOwnPhoto(db, known, now)
  return { outcome: 'updated' as const, user }
}

function trustOf({ emailVerified, credentials, providerValidFrom }: Account) {
  return { emailVerified, credentials, providerValidFrom }
}

/** Stores the account's email and credentials as the provider reports them. */
function updateStanding(db: Transaction, known: UserRow, account: Account, now: Date): UserRow {
  const { emailVerified, credentials, providerValidFrom } = account
  const isSame =
    known.emailVerified === emailVerified &&
    (!credentials || credentials.join() === known.credentials?.join()) &&
    (!providerValidFrom || providerValidFrom.getTime() === known.providerValidFrom?.getTime())
  if (isSame) return known
  const { uid } = known
  if (emailVerified && !known.emailVerified) {
    appendEvent(db, { kind: 'user.verified', actor: uid, subject: uid }, now)
    releaseHeld(db, uid, now)
  }
  return updateUser(db, uid, trustOf(account))
}

/** An account without a valid name keeps its previous name or none, and is asked for one. */
function profileOf(db: Database, account: Account, known?: UserRow) {
  const { email, name, photo: providerPhoto } = account
  return {
    email,
    name: nameOf(name ?? '') || (known && !isMadeUp(known) ? nameOf(known.name) : ''),
    photo: photoOf(db, account, known),
    providerPhoto,
  }
}

/** Before 0.4.0, an account without a name was named after the first part of its email. */
const isMadeUp = ({ name, email }: UserRow) => name === email.replace(/@.*/, '')

/** Characters that no name needs; a tab becomes a space. */
const CONTROLS = /(?!\t)\p{Cc}/gu

/**
 * A name in the form in which the database returns it: a surrogate pair cut in half would differ from the
 * stored name at every login. Empty for a text that no form would accept as a name. Removes control
 * characters, which could alter the sentence around a name in the audit log or a dialog.
 */
function nameOf(given: string): string {
  const cut = cleanName(given.replace(CONTROLS, '')).slice(0, LONGEST_NAME)
  const name = cut.replace(/[\uD800-\uDBFF]$/, '').toWellFormed()
  return findNameProblem(name) === undefined ? name : ''
}

/**
 * Uses the provider's photo only once it has changed there; until then an uploaded one stays. If the
 * provider's photo is an upload of the user that still exists, it counts as an upload.
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
