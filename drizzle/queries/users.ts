import { and, eq, sql } from 'drizzle-orm'
import type { User } from '../../server/contract/users.ts'
import type { Database } from '../client.ts'
import { preparedOnce } from '../prepared.ts'
import { users } from '../schema.ts'
import { appendEvent } from './events.ts'

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
  const holder = findUserByEmail(db, account.email)
  if (holder && holder.uid !== account.uid) return { outcome: 'email_taken', holder: holder.uid }

  const known = findUser(db, account.uid)
  if (!known) {
    const profile = { ...profileOf(account), uid: account.uid, createdAt: now }
    const user = db.insert(users).values(profile).returning().get()
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
  const profile = profileOf(account, known)
  const changed = (['email', 'name', 'photo'] as const).filter(
    (field) => profile[field] !== known[field],
  )
  if (changed.length === 0) return { outcome: 'known' as const, user: known }
  const user = db.update(users).set(profile).where(eq(users.uid, known.uid)).returning().get()
  const event = { actor: user.uid, subject: user.uid, data: { fields: changed } }
  appendEvent(db, { kind: 'user.updated', ...event }, now)
  return { outcome: 'updated' as const, user }
}

/** An account without a name keeps the one it had, or goes by the first part of its email. */
function profileOf({ email, name, photo }: Account, known?: UserRow) {
  const given = name?.trim().slice(0, LONGEST_NAME)
  return { email, name: given || known?.name || email.replace(/@.*/, ''), photo }
}

/** The public shape of a user. */
export function toUser({ email, name, photo, role }: UserRow): User {
  return { email, name, photo, role }
}
