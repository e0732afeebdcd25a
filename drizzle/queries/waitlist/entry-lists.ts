import { and, asc, count, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import {
  appointments,
  children,
  deskFamilies,
  doctors,
  guardianships,
  offers,
  treatments,
  users,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import type { EntryRow } from './waitlist.ts'

/** An entry with the names of what it wants and of the family that waits. */
export interface ListedEntry {
  entry: EntryRow
  /** Active or not. */
  treatment: string | null
  doctor: string | null
  /** Of the account that a family without one is linked to, where it is. */
  /** `phone`: of the entry, or as on file. */
  family: { name: string | null; email: string | null; phone: string | null }
  /** The appointment that moves. */
  present: {
    id: string
    date: IsoDate
    startMinute: number
    lengthMinutes: number
    priceCents: number
  } | null
}

const selectEntries = (db: Database) =>
  db
    .select({
      entry: waitlistEntries,
      treatment: treatments.name,
      doctor: doctors.name,
      family: {
        name: sql<string | null>`coalesce(${users.name}, ${deskFamilies.name})`,
        email: sql<string | null>`iif(${users.uid} is null, ${deskFamilies.email}, ${users.email})`,
        phone: sql<string | null>`coalesce(nullif(${waitlistEntries.phone}, ''), ${users.phone},
          ${deskFamilies.phone}, (select booked.phone from ${appointments} booked
            where booked.id = (select max(id) from ${appointments} where patient_uid = ${users.uid})))`,
      },
      present: {
        id: appointments.id,
        date: appointments.date,
        startMinute: appointments.startMinute,
        lengthMinutes: appointments.lengthMinutes,
        priceCents: appointments.priceCents,
      },
    })
    .from(waitlistEntries)
    .leftJoin(treatments, eq(treatments.id, waitlistEntries.treatmentId))
    .leftJoin(doctors, eq(doctors.id, waitlistEntries.doctorId))
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .leftJoin(deskFamilies, eq(deskFamilies.id, waitlistEntries.deskFamilyId))
    .leftJoin(
      users,
      eq(users.uid, sql`coalesce(${waitlistEntries.uid}, ${deskFamilies.linkedUid})`),
    )

const isLive = sql`${waitlistEntries.state} <> 'ended'`

/** Of siblings who wait together, the entry that stands for all of them. */
const isFirstOfBlock = sql`not exists (
  select 1 from ${waitlistEntries} sibling
  where sibling.block_id = ${waitlistEntries.blockId} and sibling.state <> 'ended'
    and sibling.id < ${waitlistEntries.id})`

const wants = (date: IsoDate | undefined) =>
  date === undefined
    ? undefined
    : sql`${date} between ${waitlistEntries.fromDate} and ${waitlistEntries.toDate}`

/** Re-offers come after all families that wait. */
const isReoffer = sql`(${waitlistEntries.closureId} is not null)`

export interface EntryPage {
  /** Only entries that want this day. */
  date?: IsoDate | undefined
  /** Id of the last entry of the previous page. */
  after?: string | undefined
  limit: number
}

/** A page of the live entries in the order of offers, re-offers last; siblings are one entry. */
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

/** How many entries `listEntryPage` has on all pages. */
export function countEntries(db: Database, date?: IsoDate): number {
  const [found] = db
    .select({ entries: count() })
    .from(waitlistEntries)
    .where(and(isLive, wants(date), isFirstOfBlock))
    .all()
  return found?.entries ?? 0
}

/** Whether a user may answer an entry's offers: their own, or of children for all of whom they book. */
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

/** The live entries whose offers a user may answer, first the longest-waiting; siblings are one entry. */
export function listOwnEntries(db: Database, uid: string): ListedEntry[] {
  // Each side of the `or` has an index; `isAnsweredBy` alone would read every entry.
  const isTheirs = or(
    eq(waitlistEntries.uid, uid),
    sql`${waitlistEntries.childId} in (
      select ${guardianships.childId} from ${guardianships} where ${guardianships.uid} = ${uid})`,
  )
  return selectEntries(db)
    .where(and(isTheirs, isLive, isAnsweredBy(uid), isFirstOfBlock))
    .orderBy(asc(waitlistEntries.joinedAt), asc(waitlistEntries.id))
    .all()
}

/** An entry in whatever state. */
export function findListedEntry(db: Database, id: string): ListedEntry | undefined {
  return selectEntries(db).where(eq(waitlistEntries.id, id)).get()
}

export interface WaitingChild {
  entryId: string
  blockId: string | null
  id: string
  name: string
}

/** The children of these entries and of the siblings who wait with them, in the order of entering. */
export function listWaitingChildren(db: Database, entries: readonly EntryRow[]): WaitingChild[] {
  const ids = entries.map(({ id }) => id)
  const blocks = entries.flatMap(({ blockId }) => blockId ?? [])
  return db
    .select({
      entryId: waitlistEntries.id,
      blockId: waitlistEntries.blockId,
      id: children.id,
      name: children.name,
    })
    .from(waitlistEntries)
    .innerJoin(children, eq(children.id, waitlistEntries.childId))
    .where(or(isAmong(waitlistEntries.id, ids), isAmong(waitlistEntries.blockId, blocks)))
    .orderBy(asc(waitlistEntries.id))
    .all()
}

/** The entries that are first in turn for these treatments, one for each. */
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
