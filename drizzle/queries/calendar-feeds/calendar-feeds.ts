import { and, asc, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import { changeRow, countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { appointments, calendarFeeds, doctors, users } from '#drizzle/schema/index.ts'

export type FeedRow = typeof calendarFeeds.$inferSelect

/** A feed with the names of its doctor and its creator. */
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

/** Open feeds, newest first: of one member of staff, or of all. */
export function listFeeds(db: Database, createdBy: string | undefined): NamedFeed[] {
  const isAsked = createdBy === undefined ? undefined : eq(calendarFeeds.createdBy, createdBy)
  return select(db).where(and(isOpen, isAsked)).orderBy(desc(calendarFeeds.id)).all()
}

/** The feed, unless it was revoked. */
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
 * The feed with this token, if its creator is still staff, or for a feed with names an admin.
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

/** @returns whether it was open */
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

const { id, date, startMinute, lengthMinutes, treatment, version, status } = appointments
const { childName, childBirthDate, patientName, patientUid, deskFamilyId } = appointments
const { calendarUid, calendarRevision, createdAt, cancelledAt } = appointments

const statements = prepareOnce((db: Database) => ({
  ofDay: db
    .select({
      ...{
        calendarUid,
        calendarRevision,
        date,
        startMinute,
        lengthMinutes,
        treatment,
        version,
        status,
      },
      ...{ childName, childBirthDate, patientName, patientUid, deskFamilyId },
      ...{ createdAt, cancelledAt },
    })
    .from(appointments)
    // Each side has an index of its own.
    .where(
      and(
        sql`(status = 'booked' and date = ${sql.placeholder('date')}
          or status = 'cancelled' and date = ${sql.placeholder('date')})`,
        sql`(${sql.placeholder('doctorId')} is null or doctor_id = ${sql.placeholder('doctorId')})`,
      ),
    )
    .orderBy(asc(startMinute), asc(id)),
}))

/** The data of an appointment in a feed, and its family. */
export type FeedAppointment = ReturnType<typeof listFeedAppointments>[number]

/** The appointments of a day in order, including canceled ones: of one doctor, or of all. */
export function listFeedAppointments(db: Database, of: { date: IsoDate; doctorId: string | null }) {
  return statements(db).ofDay.all(of)
}
