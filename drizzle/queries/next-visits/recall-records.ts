import { and, asc, eq, gte, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import {
  children,
  contactAttempts,
  dueItems,
  notifications,
  stoppedRecalls,
  tickets,
} from '#drizzle/schema/index.ts'

/**
 * Moves calls, rows of the check-up plan and stopped emails from one child to another. Rows that
 * the other child already has are kept.
 */
export function giveRecallRecords(db: Transaction, from: string, to: string): void {
  for (const table of [contactAttempts, dueItems, stoppedRecalls]) {
    db.run(sql`update or ignore ${table} set child_id = ${to} where child_id = ${from}`)
  }
}

/** Moves the tickets after these appointments back to the child that had them before a link. */
export function giveBackTickets(
  db: Transaction,
  { after, from, to }: { after: readonly string[]; from: string; to: string },
): void {
  db.run(sql`update or ignore ${tickets} set child_id = ${to}
    where child_id = ${from} and after_appointment_id in (select value from json_each(${JSON.stringify(after)}))`)
}

/** Whether a family gets no emails about next visits of a child. */
export function hasStoppedRecalls(
  db: Database,
  { family, childId }: { family: string; childId: string },
): boolean {
  const isTheirs = sql`coalesce(uid, desk_family_id) = ${family}`
  return hasRow(db, stoppedRecalls, and(eq(stoppedRecalls.childId, childId), isTheirs))
}

/** @returns false when it was stopped before */
export function insertStop(db: Transaction, row: typeof stoppedRecalls.$inferInsert): boolean {
  return db.insert(stoppedRecalls).values(row).onConflictDoNothing().run().changes === 1
}

/** The children of whose next visits an account gets no emails, by name. */
export function listStoppedChildren(db: Database, uid: string): { id: string; name: string }[] {
  return db
    .select({ id: children.id, name: children.name })
    .from(stoppedRecalls)
    .innerJoin(children, eq(children.id, stoppedRecalls.childId))
    .where(eq(stoppedRecalls.uid, uid))
    .orderBy(asc(children.name), asc(children.id))
    .all()
}

/** @returns false when they were not stopped */
export function deleteStop(
  db: Transaction,
  { uid, childId }: { uid: string; childId: string },
): boolean {
  const isTheirs = and(eq(stoppedRecalls.uid, uid), eq(stoppedRecalls.childId, childId))
  return db.delete(stoppedRecalls).where(isTheirs).run().changes === 1
}

/** The kinds of emails about next visits. */
const ASKING = ['ticket_opened', 'visit_missed', 'visits_due'] satisfies NotificationKind[]

/**
 * Whether another email about next visits went to the family since then, or is being sent. Of two that are being sent,
 * this holds for the later one.
 */
export function wasAskedSince(
  db: Database,
  { family, since, besides }: { family: string; since: Date; besides: string },
): boolean {
  const { id, uid, deskFamilyId, kind, state, sentAt } = notifications
  return hasRow(
    db,
    notifications,
    and(
      or(eq(uid, family), eq(deskFamilyId, family)),
      inArray(kind, ASKING),
      ne(id, besides),
      or(and(eq(state, 'sent'), gte(sentAt, since)), and(eq(state, 'sending'), lt(id, besides))),
    ),
  )
}
