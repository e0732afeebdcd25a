import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { changeRow, countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { contactMessages, formerPeople, users } from '#drizzle/schema/index.ts'

// Messages of the contact page: docs/requirements.md#messages.

export type ContactMessageRow = typeof contactMessages.$inferSelect

/** A message, with the name of the member of staff who has marked it as done. */
export interface ListedMessage {
  message: ContactMessageRow
  doneByName: string | null
}

/** Stores an open message. */
export function insertMessage(
  db: Transaction,
  message: Omit<ContactMessageRow, 'doneAt' | 'doneBy'>,
): void {
  db.insert(contactMessages).values(message).run()
}

/** The message that a form was stored as. */
export function findMessageByKey(db: Database, formKey: string): ContactMessageRow | undefined {
  return db.select().from(contactMessages).where(eq(contactMessages.formKey, formKey)).get()
}

export function findMessage(db: Database, id: string): ContactMessageRow | undefined {
  return db.select().from(contactMessages).where(eq(contactMessages.id, id)).get()
}

/** How many messages came since an instant. */
export function countMessagesSince(db: Database, since: Date): number {
  return countRows(db, contactMessages, gte(contactMessages.receivedAt, since))
}

const isOpen = isNull(contactMessages.doneAt)

/** How many messages are not done. */
export function countOpenMessages(db: Database): number {
  return countRows(db, contactMessages, isOpen)
}

/** Open or done messages, newest first. */
export function listMessages(
  db: Database,
  { state, before, limit }: { state: 'open' | 'done'; before?: string | undefined; limit: number },
): ListedMessage[] {
  return db
    .select({
      message: contactMessages,
      doneByName: sql<string | null>`coalesce(${users.name}, ${formerPeople.name})`,
    })
    .from(contactMessages)
    .leftJoin(users, eq(users.uid, contactMessages.doneBy))
    .leftJoin(formerPeople, eq(formerPeople.id, contactMessages.doneBy))
    .where(
      and(
        state === 'open' ? isOpen : isNotNull(contactMessages.doneAt),
        before === undefined ? undefined : lt(contactMessages.id, before),
      ),
    )
    .orderBy(desc(contactMessages.id))
    .limit(limit)
    .all()
}

/** Uids of the accounts with the addresses of these messages. */
export function sendersOf(db: Database, messages: readonly ListedMessage[]): string[] {
  const addresses = [...new Set(messages.map(({ message }) => message.email))]
  return db
    .select({ uid: users.uid })
    .from(users)
    .where(isAmong(users.email, addresses))
    .all()
    .map(({ uid }) => uid)
}

/**
 * Marks a message as done, or as open again.
 * @returns whether that changed anything
 */
export function setDone(
  db: Transaction,
  id: string,
  done: { doneAt: Date; doneBy: string } | null,
): boolean {
  const isOther = done ? isOpen : isNotNull(contactMessages.doneAt)
  const columns = done ?? { doneAt: null, doneBy: null }
  return changeRow(db, contactMessages, columns, and(eq(contactMessages.id, id), isOther))
}

/**
 * Deletes messages that were done before an instant.
 * @returns how many
 */
export function deleteDoneMessages(db: Transaction, before: Date): number {
  return db.delete(contactMessages).where(lt(contactMessages.doneAt, before)).run().changes
}

/** Deletes the messages that were sent with an address. */
export function deleteMessagesFrom(db: Transaction, email: string): void {
  db.delete(contactMessages).where(eq(contactMessages.email, email)).run()
}
