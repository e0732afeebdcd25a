import { and, desc, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { imageIdOf, imageUrl } from '../../contract/images.ts'
import type { ListedUser, Role, User } from '../../contract/users.ts'
import { countRows, type Database } from '../client.ts'
import { normalizeSearchText } from '../normalize-search-text.ts'
import { prepareOnce } from '../prepared-statements.ts'
import { appointments, formerPeople, users } from '../schema/index.ts'
import { appendEvent } from './events.ts'
import { findImage, removeImage } from './images.ts'
import { releaseHeld } from './notifications.ts'
import { endSessions } from './sessions.ts'

export type UserRow = typeof users.$inferSelect

/** What the identity provider knows of an account. */
export interface Account {
  uid: string
  /** Lower case. */
  email: string
  emailVerified: boolean
  name: string | null
  photo: string | null
  /** Ids of the sign-in methods and second factors; absent when not asked. */
  credentials?: string[]
  /** Since when the provider's sessions are valid; absent when not asked. */
  providerValidFrom?: Date
}

export type AdmissionOutcome =
  | { outcome: 'registered' | 'known' | 'updated' | 'relinked'; user: UserRow }
  /** An admin removed the account's user: the account is about to be deleted, too. */
  | { outcome: 'removed' }
  /** The email belongs to the account `holder`. */
  | { outcome: 'email_taken'; holder: string }

const LONGEST_NAME = 100

const statements = prepareOnce((db: Database) => ({
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
 * Admits an account: registers it the first time, afterwards updates what has changed at the
 * provider, and refuses an email that another account holds. Each change writes its event. Call it
 * in a write transaction.
 */
export function admitAccount(db: Database, account: Account, now: Date): AdmissionOutcome {
  if (findFormerPerson(db, account.uid)) return { outcome: 'removed' }
  const holder = findUserByEmail(db, account.email)
  if (holder && holder.uid !== account.uid) return { outcome: 'email_taken', holder: holder.uid }

  const known = findUser(db, account.uid)
  if (!known) {
    const user = db
      .insert(users)
      .values({
        ...profileOf(db, account),
        ...standingOf(account),
        uid: account.uid,
        createdAt: now,
      })
      .returning()
      .get()
    appendEvent(db, { kind: 'user.registered', actor: user.uid, subject: user.uid }, now)
    return { outcome: 'registered', user }
  }
  return takeOver(db, known, account, now)
}

/**
 * Gives the user with the account's email, whose old account `from` is gone, to the new account.
 * The appointments stay theirs; the role does not: an admin has to promote the new account, and all
 * sessions end. Call it in a write transaction, and only when the provider has verified the email
 * and no longer knows `from`.
 */
export function relinkAccount(
  db: Database,
  account: Account,
  { from, now }: { from: string; now: Date },
): AdmissionOutcome {
  // The new account has a user of its own already: two patients are not merged.
  if (findUser(db, account.uid)) return { outcome: 'email_taken', holder: from }
  const isHolder = and(eq(users.uid, from), eq(users.email, account.email))
  const old = db.select().from(users).where(isHolder).get()
  // Another request changed it meanwhile.
  if (!old) return admitAccount(db, account, now)
  endSessions(db, from, { reason: 'account_deleted', actor: null, now })
  const user = db
    .update(users)
    .set({ uid: account.uid, role: 'patient' })
    .where(isHolder)
    .returning()
    .get()
  const { uid } = user
  appendEvent(db, { kind: 'user.relinked', actor: uid, subject: uid, data: { from } }, now)
  if (old.role !== 'patient') {
    const kind = old.role === 'admin' ? 'user.demoted' : 'user.staff_removed'
    appendEvent(db, { kind, actor: null, subject: uid }, now)
  }
  return { outcome: 'relinked', user: takeOver(db, user, account, now).user }
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
  const current = updateStanding(db, known, account, now)
  if (changed.length === 0) return { outcome: 'known' as const, user: current }
  const user = db.update(users).set(profile).where(eq(users.uid, known.uid)).returning().get()
  const event = { actor: user.uid, subject: user.uid, data: { fields: changed } }
  appendEvent(db, { kind: 'user.updated', ...event }, now)
  if (user.email !== known.email) releaseHeld(db, user.uid, now)
  if (user.photo !== known.photo) removeOwnPhoto(db, known, now)
  return { outcome: 'updated' as const, user }
}

function standingOf({ emailVerified, credentials, providerValidFrom }: Account) {
  return { emailVerified, credentials, providerValidFrom }
}

/** Stores what the provider says of an account's email and credentials. */
function updateStanding(db: Database, known: UserRow, account: Account, now: Date): UserRow {
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
  return db.update(users).set(standingOf(account)).where(eq(users.uid, uid)).returning().get()
}

/** Stores what the provider says of an account's credentials. */
export function storeCredentials(
  db: Database,
  uid: string,
  change: Pick<Account, 'credentials' | 'providerValidFrom'>,
): void {
  db.update(users).set(change).where(eq(users.uid, uid)).run()
}

/** Without a name, the account keeps its previous one or gets the first part of its email. */
function profileOf(db: Database, account: Account, known?: UserRow) {
  const { email, name, photo: providerPhoto } = account
  return {
    email,
    name: (name && nameOf(name)) || known?.name || email.replace(/@.*/, ''),
    photo: photoOf(db, account, known),
    providerPhoto,
  }
}

/** Characters that change text direction or break lines; no name needs them. */
const CONTROLS = /[\p{Bidi_Control}\p{Cc}]/gu

/**
 * A name as the database returns it: a surrogate pair cut in half would differ from the stored name
 * at every login. Control characters are removed, because they could change the sentence around a
 * name, in the audit log or in the dialog before a removal.
 */
function nameOf(given: string): string {
  const cut = given.replace(CONTROLS, '').trim().slice(0, LONGEST_NAME)
  return cut.replace(/[\uD800-\uDBFF]$/, '').toWellFormed()
}

/**
 * The provider's photo is used when it has changed there; until then an uploaded one stays. If the
 * provider's photo is one of the user's uploads that still exists, it counts as an upload.
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
 * Makes an upload the user's photo; the previous upload is removed. Call it in a write transaction.
 * @param imageId of an upload of theirs, for a profile
 */
export function setPhoto(db: Database, user: UserRow, imageId: string, now: Date): void {
  db.update(users)
    .set({ photo: imageUrl(imageId) })
    .where(eq(users.uid, user.uid))
    .run()
  const event = { actor: user.uid, subject: user.uid } as const
  appendEvent(db, { kind: 'user.updated', ...event, data: { fields: ['photo'] } }, now)
  removeOwnPhoto(db, user, now)
}

/** Removes the user's photo if it was uploaded here. */
function removeOwnPhoto(db: Database, { uid, photo }: UserRow, now: Date): void {
  const imageId = photo && imageIdOf(photo)
  if (imageId) removeImage(db, imageId, { ownerId: uid, actor: uid, now })
}

/** Whether emails may be sent to them: the address is verified, and none has bounced. */
export function isReachable({ email, emailVerified, bouncedEmail }: UserRow): boolean {
  return emailVerified && bouncedEmail !== email
}

/** The public shape of a user. */
export function toUser({ email, name, photo, role }: UserRow): User {
  return { email, name, photo, role }
}

/** A removed user or doctor. */
export type FormerPerson = typeof formerPeople.$inferSelect

/** Keeps the name of a user or doctor who is being removed. Call it in a write transaction. */
export function recordFormerPerson(db: Database, person: FormerPerson): void {
  db.insert(formerPeople).values(person).run()
}

/** The removed user or doctor with this id. */
export function findFormerPerson(db: Database, id: string): FormerPerson | undefined {
  return db.select().from(formerPeople).where(eq(formerPeople.id, id)).get()
}

interface RoleChange {
  /** Lower case. */
  email: string
  /** Uid of the admin who changes it; null for the command line. */
  actor: string | null
  now: Date
}

/**
 * Makes the user with that email an admin, and ends their sessions: those of admins are shorter.
 * Call it in a write transaction.
 * @returns `unverified` when the email is not verified, so that it may be another person's
 */
export function grantAdmin(
  db: Database,
  { email, actor, now }: RoleChange,
): 'granted' | 'admin_already' | 'unknown_user' | 'unverified' {
  const user = findUserByEmail(db, email)
  if (!user) return 'unknown_user'
  const { uid, role, emailVerified } = user
  if (role === 'admin') return 'admin_already'
  if (!emailVerified) return 'unverified'
  db.update(users).set({ role: 'admin' }).where(eq(users.uid, uid)).run()
  appendEvent(db, { kind: 'user.promoted', actor, subject: uid }, now)
  endSessions(db, uid, { reason: 'role_changed', actor, now })
  return 'granted'
}

/**
 * Makes an admin a patient again, but never the last one, and ends their sessions. Call it in a
 * write transaction.
 */
export function revokeAdmin(
  db: Database,
  { email, actor, now }: RoleChange,
): 'revoked' | 'no_admin' | 'last_admin' | 'unknown_user' {
  const demoted = db
    .update(users)
    .set({ role: 'patient' })
    .where(and(eq(users.email, email), eq(users.role, 'admin'), gt(countAdmins(db), 1)))
    .returning({ uid: users.uid })
    .get()
  if (!demoted) {
    const user = findUserByEmail(db, email)
    if (!user) return 'unknown_user'
    return user.role === 'admin' ? 'last_admin' : 'no_admin'
  }
  appendEvent(db, { kind: 'user.demoted', actor, subject: demoted.uid }, now)
  endSessions(db, demoted.uid, { reason: 'role_changed', actor, now })
  return 'revoked'
}

/**
 * Makes the patient with that email staff of the front desk, and ends their sessions. Call it in a
 * write transaction.
 * @returns `unverified` when the email is not verified, so that it may be another person's
 */
export function grantStaff(
  db: Database,
  { email, actor, now }: RoleChange,
): 'granted' | 'has_role' | 'unknown_user' | 'unverified' {
  const user = findUserByEmail(db, email)
  if (!user) return 'unknown_user'
  const { uid, role, emailVerified } = user
  if (role !== 'patient') return 'has_role'
  if (!emailVerified) return 'unverified'
  db.update(users).set({ role: 'staff' }).where(eq(users.uid, uid)).run()
  appendEvent(db, { kind: 'user.staff_added', actor, subject: uid }, now)
  endSessions(db, uid, { reason: 'role_changed', actor, now })
  return 'granted'
}

/** Makes a member of staff a patient again, and ends their sessions. Call it in a write transaction. */
export function revokeStaff(
  db: Database,
  { email, actor, now }: RoleChange,
): 'revoked' | 'no_staff' | 'unknown_user' {
  const user = findUserByEmail(db, email)
  if (!user) return 'unknown_user'
  const { uid, role } = user
  if (role !== 'staff') return 'no_staff'
  db.update(users).set({ role: 'patient' }).where(eq(users.uid, uid)).run()
  appendEvent(db, { kind: 'user.staff_removed', actor, subject: uid }, now)
  endSessions(db, uid, { reason: 'role_changed', actor, now })
  return 'revoked'
}

/** Whether this user is the only admin. */
export function isOnlyAdmin(db: Database, uid: string): boolean {
  const isAnother = and(eq(users.role, 'admin'), ne(users.uid, uid))
  return db.select({ uid: users.uid }).from(users).where(isAnother).limit(1).get() === undefined
}

function countAdmins(db: Database) {
  return db.$count(users, eq(users.role, 'admin'))
}

export interface UserPage {
  /** On all pages together. */
  total: number
  users: { user: UserRow; appointments: number }[]
}

const NEWEST_FIRST = [desc(users.createdAt), desc(users.uid)]

interface UserFilter {
  /** Part of a name or an email, in any case, with or without accents. */
  search?: string | undefined
  role?: Role | undefined
}

/**
 * One page of the users, newest first.
 * @param page counted from 1
 */
export function listUsers(
  db: Database,
  { search, role, page, limit }: UserFilter & { page: number; limit: number },
): UserPage {
  const offset = (page - 1) * limit
  const found = search || role ? findUids(db, { search, role }) : undefined
  const rows = db
    .select({
      user: users,
      appointments: db.$count(appointments, eq(appointments.patientUid, users.uid)),
    })
    .from(users)
    .where(found && inArray(users.uid, found.slice(offset, offset + limit)))
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
    .offset(found ? 0 : offset)
    .all()
  return { total: found?.length ?? countRows(db, users), users: rows }
}

/** All matches: each name is read once, for both the page and the count. */
function findUids(db: Database, { search, role }: UserFilter): string[] {
  const text = search && normalizeSearchText(search)
  const rows = db
    .select({ uid: users.uid })
    .from(users)
    .where(
      and(
        role && eq(users.role, role),
        text ? or(contains(users.name, text), contains(users.email, text)) : undefined,
      ),
    )
    .orderBy(...NEWEST_FIRST)
    .all()
  return rows.map(({ uid }) => uid)
}

/** A user as an admin sees one. */
export function toListedUser({ user, appointments: count }: UserPage['users'][number]): ListedUser {
  const joined = user.createdAt.toISOString()
  const { uid: _id, emailVerified } = user
  return { _id, ...toUser(user), emailVerified, joined, appointments: count }
}

/** @param text normalized */
function contains(column: typeof users.name | typeof users.email, text: string): SQL {
  return sql`instr(normalize_search_text(${column}), ${text}) > 0`
}
