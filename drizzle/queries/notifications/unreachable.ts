import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { DropReason } from '#contract/notifications/notifications.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { appointments, deskFamilies, notifications, users } from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'

/**
 * Marks an email as bounced after the mail server had accepted it.
 * @param messageId with its angle brackets
 */
export function markBounced(db: Transaction, messageId: string, error: string): void {
  db.update(notifications)
    .set({ state: 'bounced', error })
    .where(and(eq(notifications.messageId, messageId), eq(notifications.state, 'sent')))
    .run()
}

/**
 * Marks an address as unreachable.
 * @param address in lower case
 * @returns the ids of users and families with that address that were not marked yet
 */
export function markUnreachable(db: Transaction, address: string, now: Date): string[] {
  const mark = { bouncedEmail: address, bouncedAt: now }
  const isNew = ({ email, bouncedEmail }: typeof users | typeof deskFamilies) =>
    and(eq(email, address), or(isNull(bouncedEmail), sql`${bouncedEmail} <> ${address}`))
  const marked = [
    ...db.update(users).set(mark).where(isNew(users)).returning({ id: users.uid }).all(),
    ...db
      .update(deskFamilies)
      .set(mark)
      .where(and(isNew(deskFamilies), isNull(deskFamilies.linkedUid)))
      .returning({ id: deskFamilies.id })
      .all(),
  ]
  return marked.map(({ id }) => id)
}

/** Whether the address bounced. */
export const isUnreachable = ({ bouncedEmail, email }: typeof users | typeof deskFamilies) =>
  sql`${bouncedEmail} is not null and ${bouncedEmail} = ${email}`

/**
 * Whether emails reach the family of a row that joins its account and its family without one, by the rules of
 * `isReachable` for users and families.
 */
export const isReachable = sql<number>`iif(${users.uid} is null,
  ${deskFamilies.email} is not null and ${deskFamilies.email} is not ${deskFamilies.bouncedEmail},
  ${users.emailVerified} = 1 and ${users.email} is not ${users.bouncedEmail})`

/** The language of the emails of such a family; null for English. */
export const familyLanguage = sql<Translation | null>`iif(${users.uid} is null,
  ${deskFamilies.language}, ${users.language})`

/** The most users that are listed as unreachable. */
const LONGEST_LIST = 500

/** Families whose address bounced, latest first, with the phone number of their latest appointment. */
export function listUnreachable(db: Database) {
  const phone = db
    .select({ phone: appointments.phone })
    .from(appointments)
    .where(eq(appointments.patientUid, users.uid))
    .orderBy(desc(appointments.date), desc(appointments.startMinute))
    .limit(1)
  const accounts = db
    .select({
      id: users.uid,
      name: users.name,
      email: users.email,
      since: users.bouncedAt,
      phone: sql<string | null>`(${phone})`,
    })
    .from(users)
    .where(isUnreachable(users))
    .orderBy(desc(users.bouncedAt))
    .limit(LONGEST_LIST)
    .all()
  const { id, name, email, bouncedAt: since, phone: number, linkedUid } = deskFamilies
  const families = db
    .select({ id, name, email: sql<string>`${email}`, since, phone: number })
    .from(deskFamilies)
    .where(and(isUnreachable(deskFamilies), isNull(linkedUid)))
    .limit(LONGEST_LIST)
    .all()
  return [...accounts, ...families].sort((a, b) => Number(b.since) - Number(a.since))
}

/** Reasons that end when the user verifies or changes the address. */
const HELD = ['unverified', 'unreachable'] satisfies DropReason[]

/**
 * Makes a family's emails due that were dropped because of its address, or bounced at its former one, in the
 * order in which they were written; outdated ones are dropped once due.
 * @param family an account's uid, or the id of a family without an account
 */
export function releaseHeld(db: Transaction, family: string, now: Date): void {
  db.update(notifications)
    .set({ state: 'due', dueAt: now, error: null, attempts: 0 })
    .where(
      and(
        or(eq(notifications.uid, family), eq(notifications.deskFamilyId, family)),
        or(
          and(eq(notifications.state, 'dropped'), inArray(notifications.error, HELD)),
          eq(notifications.state, 'bounced'),
        ),
      ),
    )
    .run()
}

/**
 * Unmarks a bounced address.
 * @param family an account's uid, or the id of a family without an account
 * @returns whether the family has that address, and it was marked
 */
export function clearUnreachable(
  db: Transaction,
  { family, email }: { family: string; email: string },
): boolean {
  const clear = { bouncedEmail: null, bouncedAt: null }
  const isMarked = (table: typeof users | typeof deskFamilies) =>
    and(eq(table.email, email), isUnreachable(table))
  return (
    changeRow(db, users, clear, and(eq(users.uid, family), isMarked(users))) ||
    changeRow(db, deskFamilies, clear, and(eq(deskFamilies.id, family), isMarked(deskFamilies)))
  )
}

/**
 * Retries an email that the mail server accepted and then reported as not delivered; gives it up after too
 * many attempts.
 * @param messageId with its angle brackets
 */
export function retryReported(
  db: Transaction,
  messageId: string,
  { error, attempts, dueAt }: { error: string; attempts: number; dueAt: Date },
): void {
  db.update(notifications)
    .set({
      state: sql`iif(${notifications.attempts} < ${attempts}, 'due', 'failed')`,
      dueAt,
      error,
    })
    .where(and(eq(notifications.messageId, messageId), eq(notifications.state, 'sent')))
    .run()
}
