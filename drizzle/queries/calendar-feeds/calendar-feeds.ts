import { and, asc, between, desc, eq, isNull, lt, or } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import { changeRow, countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { appointments, calendarFeeds, doctors, users } from '#drizzle/schema/index.ts'

export type FeedRow = typeof calendarFeeds.$inferSelect

/** A feed with the names of its doctor and of who made it. */
export interface NamedFeed {
  feed: FeedRow
  doctorName: string | null
  by: string
}

const isOpen = isNull(calendarFeeds.revokedAt)

function select(db: Database) {
  return db
    .select({ feed: calendarFeeds, doctorName: doctors.name, by: users.name })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.uid, calendarFeeds.createdBy))
    .leftJoin(doctors, eq(doctors.id, calendarFeeds.doctorId))
}

/** Feeds that are not revoked, newest first: of one member of staff, or all. */
export function listFeeds(db: Database, createdBy: string | undefined): NamedFeed[] {
  const isAsked = createdBy === undefined ? undefined : eq(calendarFeeds.createdBy, createdBy)
  return select(db).where(and(isOpen, isAsked)).orderBy(desc(calendarFeeds.id)).all()
}

/** A feed that is not revoked. */
export function findFeed(db: Database, id: string): NamedFeed | undefined {
  return select(db)
    .where(and(isOpen, eq(calendarFeeds.id, id)))
    .get()
}

/** How many open feeds a member of staff has. */
export function countFeeds(db: Database, createdBy: string): number {
  return countRows(db, calendarFeeds, and(isOpen, eq(calendarFeeds.createdBy, createdBy)))
}

/**
 * The feed of a token, as long as who made it is still staff; one with names, an admin.
 * @param tokenHash SHA-256 in hexadecimal
 */
export function findFeedByToken(db: Database, tokenHash: string): FeedRow | undefined {
  const isStillAllowed = or(
    eq(users.role, 'admin'),
    and(eq(users.role, 'staff'), eq(calendarFeeds.withNames, false)),
  )
  return select(db)
    .where(and(isOpen, eq(calendarFeeds.tokenHash, tokenHash), isStillAllowed))
    .get()?.feed
}

export function insertFeed(db: Transaction, feed: typeof calendarFeeds.$inferInsert): void {
  db.insert(calendarFeeds).values(feed).run()
}

/** @returns whether it was open until now */
export function closeFeed(db: Transaction, id: string, now: Date): boolean {
  return changeRow(db, calendarFeeds, { revokedAt: now }, and(isOpen, eq(calendarFeeds.id, id)))
}

/** Records a use, unless one was recorded after `since`. */
export function touchFeed(db: Transaction, id: string, { now, since }: { now: Date; since: Date }) {
  db.update(calendarFeeds)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(calendarFeeds.id, id),
        or(isNull(calendarFeeds.lastUsedAt), lt(calendarFeeds.lastUsedAt, since)),
      ),
    )
    .run()
}

/** The appointments of those days, canceled ones too: a doctor's, or all. */
export function listFeedAppointments(
  db: Database,
  { from, to, doctorId }: { from: IsoDate; to: IsoDate; doctorId: string | null },
) {
  const isAsked = doctorId === null ? undefined : eq(appointments.doctorId, doctorId)
  // First the ids, by the index of the days: rows are wide.
  const ids = db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(between(appointments.date, from, to), isAsked))
    .all()
  return db
    .select()
    .from(appointments)
    .where(
      isAmong(
        appointments.id,
        ids.map(({ id }) => id),
      ),
    )
    .orderBy(asc(appointments.date), asc(appointments.startMinute), asc(appointments.id))
    .all()
}
