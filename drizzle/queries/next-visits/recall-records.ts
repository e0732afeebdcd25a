import { and, asc, eq, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import {
  children,
  contactAttempts,
  dueItems,
  guardianships,
  notifications,
  stoppedRecalls,
  tickets,
} from '#drizzle/schema/index.ts'

/** How much is known of an item: a visit that staff have counted, an answer or a booking, then its emails. */
const knownOf = (item: SQL) => sql`(${item}.counted_visit_id is not null,
  exists (select 1 from ${tickets} ticket where ticket.id = ${item}.ticket_id and ticket.state <> 'open'),
  ${item}.asked)`

/**
 * Moves calls, rows of the check-up plan and stopped emails from one child to another. Of two items
 * of the same row, the one of which more is known stays.
 */
export function giveRecallRecords(db: Transaction, from: string, to: string): void {
  db.run(sql`delete from ${dueItems} as item where item.child_id = ${to} and exists (
    select 1 from ${dueItems} other where other.child_id = ${from} and other.row_id = item.row_id
      and ${knownOf(sql`other`)} > ${knownOf(sql`item`)})`)
  for (const table of [contactAttempts, dueItems, stoppedRecalls]) {
    db.run(sql`update or ignore ${table} set child_id = ${to} where child_id = ${from}`)
  }
  db.delete(dueItems).where(eq(dueItems.childId, from)).run()
}

/**
 * Undoes that for a child that a link has merged: tickets that are booked with one of its appointments or
 * follow one, with their items and calls, and the emails that its family has stopped.
 */
export function giveBackNextVisits(
  db: Transaction,
  {
    appointments,
    from,
    to: { id: to, deskFamilyId },
  }: {
    appointments: readonly string[]
    from: string
    to: { id: string; deskFamilyId: string | null }
  },
): void {
  db.run(sql`update or ignore ${tickets} set child_id = ${to}
    where child_id = ${from}
      and case state when 'booked' then appointment_id else after_appointment_id end
        in (select value from json_each(${JSON.stringify(appointments)}))`)
  const isOfGiven = sql`child_id = ${from}
    and ticket_id in (select id from ${tickets} where child_id = ${to})`
  db.run(sql`update ${contactAttempts} set child_id = ${to} where ${isOfGiven}`)
  db.run(sql`update or ignore ${dueItems} set child_id = ${to} where ${isOfGiven}`)
  db.run(sql`update ${dueItems} set ticket_id = null where ${isOfGiven}`)
  db.run(sql`update or ignore ${stoppedRecalls} set child_id = ${to}
    where child_id = ${from} and desk_family_id = ${deskFamilyId}`)
}

/** The children about whose next visits a family without an account gets no emails. */
export function listStopsOf(db: Database, deskFamilyId: string): string[] {
  return db
    .select({ childId: stoppedRecalls.childId })
    .from(stoppedRecalls)
    .where(eq(stoppedRecalls.deskFamilyId, deskFamilyId))
    .all()
    .map(({ childId }) => childId)
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

/** The children of an account about whose next visits it gets no emails, by name. */
export function listStoppedChildren(db: Database, uid: string): { id: string; name: string }[] {
  return db
    .select({ id: children.id, name: children.name })
    .from(stoppedRecalls)
    .innerJoin(children, eq(children.id, stoppedRecalls.childId))
    .innerJoin(
      guardianships,
      and(
        eq(guardianships.childId, stoppedRecalls.childId),
        eq(guardianships.uid, stoppedRecalls.uid),
      ),
    )
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
