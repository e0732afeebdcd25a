import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { DropReason } from '#contract/notifications/notifications.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appointments, deskFamilies, notifications, users } from '#drizzle/schema/index.ts'

/**
 * Marks an email that was reported to have bounced after the mail server had accepted it.
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
 * @returns the ids of the users and families who have it and were not marked already
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

const isUnreachable = ({ bouncedEmail, email }: typeof users | typeof deskFamilies) =>
  sql`${bouncedEmail} is not null and ${bouncedEmail} = ${email}`

/** Most users in the list of those who cannot be reached. */
const LONGEST_LIST = 500

/** Families whose address bounced, the latest first, with the phone of their latest appointment. */
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
 * Makes a family's emails due that were dropped because of its address; what has become useless is
 * dropped again. Call it in the transaction that verifies or changes the address.
 * @param family an account's uid, or the id of a family without an account
 */
export function releaseHeld(db: Transaction, family: string, now: Date): void {
  db.update(notifications)
    .set({ state: 'due', dueAt: now, error: null })
    .where(
      and(
        or(eq(notifications.uid, family), eq(notifications.deskFamilyId, family)),
        eq(notifications.state, 'dropped'),
        inArray(notifications.error, HELD),
      ),
    )
    .run()
}
