import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { OccupiedTime } from '#contract/schedule/free-times.ts'
import type { OfferState } from '#contract/waitlist/waitlist.ts'
import { changeRow, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { appointments, freedTimes, holds, offers, waitlistEntries } from '#drizzle/schema/index.ts'

export type EntryRow = typeof waitlistEntries.$inferSelect
export type OfferRow = typeof offers.$inferSelect
export type FreedTimeRow = typeof freedTimes.$inferSelect

/** The entries of families that wait, not those of re-offers. */
const isWaiting = isNull(waitlistEntries.closureId)

const statements = prepareOnce((db: Database) => ({
  hasWaiting: db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(sql`state = 'open'`, isWaiting))
    .limit(1),
  dueOffers: db
    .select()
    .from(offers)
    .where(and(sql`state = 'open'`, lte(offers.expiresAt, sql.placeholder('now'))))
    .orderBy(asc(offers.expiresAt)),
  // No subquery of the offers by day for each row: a list has a few hundred entries.
  candidates: db
    .select()
    .from(waitlistEntries)
    .where(
      and(
        sql`state = 'open'`,
        isWaiting,
        sql`${waitlistEntries.fromDate} <= ${sql.placeholder('date')}`,
        sql`${waitlistEntries.toDate} >= ${sql.placeholder('date')}`,
        sql`not exists (select 1 from ${offers} where ${offers.entryId} = ${waitlistEntries.id}
          and (${offers.state} = 'open' or ${offers.freedTimeId} = ${sql.placeholder('freed')}))`,
      ),
    )
    .orderBy(asc(waitlistEntries.rank), asc(waitlistEntries.joinedAt), asc(waitlistEntries.id)),
  familyOffersOn: db
    .select({ count: sql<number>`count(distinct coalesce(${offers.blockId}, ${offers.id}))` })
    .from(offers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .where(
      and(
        sql`coalesce(${waitlistEntries.uid}, ${waitlistEntries.deskFamilyId}) = ${sql.placeholder('family')}`,
        eq(offers.madeOn, sql.placeholder('day')),
        isWaiting,
      ),
    ),
  entriesOfPerson: db
    .select()
    .from(waitlistEntries)
    .where(
      and(
        sql`coalesce(child_id, uid, desk_family_id) = ${sql.placeholder('person')}`,
        eq(waitlistEntries.treatmentId, sql.placeholder('treatmentId')),
        sql`state <> 'ended'`,
        isWaiting,
      ),
    ),
  reofferOf: db
    .select()
    .from(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.appointmentId, sql.placeholder('id')),
        sql`state <> 'ended' and closure_id is not null`,
      ),
    ),
  lapsedReoffers: db
    .select()
    .from(waitlistEntries)
    .where(
      sql`state = 'open' and closure_id is not null and not exists (
        select 1 from ${offers} where ${offers.entryId} = ${waitlistEntries.id}
          and ${offers.state} = 'open')`,
    ),
  entriesOfAppointment: db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.appointmentId, sql.placeholder('id')), sql`state <> 'ended'`)),
}))

/** Whether any family waits for a time. */
export function hasWaitingEntry(db: Database): boolean {
  return statements(db).hasWaiting.get() !== undefined
}

/** @throws when the child or family has an open entry for the treatment */
export function insertEntry(db: Transaction, entry: typeof waitlistEntries.$inferInsert): EntryRow {
  return db.insert(waitlistEntries).values(entry).returning().get()
}

export function findEntry(db: Database, id: string): EntryRow | undefined {
  return db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id)).get()
}

/** The live entries of a child, account holder or family without an account for a treatment. */
export function listEntriesOf(
  db: Database,
  wish: { person: string; treatmentId: string },
): EntryRow[] {
  return statements(db).entriesOfPerson.all(wish)
}

/** The live entries that move that appointment. */
export function listEntriesOfAppointment(db: Database, id: string): EntryRow[] {
  return statements(db).entriesOfAppointment.all({ id })
}

/** The re-offer of an appointment whose time the clinic has closed, while it is open. */
export function findReoffer(db: Database, appointmentId: string): EntryRow | undefined {
  return statements(db).reofferOf.get({ id: appointmentId })
}

/** The appointments with an open re-offer. */
export function listReoffered(db: Database): Set<string> {
  const rows = db
    .select({ id: waitlistEntries.appointmentId })
    .from(waitlistEntries)
    .where(sql`state <> 'ended' and closure_id is not null`)
    .all()
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** The re-offers of a closure that are open. */
export function listReoffersOf(db: Database, closureId: string): EntryRow[] {
  return db
    .select()
    .from(waitlistEntries)
    .where(and(sql`state <> 'ended'`, eq(waitlistEntries.closureId, closureId)))
    .all()
}

/** Re-offers to which no one has answered in time, and whose appointments are not canceled yet. */
export function listLapsedReoffers(db: Database): EntryRow[] {
  return statements(db).lapsedReoffers.all()
}

/** How many live entries the family itself has; those of siblings who wait together are one. */
export function countFamilyEntries(db: Database, family: string): number {
  const found = db
    .select({ count: sql<number>`count(distinct coalesce(block_id, id))` })
    .from(waitlistEntries)
    .where(and(sql`state <> 'ended' and coalesce(uid, desk_family_id) = ${family}`, isWaiting))
    .get()
  return found?.count ?? 0
}

/** The entries of siblings who wait together, or the entry alone, in whatever state. */
export function listBlock(db: Database, entry: EntryRow): readonly EntryRow[] {
  if (entry.blockId === null) return [entry]
  return db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.blockId, entry.blockId))
    .orderBy(asc(waitlistEntries.id))
    .all()
}

/** The offers that are answered together, or the offer alone, in order of time. */
export function listTogether(db: Database, offer: OfferRow): readonly OfferRow[] {
  if (offer.blockId === null) return [offer]
  return db
    .select()
    .from(offers)
    .where(eq(offers.blockId, offer.blockId))
    .orderBy(asc(offers.startMinute), asc(offers.id))
    .all()
}

const LONGEST_LIST = 500

/** The live entries that want a day, in the order of offers; without a day all. */
export function listWaiting(db: Database, date?: IsoDate): EntryRow[] {
  return db
    .select()
    .from(waitlistEntries)
    .where(
      and(
        sql`state <> 'ended'`,
        ...(date === undefined
          ? []
          : [
              sql`${waitlistEntries.fromDate} <= ${date}`,
              sql`${waitlistEntries.toDate} >= ${date}`,
            ]),
      ),
    )
    .orderBy(asc(waitlistEntries.rank), asc(waitlistEntries.joinedAt), asc(waitlistEntries.id))
    .limit(LONGEST_LIST)
    .all()
}

/** Entries without an open offer that want a day and were not offered this time yet, in order. */
export function listCandidates(db: Database, wanted: { date: IsoDate; freed: string }): EntryRow[] {
  return statements(db).candidates.all(wanted)
}

/** Changes a live entry; returns false when it has ended. */
export function updateEntry(
  db: Transaction,
  id: string,
  change: Partial<Pick<EntryRow, 'state' | 'missed' | 'rank' | 'appointmentId' | 'endedAt'>>,
): boolean {
  const isLive = and(eq(waitlistEntries.id, id), sql`state <> 'ended'`)
  return changeRow(db, waitlistEntries, change, isLive)
}

/** Live entries whose days are over. */
export function listOverEntries(db: Database, today: IsoDate): EntryRow[] {
  return db
    .select()
    .from(waitlistEntries)
    .where(and(sql`state <> 'ended'`, isWaiting, sql`${waitlistEntries.toDate} < ${today}`))
    .all()
}

export function insertFreedTime(
  db: Transaction,
  freed: typeof freedTimes.$inferInsert,
): FreedTimeRow {
  return db.insert(freedTimes).values(freed).returning().get()
}

export function findFreedTime(db: Database, id: string): FreedTimeRow | undefined {
  return db.select().from(freedTimes).where(eq(freedTimes.id, id)).get()
}

export function updateFreedTime(
  db: Transaction,
  id: string,
  change: Partial<Pick<FreedTimeRow, 'state' | 'offers'>>,
): void {
  db.update(freedTimes)
    .set(change)
    .where(and(eq(freedTimes.id, id), eq(freedTimes.state, 'offering')))
    .run()
}

/** Freed times whose last offer is closed, and which have not been passed on. */
export function listUnoffered(db: Database): FreedTimeRow[] {
  return db
    .select()
    .from(freedTimes)
    .where(
      sql`state = 'offering' and not exists (select 1 from ${offers}
        where ${offers.freedTimeId} = ${freedTimes.id} and ${offers.state} = 'open')`,
    )
    .all()
}

/** Whether an appointment or a hold occupies a part of that time of its doctor or treatment. */
export function isOccupied(
  db: Database,
  { treatmentId, doctorId, date, startMinute, lengthMinutes }: OccupiedTime & { date: IsoDate },
): boolean {
  const resource = doctorId ?? treatmentId
  const overlapping = sql`date = ${date} and coalesce(doctor_id, treatment_id) = ${resource}
    and start_minute < ${startMinute + lengthMinutes}
    and start_minute + length_minutes > ${startMinute}`
  const isBooked = and(sql`status = 'booked' and squeezed = 0`, overlapping)
  return hasRow(db, appointments, isBooked) || hasRow(db, holds, overlapping)
}

/** Whether an offer holds a part of that time with the treatment, or with one of its doctors. */
export function isHeld(
  db: Database,
  time: Pick<OccupiedTime, 'startMinute' | 'lengthMinutes'> & { date: IsoDate },
  resources: readonly string[],
): boolean {
  const { date, startMinute, lengthMinutes } = time
  const overlapping = and(
    eq(holds.date, date),
    inArray(sql`coalesce(doctor_id, treatment_id)`, [...resources]),
    sql`start_minute < ${startMinute + lengthMinutes}
      and start_minute + length_minutes > ${startMinute}`,
  )
  return hasRow(db, holds, overlapping)
}

/** Inserts an open offer with the time that it holds. */
export function insertOffer(db: Transaction, offer: OfferRow & { treatmentId: string }): void {
  const { treatmentId, ...row } = offer
  db.insert(offers).values(row).run()
  const { id, doctorId, date, startMinute, lengthMinutes } = offer
  const time = { treatmentId, doctorId, date, startMinute, lengthMinutes }
  db.insert(holds)
    .values({ id, offerId: id, ...time })
    .run()
}

export function findOffer(db: Database, id: string): OfferRow | undefined {
  return db.select().from(offers).where(eq(offers.id, id)).get()
}

/** Open offers that have expired. */
export function listDueOffers(db: Database, now: Date): OfferRow[] {
  return statements(db).dueOffers.all({ now: now.getTime() })
}

/** Closes an open offer, which frees what it holds; returns false when it is closed already. */
export function closeOffer(
  db: Transaction,
  id: string,
  change: {
    state: Exclude<OfferState, 'open'>
    answeredBy?: string
    answeredAt: Date
  },
): boolean {
  const isOpen = and(eq(offers.id, id), eq(offers.state, 'open'))
  return changeRow(db, offers, change, isOpen)
}

/** Says what an accepted offer made. */
export function recordAccepted(db: Transaction, id: string, appointmentId: string): void {
  db.update(offers).set({ appointmentId }).where(eq(offers.id, id)).run()
}

/** Tells an open offer's current price, which the family has to see again. */
export function repriceOffer(db: Transaction, id: string, priceCents: number): void {
  db.update(offers)
    .set({ priceCents, version: sql`${offers.version} + 1` })
    .where(and(eq(offers.id, id), eq(offers.state, 'open')))
    .run()
}

/** The offers of those entries, newest first. */
export function listOffersOf(db: Database, entryIds: readonly string[]): OfferRow[] {
  return db
    .select()
    .from(offers)
    .where(inArray(offers.entryId, [...entryIds]))
    .orderBy(desc(offers.id))
    .all()
}

/** Open offers of times on those days. */
export function listOpenOffers(
  db: Database,
  { from, to }: { from: IsoDate; to: IsoDate },
): OfferRow[] {
  return db
    .select()
    .from(offers)
    .where(and(sql`state = 'open'`, sql`${offers.date} between ${from} and ${to}`))
    .all()
}

/** How many offers a family was made on a day. */
export function countOffersOn(db: Database, of: { family: string; day: IsoDate }): number {
  return statements(db).familyOffersOn.get(of)?.count ?? 0
}

/** Whether an offer has expired, a freed time waits for its next offer, or a re-offer has lapsed. */
export function hasOfferToPassOn(db: Database, now: Date): boolean {
  return (
    listDueOffers(db, now).length > 0 ||
    listUnoffered(db).length > 0 ||
    listLapsedReoffers(db).length > 0
  )
}
