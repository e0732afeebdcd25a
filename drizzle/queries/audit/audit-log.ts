import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#contract/audit/events.ts'
import type { Database } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { events } from '#drizzle/schema/index.ts'
import { belongingsOf, idsOf, type Person } from './audit-people.ts'

export type EventRow = typeof events.$inferSelect

interface EventFilter {
  kind?: EventKind | undefined
  /** Only events that these people caused, or that concern them and their records. */
  people?: readonly Pick<Person, 'id' | 'email'>[] | undefined
  /** Only events from this instant on. */
  since?: Date | undefined
  /** Only events before this instant. */
  until?: Date | undefined
  /** Id of an event: only earlier ones. */
  before?: string | undefined
  limit: number
}

/** The lowest event id at an instant: ids begin with the milliseconds (RFC 9562, version 7). */
function firstIdAt(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The ids of a filter: from the first one, before the last one. */
function idsBetween({ since, until, before }: Pick<EventFilter, 'since' | 'until' | 'before'>) {
  const ends = [before, until && firstIdAt(until)].filter((id) => id !== undefined)
  return { first: since && firstIdAt(since), end: ends.toSorted()[0] }
}

/**
 * Leaves out kinds that would hide everything else; they are listed on request. Literals, as in the partial
 * index.
 */
const isListed = sql`kind not in ('user.viewed', 'stripe.event_received')`

/** Entries of the audit log, newest first: docs/requirements.md#audit-log. */
export function listEvents(db: Database, filter: EventFilter): EventRow[] {
  const { kind, people, limit } = filter
  const { first, end } = idsBetween(filter)
  const isWanted = people
    ? isAmong(events.id, newestAbout(db, { ...filter, people }))
    : and(
        kind === undefined ? isListed : eq(events.kind, kind),
        first === undefined ? undefined : gte(events.id, first),
        end === undefined ? undefined : lt(events.id, end),
      )
  return db.select().from(events).where(isWanted).orderBy(desc(events.id)).limit(limit).all()
}

/**
 * Ids of the newest events by or about these people, for each person and each of their records: of a subject
 * with many events, only those that may be on the page are read.
 */
function newestAbout(
  db: Database,
  filter: EventFilter & { people: NonNullable<EventFilter['people']> },
): string[] {
  const { kind, people, limit } = filter
  const { first, end } = idsBetween(filter)
  const actors = idsOf(db, people)
  const subjects = [...new Set([...actors, ...belongingsOf(db, actors)])]
  // The plus keeps SQLite from searching by kind, of which there may be a million events
  // (https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_).
  const rest = sql`
    ${kind === undefined ? undefined : sql`and +kind = ${kind}`}
    ${first === undefined ? undefined : sql`and id >= ${first}`}
    ${end === undefined ? undefined : sql`and id < ${end}`}
    order by id desc limit ${limit}`
  const ofEach = (ids: readonly string[], newest: SQL) => sql`
    select found.value as id from json_each(${JSON.stringify(ids)}) as person
    cross join json_each((select json_group_array(id) from (${newest}))) as found`
  const rows = db.all<{ id: string }>(sql`
    ${ofEach(actors, sql`select id from events where actor = person.value ${rest}`)}
    union
    ${ofEach(subjects, sql`select id from events where subject = person.value ${rest}`)}
    order by id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}
