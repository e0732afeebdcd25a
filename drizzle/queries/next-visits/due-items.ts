import { and, asc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import type { IsoDate } from '#contract/dates.ts'
import type { KnownVisit } from '#contract/next-visits/due-rows.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { children, dueItems, tickets } from '#drizzle/schema/index.ts'
import type { Translation } from '#words/languages.ts'

export type DueItemRow = typeof dueItems.$inferSelect
type ChildFacts = Pick<typeof children.$inferSelect, 'id' | 'name' | 'birthDate' | 'archivedAt'>

const CHILD_FACTS = {
  id: children.id,
  name: children.name,
  birthDate: children.birthDate,
  archivedAt: children.archivedAt,
}

/** A slice of all children, after one of them. */
export function listChildrenAfter(db: Database, after: string, limit: number): ChildFacts[] {
  return db
    .select(CHILD_FACTS)
    .from(children)
    .where(gt(children.id, after))
    .orderBy(asc(children.id))
    .limit(limit)
    .all()
}

/** A child with the account of its first guardian, or its family without an account, and that one's language. */
type ChildOfFamily = ChildFacts & { family: string | null; language: Translation | null }

/** These children, in no order. */
export function readChildren(db: Database, ids: readonly string[]): ChildOfFamily[] {
  const guardian = sql`(select uid from guardianships
    where child_id = ${children.id} order by created_at, uid limit 1)`
  const family = sql<string | null>`coalesce(${guardian}, ${children.deskFamilyId})`
  const language = sql<Translation | null>`iif(${guardian} is null,
    (select language from desk_families where id = ${children.deskFamilyId}),
    (select language from users where uid = ${guardian}))`
  return db
    .select({ ...CHILD_FACTS, family, language })
    .from(children)
    .where(isAmong(children.id, ids))
    .all()
}

/** A visit with its child. `wasHere`: it took place, here or before the move. */
export type VisitOfChild = KnownVisit & { childId: string; wasHere: boolean }

/** The visits of these children, booked ones included; without canceled ones and no-shows. */
export function listVisitsOf(db: Database, childIds: readonly string[]): VisitOfChild[] {
  const ids = JSON.stringify(childIds)
  return db
    .all<Omit<VisitOfChild, 'wasHere'> & { wasHere: 0 | 1 }>(
      sql`select id, child_id as childId, date, treatment_id as treatmentId,
          attendance = 'completed' as wasHere
        from appointments
        where child_id in (select value from json_each(${ids}))
          and status = 'booked' and attendance <> 'no_show'
        union all
        select id, child_id, date, treatment_id, 1 from past_visits
        where child_id in (select value from json_each(${ids}))`,
    )
    .map((visit) => ({ ...visit, wasHere: visit.wasHere === 1 }))
}

/** What is known of the plan’s rows of these children. */
export function listDueItems(db: Database, childIds: readonly string[]): DueItemRow[] {
  return db.select().from(dueItems).where(isAmong(dueItems.childId, childIds)).all()
}

/** Adds items of rows that are due, in one statement. */
export function addDueItems(
  db: Transaction,
  items: readonly Pick<DueItemRow, 'childId' | 'rowId' | 'toDate' | 'changedAt'>[],
): void {
  if (items.length > 0)
    db.insert(dueItems)
      .values([...items])
      .run()
}

/** Adds a row’s item of a child, or changes it. */
export function putDueItem(
  db: Transaction,
  item: Pick<DueItemRow, 'childId' | 'rowId' | 'toDate' | 'changedAt'> & Partial<DueItemRow>,
): void {
  const { childId: _, rowId: __, ...set } = item
  db.insert(dueItems)
    .values(item)
    .onConflictDoUpdate({ target: [dueItems.childId, dueItems.rowId], set })
    .run()
}

/** Children with a row that is due and of which no email has asked, ends of window first, after one of them. */
export function listChildrenToAsk(
  db: Database,
  {
    today,
    after,
    limit,
  }: { today: IsoDate; after: { toDate: string; childId: string }; limit: number },
): { toDate: IsoDate; childId: string }[] {
  const { toDate, childId, ticketId } = dueItems
  return db
    .select({ toDate, childId })
    .from(dueItems)
    .where(
      and(
        sql`${dueItems.state} = 'due' and ${dueItems.asked} = 0 and ${toDate} >= ${today}`,
        sql`(${toDate}, ${childId}) > (${after.toDate}, ${after.childId})`,
        isNull(ticketId),
      ),
    )
    .orderBy(asc(toDate), asc(childId))
    .limit(limit)
    .all()
}

/** Children of which another email is to ask now. */
export function listChildrenToAskAgain(db: Database, now: Date, limit: number): string[] {
  return db
    .select({ childId: dueItems.childId })
    .from(dueItems)
    .where(and(sql`${dueItems.nextAsk} is not null`, lte(dueItems.nextAsk, now)))
    .orderBy(asc(dueItems.nextAsk))
    .limit(limit)
    .all()
    .map(({ childId }) => childId)
}

/** The next email of a ticket’s item, unless none or enough have asked. */
export function askAgainForTicket(
  db: Transaction,
  ticketId: string,
  { most, nextAsk }: { most: number; nextAsk: Date },
): void {
  db.update(dueItems)
    .set({ nextAsk })
    .where(and(eq(dueItems.ticketId, ticketId), gt(dueItems.asked, 0), lt(dueItems.asked, most)))
    .run()
}

/** Lets the items of a ticket be booked with another one. */
export function replaceTicketOfItems(db: Transaction, ticketId: string, by: string): void {
  db.update(dueItems).set({ ticketId: by }).where(eq(dueItems.ticketId, ticketId)).run()
}

/** A child's open tickets of the check-up plan that belong to no item. */
export function listTicketsWithoutItem(
  db: Database,
  childId: string,
): (typeof tickets.$inferSelect)[] {
  return db
    .select()
    .from(tickets)
    .leftJoin(dueItems, eq(dueItems.ticketId, tickets.id))
    .where(
      and(
        eq(tickets.childId, childId),
        sql`${tickets.state} = 'open' and ${tickets.origin} = 'plan'`,
        isNull(dueItems.rowId),
      ),
    )
    .all()
    .map((found) => found.tickets)
}

/** Which of these children have an upcoming appointment, or wait for a time. */
export function listExpected(
  db: Database,
  childIds: readonly string[],
  today: IsoDate,
): ReadonlySet<string> {
  const rows = db.all<{ id: string }>(selectExpected(JSON.stringify(childIds), today))
  return new Set(rows.map(({ id }) => id))
}

const selectExpected = (ids: string, today: IsoDate) =>
  sql`select child_id as id from appointments
        where child_id in (select value from json_each(${ids}))
          and status = 'booked' and date >= ${today} and attendance not in ('completed', 'no_show')
      union select child_id from waitlist_entries
        where child_id in (select value from json_each(${ids})) and state <> 'ended'`

/** The same, and the children who are asked for another visit than that of an item. */
export function listOccupied(
  db: Database,
  childIds: readonly string[],
  today: IsoDate,
): ReadonlySet<string> {
  const ids = JSON.stringify(childIds)
  const rows = db.all<{ id: string }>(
    sql`${selectExpected(ids, today)}
      union select child_id from tickets
        where child_id in (select value from json_each(${ids})) and state = 'open'
          and not exists (select 1 from due_items item
            where item.ticket_id = tickets.id and item.state = 'due')`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The tickets of these items, in any state, by id. */
export function readTicketsOf(
  db: Database,
  items: readonly Pick<DueItemRow, 'ticketId'>[],
): ReadonlyMap<string, typeof tickets.$inferSelect> {
  const ids = items.flatMap(({ ticketId }) => ticketId ?? [])
  const rows =
    ids.length === 0 ? [] : db.select().from(tickets).where(isAmong(tickets.id, ids)).all()
  return new Map(rows.map((row) => [row.id, row]))
}
