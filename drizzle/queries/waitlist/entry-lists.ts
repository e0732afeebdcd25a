import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import { countRows, type Database } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { familyName } from '#drizzle/queries/family-name.ts'
import {
  appointments,
  children,
  closures,
  deskFamilies,
  doctors,
  guardianships,
  notifications,
  offers,
  todoMarks,
  treatments,
  users,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'
import { familyLanguage, isReachable } from '../notifications/unreachable.ts'
import type { ClosureRow } from '../schedule/closures.ts'
import type { EntryRow } from './waitlist.ts'

/** An entry with the names of its treatment, doctor and family. */
export interface ListedEntry {
  entry: EntryRow
  /** Active or not. */
  treatment: string | null
  doctor: string | null
  /**
   * If the family is linked, its account. `phone`: of the entry, or as on file; `isReachable`: emails reach
   * it; `isUnverified`: the account has not verified its address.
   */
  family: {
    name: string | null
    email: string | null
    phone: string | null
    isReachable: boolean
    isUnverified: boolean
    /** Of its emails; null for English. */
    language: Translation | null
  }
  /** The appointment that would move. */
  present: {
    id: string
    date: IsoDate
    startMinute: number
    lengthMinutes: number
    priceCents: number
  } | null
  /** The closure of a re-offer; null once it is removed. */
  closure: Pick<ClosureRow, 'doctorId' | 'reason' | 'forFamilies'> | null
}

const selectEntries = (db: Database) =>
  db
    .select({
      entry: waitlistEntries,
      treatment: treatments.name,
      doctor: doctors.name,
      family: {
        name: familyName,
        email: sql<string | null>`iif(${users.uid} is null, ${deskFamilies.email}, ${users.email})`,
        phone: sql<string | null>`coalesce(nullif(${waitlistEntries.phone}, ''), ${users.phone},
          ${deskFamilies.phone}, (select booked.phone from ${appointments} booked
            where booked.id = (select max(id) from ${appointments} where patient_uid = ${users.uid})))`,
        isReachable: isReachable.mapWith(Boolean),
        isUnverified: sql<number>`${users.emailVerified} = 0`.mapWith(Boolean),
        language: familyLanguage,
      },
      present: {
        id: appointments.id,
        date: appointments.date,
        startMinute: appointments.startMinute,
        lengthMinutes: appointments.lengthMinutes,
        priceCents: appointments.priceCents,
      },
      // Drizzle treats the whole object as null when its first column is.
      closure: {
        reason: closures.reason,
        doctorId: closures.doctorId,
        forFamilies: closures.forFamilies,
      },
    })
    .from(waitlistEntries)
    .leftJoin(treatments, eq(treatments.id, waitlistEntries.treatmentId))
    .leftJoin(doctors, eq(doctors.id, waitlistEntries.doctorId))
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .leftJoin(closures, eq(closures.id, waitlistEntries.closureId))
    .leftJoin(deskFamilies, eq(deskFamilies.id, waitlistEntries.deskFamilyId))
    .leftJoin(
      users,
      eq(users.uid, sql`coalesce(${waitlistEntries.uid}, ${deskFamilies.linkedUid})`),
    )

const isLive = sql`${waitlistEntries.state} <> 'ended'`

/** The entry that stands for siblings who wait together. */
const isFirstOfBlock = sql`not exists (
  select 1 from ${waitlistEntries} sibling
  where sibling.block_id = ${waitlistEntries.blockId}
    and (sibling.state = 'ended') = (${waitlistEntries.state} = 'ended')
    and sibling.id < ${waitlistEntries.id})`

/**
 * It ended because the clinic gives the treatment on none of its days, and the family has not joined again.
 */
const isClosed = sql`${waitlistEntries.endReason} = 'closed' and not exists (
  select 1 from ${waitlistEntries} again
  where coalesce(again.child_id, again.uid, again.desk_family_id) = coalesce(
      ${waitlistEntries.childId}, ${waitlistEntries.uid}, ${waitlistEntries.deskFamilyId})
    and again.treatment_id = ${waitlistEntries.treatmentId}
    and again.state <> 'ended' and again.closure_id is null)`

const wants = (date: IsoDate | undefined) =>
  date === undefined
    ? undefined
    : sql`${date} between ${waitlistEntries.fromDate} and ${waitlistEntries.toDate}`

/** Re-offers come after all families that wait. */
const isReoffer = sql`(${waitlistEntries.closureId} is not null)`

interface EntryPage {
  /** Only entries that want this day. */
  date?: IsoDate | undefined
  /** Id of the last entry of the previous page. */
  after?: string | undefined
  limit: number
}

/**
 * A page of live entries in the order in which they are offered times, re-offers last; siblings count as one
 * entry.
 */
export function listEntryPage(db: Database, { date, after, limit }: EntryPage): ListedEntry[] {
  const { rank, joinedAt, id } = waitlistEntries
  const isFurther =
    after === undefined
      ? undefined
      : sql`(${isReoffer}, ${rank}, ${joinedAt}, ${id}) > (
          select last.closure_id is not null, last.rank, last.joined_at, last.id
          from ${waitlistEntries} last where last.id = ${after})`
  return selectEntries(db)
    .where(and(isLive, wants(date), isFirstOfBlock, isFurther))
    .orderBy(isReoffer, asc(rank), asc(joinedAt), asc(id))
    .limit(limit)
    .all()
}

/** Entries that closed days ended since an instant. */
export interface ClosedEntries {
  /** Only entries that wanted this day. */
  date?: IsoDate | undefined
  since: Date
}

const hasClosed = ({ date, since }: ClosedEntries) =>
  and(isClosed, gte(waitlistEntries.endedAt, since), wants(date), isFirstOfBlock)

/** A page of these entries, latest first; siblings count as one entry. */
export function listClosedPage(
  db: Database,
  { after, limit, ...closed }: ClosedEntries & EntryPage,
): ListedEntry[] {
  const { endedAt, id } = waitlistEntries
  const isFurther =
    after === undefined
      ? undefined
      : sql`(${endedAt}, ${id}) < (
          select last.ended_at, last.id from ${waitlistEntries} last where last.id = ${after})`
  return selectEntries(db)
    .where(and(hasClosed(closed), isFurther))
    .orderBy(desc(endedAt), desc(id))
    .limit(limit)
    .all()
}

/** How many entries `listClosedPage` has on all pages. */
export function countClosed(db: Database, closed: ClosedEntries): number {
  return countRows(db, waitlistEntries, hasClosed(closed))
}

// An email about it was sent, or is due.
const isTold = sql`exists (
  select 1 from ${notifications} told where told.kind = 'wait_closed'
    and told.data ->> 'entryId' = ${waitlistEntries.id} and told.state in ('due', 'sending', 'sent'))`

const isToCall = (today: IsoDate) =>
  and(isClosed, gte(waitlistEntries.toDate, today), isFirstOfBlock, sql`not ${isTold}`)

/** An entry of a family that no email reaches, with the results of calls. */
export interface CalledEntry extends ListedEntry {
  mark: typeof todoMarks.$inferSelect | null
}

function withMarks(db: Database, rows: readonly ListedEntry[]): CalledEntry[] {
  const ids = rows.map(({ entry }) => entry.id)
  const isAboutRows = and(eq(todoMarks.list, 'calls'), isAmong(todoMarks.subject, ids))
  const marks = db.select().from(todoMarks).where(isAboutRows).all()
  const markOf = new Map(marks.map((mark) => [mark.subject, mark]))
  return rows.map((row) => ({ ...row, mark: markOf.get(row.entry.id) ?? null }))
}

/** Only entries with days that are not over; families that staff have reached come last. */
export function listClosedToCall(db: Database, today: IsoDate): CalledEntry[] {
  const rows = selectEntries(db)
    .where(isToCall(today))
    .orderBy(asc(waitlistEntries.fromDate), asc(waitlistEntries.id))
    .all()
  return withMarks(db, rows)
}

const isReached = sql`exists (select 1 from ${todoMarks}
  where list = 'calls' and subject = ${waitlistEntries.id} and outcome = 'reached')`

/** How many of these calls are open. */
export function countClosedToCall(db: Database, today: IsoDate): number {
  return countRows(db, waitlistEntries, and(isToCall(today), sql`not ${isReached}`))
}

// Searches the offers, because few of them are open.
const isOfferedToCall = (now: Date) =>
  and(
    sql`${waitlistEntries.id} in (select entry_id from ${offers}
      where ${offers.state} = 'open' and ${offers.expiresAt} > ${now.getTime()})`,
    isNull(waitlistEntries.closureId),
    isFirstOfBlock,
    sql`not ${isReachable}`,
  )

/**
 * Waiting families for which a time is held and that no email reaches; families that staff have
 * reached come last.
 */
export function listOfferedToCall(db: Database, now: Date): CalledEntry[] {
  const rows = selectEntries(db)
    .where(isOfferedToCall(now))
    .orderBy(isReached, asc(waitlistEntries.id))
    .all()
  return withMarks(db, rows)
}

/** How many of these calls are open. */
export function countOfferedToCall(db: Database, now: Date): number {
  const [found] = db
    .select({ calls: count() })
    .from(waitlistEntries)
    .leftJoin(deskFamilies, eq(deskFamilies.id, waitlistEntries.deskFamilyId))
    .leftJoin(
      users,
      eq(users.uid, sql`coalesce(${waitlistEntries.uid}, ${deskFamilies.linkedUid})`),
    )
    .where(and(isOfferedToCall(now), sql`not ${isReached}`))
    .all()
  return found?.calls ?? 0
}

/** How many entries `listEntryPage` has on all pages. */
export function countEntries(db: Database, date?: IsoDate): number {
  const [found] = db
    .select({ entries: count() })
    .from(waitlistEntries)
    .where(and(isLive, wants(date), isFirstOfBlock))
    .all()
  return found?.entries ?? 0
}

/** Whether a user may answer an entry's offers: it is theirs, or they may book for all of its children. */
function isAnsweredBy(uid: string): SQL {
  const bookable = sql`(select ${guardianships.childId} from ${guardianships}
    where ${guardianships.uid} = ${uid} and ${guardianships.mayBook})`
  return sql`iif(${waitlistEntries.childId} is null, ${waitlistEntries.uid} = ${uid},
    ${waitlistEntries.childId} in ${bookable} and not exists (
      select 1 from ${waitlistEntries} sibling where sibling.block_id = ${waitlistEntries.blockId}
        and (sibling.child_id is null or sibling.child_id not in ${bookable})))`
}

export function mayAnswerEntry(db: Database, { id, uid }: { id: string; uid: string }): boolean {
  const found = db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.id, id), isAnsweredBy(uid)))
    .get()
  return found !== undefined
}

/** The entries whose offers a user may answer; siblings count as one entry. */
function isListedFor(uid: string) {
  // Each side of the `or` uses an index; `isAnsweredBy` alone would read every entry.
  const isTheirs = or(
    eq(waitlistEntries.uid, uid),
    sql`${waitlistEntries.childId} in (
      select ${guardianships.childId} from ${guardianships} where ${guardianships.uid} = ${uid})`,
  )
  return and(isTheirs, isAnsweredBy(uid), isFirstOfBlock)
}

/** The live entries whose offers a user may answer, the longest-waiting first. */
export function listOwnEntries(db: Database, uid: string): ListedEntry[] {
  return selectEntries(db)
    .where(and(isListedFor(uid), isLive))
    .orderBy(asc(waitlistEntries.joinedAt), asc(waitlistEntries.id))
    .all()
}

const hasOpenOffer = sql`exists (
  select 1 from ${offers} where ${offers.entryId} = ${waitlistEntries.id} and ${offers.state} = 'open')`

/** How many offers wait for a user's answer; siblings' offers count as one. */
export function countToAnswer(db: Database, uid: string): number {
  return countRows(db, waitlistEntries, and(isListedFor(uid), isLive, hasOpenOffer))
}

/** An appointment whose time the clinic closed, with the offer of another one. */
export interface Reoffered {
  appointmentId: string
  /** Null when that user may not answer it, or it has ended. */
  offerId: string | null
}

/** The appointments among these whose time the clinic closed. */
export function listReoffersFor(
  db: Database,
  { appointmentIds, uid }: { appointmentIds: readonly string[]; uid: string },
): Reoffered[] {
  const { appointmentId, closureId } = waitlistEntries
  return db
    .select({
      appointmentId: sql<string>`${appointmentId}`,
      offerId: sql<string | null>`iif(${isAnsweredBy(uid)}, ${offers.id}, null)`,
    })
    .from(waitlistEntries)
    .leftJoin(offers, and(eq(offers.entryId, waitlistEntries.id), sql`${offers.state} = 'open'`))
    .where(and(isAmong(appointmentId, appointmentIds), isLive, isNotNull(closureId)))
    .all()
}

/** The same for entries that closed days ended since an instant, latest first. */
export function listOwnClosed(db: Database, uid: string, since: Date): ListedEntry[] {
  return selectEntries(db)
    .where(and(isListedFor(uid), isClosed, gte(waitlistEntries.endedAt, since)))
    .orderBy(desc(waitlistEntries.endedAt), desc(waitlistEntries.id))
    .all()
}

/** The entries with these ids, in any state. */
export function listEntriesById(db: Database, ids: readonly string[]): ListedEntry[] {
  return selectEntries(db).where(isAmong(waitlistEntries.id, ids)).all()
}

/** An entry in any state. */
export function findListedEntry(db: Database, id: string): ListedEntry | undefined {
  return selectEntries(db).where(eq(waitlistEntries.id, id)).get()
}

export interface WaitingChild {
  entryId: string
  blockId: string | null
  id: string
  name: string
  birthDate: string
}

/** The children of these entries and their siblings who wait with them, in the order of joining. */
export function listWaitingChildren(
  db: Database,
  entries: readonly Pick<EntryRow, 'id' | 'blockId'>[],
): WaitingChild[] {
  const ids = entries.map(({ id }) => id)
  const blocks = entries.flatMap(({ blockId }) => blockId ?? [])
  return db
    .select({
      entryId: waitlistEntries.id,
      blockId: waitlistEntries.blockId,
      id: children.id,
      name: children.name,
      birthDate: children.birthDate,
    })
    .from(waitlistEntries)
    .innerJoin(children, eq(children.id, waitlistEntries.childId))
    .where(or(isAmong(waitlistEntries.id, ids), isAmong(waitlistEntries.blockId, blocks)))
    .orderBy(asc(waitlistEntries.id))
    .all()
}

/** The first entry in turn for each of these treatments. */
export function listFirstInTurn(db: Database, treatmentIds: readonly string[]) {
  return db.all<{ id: string; blockId: string | null }>(sql`
    select first.id, first.block_id as blockId
    from json_each(${JSON.stringify(treatmentIds)}) treatment
    join ${waitlistEntries} first on first.id = (
      select id from ${waitlistEntries}
      where state = 'open' and closure_id is null and treatment_id = treatment.value
      order by rank, joined_at, id limit 1)`)
}

export interface OtherReoffer {
  id: string
  child: string | null
  date: IsoDate
  startMinute: number
  lengthMinutes: number
}

/** The open re-offers of an entry's closure besides its own: of its family, or that the viewer may answer. */
export function listOtherReoffers(
  db: Database,
  { id, closureId, uid, deskFamilyId }: EntryRow,
  { viewer, now }: { viewer: string; now: Date },
): OtherReoffer[] {
  if (closureId === null) return []
  const isOfFamily = sql`${waitlistEntries.uid} is ${uid}
    and ${waitlistEntries.deskFamilyId} is ${deskFamilyId}`
  const { date, startMinute, lengthMinutes } = offers
  return db
    .select({ id: offers.id, child: children.name, date, startMinute, lengthMinutes })
    .from(waitlistEntries)
    .innerJoin(offers, and(eq(offers.entryId, waitlistEntries.id), sql`${offers.state} = 'open'`))
    .leftJoin(children, eq(children.id, waitlistEntries.childId))
    .where(
      and(
        eq(waitlistEntries.closureId, closureId),
        isLive,
        ne(waitlistEntries.id, id),
        gt(offers.expiresAt, now),
        or(isOfFamily, isAnsweredBy(viewer)),
      ),
    )
    .orderBy(asc(waitlistEntries.id))
    .all()
}
