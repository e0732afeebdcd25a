import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Slot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { OfferState } from '#contract/waitlist/waitlist.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { insertInto, prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  closures,
  events,
  holds,
  offers,
  scheduleVersion,
  waitlistEntries,
} from '#drizzle/schema/index.ts'

export type EntryRow = typeof waitlistEntries.$inferSelect
export type OfferRow = typeof offers.$inferSelect

/** Entries of waiting families, without re-offers. */
const isWaiting = isNull(waitlistEntries.closureId)

const statements = prepareOnce((db: Database) => ({
  insertEntry: insertInto(db, waitlistEntries),
  insertOffer: insertInto(db, offers),
  insertHold: insertInto(db, holds),
  hasWaiting: db
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(and(sql`state = 'open'`, isWaiting))
    .limit(1),
  dueOffers: db
    .select()
    .from(offers)
    .where(and(sql`state = 'open'`, lte(offers.expiresAt, sql.placeholder('now'))))
    .orderBy(asc(offers.expiresAt), asc(offers.id))
    .limit(sql.placeholder('limit')),
  dueOffersAt: db
    .select()
    .from(offers)
    .where(
      and(
        sql`state = 'open'`,
        eq(offers.date, sql.placeholder('date')),
        sql`${offers.startMinute} < ${sql.placeholder('endMinute')}`,
        sql`${offers.startMinute} + ${offers.lengthMinutes} > ${sql.placeholder('startMinute')}`,
        lte(offers.expiresAt, sql.placeholder('now')),
      ),
    ),
  declinedOn: db
    .select({
      person: sql<string>`coalesce(${waitlistEntries.childId}, ${waitlistEntries.uid}, ${waitlistEntries.deskFamilyId})`,
      treatmentId: waitlistEntries.treatmentId,
      startMinute: offers.startMinute,
      lengthMinutes: offers.lengthMinutes,
    })
    .from(offers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .where(and(eq(offers.date, sql.placeholder('date')), eq(offers.state, 'declined'))),
  // Without a subquery for each row: a list has a few hundred entries.
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
  newlyUnanswered: db
    .select()
    .from(offers)
    .where(
      sql`state = 'open' and ${offers.answerBy} <= ${sql.placeholder('now')} and not exists (
        select 1 from ${events} told where told.subject = ${offers.id} and told.kind = 'offer.unanswered')`,
    )
    .limit(sql.placeholder('limit')),
  lapsedReoffers: db
    .select()
    .from(waitlistEntries)
    .where(
      // When their closure was removed, they end, and the appointments stay.
      sql`state = 'open' and closure_id is not null and not exists (
        select 1 from ${offers} where ${offers.entryId} = ${waitlistEntries.id}
          and ${offers.state} = 'open') and closure_id in (select ${closures.id} from ${closures})`,
    )
    .limit(sql.placeholder('limit')),
  toLookAt: db
    .select()
    .from(waitlistEntries)
    .where(
      and(
        sql`state <> 'ended'`,
        isWaiting,
        sql`(${waitlistEntries.openAtVersion} < (select ${scheduleVersion.version} from ${scheduleVersion})
          or ${waitlistEntries.openOn} < ${sql.placeholder('today')})`,
        sql`not exists (select 1 from ${offers} where ${offers.entryId} = ${waitlistEntries.id}
          and ${offers.state} = 'open')`,
      ),
    )
    .limit(1),
  entriesOfAppointment: db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.appointmentId, sql.placeholder('id')), sql`state <> 'ended'`)),
}))

/** Whether any family waits for a time. */
export function hasWaitingEntry(db: Database): boolean {
  return statements(db).hasWaiting.get() !== undefined
}

/** @throws when the child or family already has an open entry for the treatment */
export function insertEntry(db: Transaction, entry: typeof waitlistEntries.$inferInsert): EntryRow {
  return statements(db).insertEntry.get(entry)
}

export function findEntry(db: Database, id: string): EntryRow | undefined {
  return db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id)).get()
}

/** The live entries of a child, account holder or family without an account for a treatment. */
export function listEntriesOf(
  db: Database,
  waiting: { person: string; treatmentId: string },
): EntryRow[] {
  return statements(db).entriesOfPerson.all(waiting)
}

/** The live entries that move that appointment. */
export function listEntriesOfAppointment(db: Database, id: string): EntryRow[] {
  return statements(db).entriesOfAppointment.all({ id })
}

/** The open re-offer of an appointment whose time the clinic closed. */
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

/** The open re-offers of a closure. */
export function listReoffersOf(db: Database, closureId: string): EntryRow[] {
  return db
    .select()
    .from(waitlistEntries)
    .where(and(sql`state <> 'ended'`, eq(waitlistEntries.closureId, closureId)))
    .all()
}

/** Open re-offers that were not answered in time, without an event that records this. */
export function listNewlyUnanswered(db: Database, now: Date, limit: number): OfferRow[] {
  return statements(db).newlyUnanswered.all({ now: now.getTime(), limit })
}

/** Re-offers that were not answered in time, and whose appointments are not canceled yet. */
export function listLapsedReoffers(db: Database, limit = NO_LIMIT): EntryRow[] {
  return statements(db).lapsedReoffers.all({ limit })
}

/** How many live entries the family has; siblings who wait together count as one. */
export function countFamilyEntries(db: Database, family: string): number {
  const found = db
    .select({ count: sql<number>`count(distinct coalesce(block_id, id))` })
    .from(waitlistEntries)
    .where(and(sql`state <> 'ended' and coalesce(uid, desk_family_id) = ${family}`, isWaiting))
    .get()
  return found?.count ?? 0
}

/** The entries of siblings who wait together, or the single entry, in any state. */
export function listBlockEntries(db: Database, entry: EntryRow): readonly EntryRow[] {
  if (entry.blockId === null) return [entry]
  return db
    .select()
    .from(waitlistEntries)
    .where(eq(waitlistEntries.blockId, entry.blockId))
    .orderBy(asc(waitlistEntries.id))
    .all()
}

/** The offers that are answered together, or the single offer, in order of time. */
export function listBlockOffers(db: Database, offer: OfferRow): readonly OfferRow[] {
  if (offer.blockId === null) return [offer]
  return db
    .select()
    .from(offers)
    .where(eq(offers.blockId, offer.blockId))
    .orderBy(asc(offers.startMinute), asc(offers.id))
    .all()
}

/** SQLite's LIMIT for all rows. */
const NO_LIMIT = -1

/** Entries without an open offer that want a day and were not offered this time yet, in order. */
export function listCandidates(db: Database, wanted: { date: IsoDate; freed: string }): EntryRow[] {
  return statements(db).candidates.all(wanted)
}

/** Changes a live entry; returns false when it has ended. */
export function updateEntry(
  db: Transaction,
  id: string,
  change: Partial<
    Pick<
      EntryRow,
      | 'state'
      | 'missed'
      | 'rank'
      | 'appointmentId'
      | 'endedAt'
      | 'endReason'
      | 'openOn'
      | 'openAtVersion'
    >
  >,
): boolean {
  const isLive = and(eq(waitlistEntries.id, id), sql`state <> 'ended'`)
  return changeRow(db, waitlistEntries, change, isLive)
}

/** Live entries whose days have passed. */
export function listOverEntries(db: Database, today: IsoDate, limit = NO_LIMIT): EntryRow[] {
  return db
    .select()
    .from(waitlistEntries)
    .where(and(sql`state <> 'ended'`, isWaiting, sql`${waitlistEntries.toDate} < ${today}`))
    .limit(limit)
    .all()
}

/**
 * The next live entry without an open offer that has to be checked for a day on which the clinic gives the
 * treatment: the schedule changed since its last check, or the day that was found has passed.
 */
export function findEntryToLookAt(db: Database, today: IsoDate): EntryRow | undefined {
  return statements(db).toLookAt.get({ today })
}

/** Inserts an open offer with a hold of its time. */
export function insertOffer(db: Transaction, offer: OfferRow & { treatmentId: string }): void {
  const { treatmentId, ...row } = offer
  const { insertOffer, insertHold } = statements(db)
  insertOffer.get(row)
  const { id, doctorId, date, startMinute, lengthMinutes } = offer
  const time = { treatmentId, doctorId, date, startMinute, lengthMinutes }
  insertHold.get({ id, offerId: id, ...time })
}

export function findOffer(db: Database, id: string): OfferRow | undefined {
  return db.select().from(offers).where(eq(offers.id, id)).get()
}

/** Open offers that have expired. */
export function listDueOffers(db: Database, now: Date, limit = NO_LIMIT): OfferRow[] {
  return statements(db).dueOffers.all({ now: now.getTime(), limit })
}

/** Expired open offers whose time overlaps this time. */
export function listDueOffersAt(
  db: Database,
  { date, startMinute, lengthMinutes }: Slot & { date: IsoDate },
  now: Date,
): OfferRow[] {
  const endMinute = startMinute + lengthMinutes
  return statements(db).dueOffersAt.all({ date, startMinute, endMinute, now: now.getTime() })
}

/** The declined times of a day, each with its patient and treatment. */
export function listDeclined(db: Database, date: IsoDate) {
  return statements(db).declinedOn.all({ date })
}

/** Closes an open offer, which frees its held time; returns false when it was closed already. */
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

/** Records the appointment that an accepted offer booked or moved. */
export function recordAccepted(db: Transaction, id: string, appointmentId: string): void {
  db.update(offers).set({ appointmentId }).where(eq(offers.id, id)).run()
}

/** Sets an open offer's price to the present one; the family has to confirm it. */
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

/** How many offers a family got on a day. */
export function countOffersOn(db: Database, of: { family: string; day: IsoDate }): number {
  return statements(db).familyOffersOn.get(of)?.count ?? 0
}

/** Whether an offer has expired, an entry has or may have ended, or a re-offer is overdue. */
export function hasOfferToEnd(
  db: Database,
  { now, today }: { now: Date; today: IsoDate },
): boolean {
  return (
    listDueOffers(db, now, 1).length > 0 ||
    listOverEntries(db, today, 1).length > 0 ||
    findEntryToLookAt(db, today) !== undefined ||
    listNewlyUnanswered(db, now, 1).length > 0 ||
    listLapsedReoffers(db, 1).length > 0
  )
}
