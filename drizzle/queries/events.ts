import { millisecondsInHour } from 'date-fns/constants'
import { and, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { EventData, EventKind, ViewedData } from '#contract/audit/events.ts'
import type { IsoDate } from '#contract/dates.ts'
import { webhookKind } from '#contract/webhooks/webhook-kinds.ts'
import type { Database, Transaction } from '../client.ts'
import { placeholders, prepareOnce } from '../prepared-statements.ts'
import { eventDeliveries, events } from '../schema/index.ts'
import { handlersOf } from '../subscriptions.ts'
import { webhookHandlerOf } from './webhooks/webhook-handler.ts'
import { listListening } from './webhooks/webhooks.ts'

/** The actor of events that an email's link caused without a login. */
export const LINK_ACTOR = 'link'

/** The author of a change, and its time. */
export interface ChangedBy {
  /** Uid of the admin or the member of staff. */
  actor: string
  now: Date
}

/** An event to write; kinds without data may leave `data` out. */
type NewEvent<Kind extends EventKind = EventKind> = {
  [Each in Kind]: {
    kind: Each
    /** Uid of the user who caused it, or `LINK_ACTOR`; null for background jobs and the command line. */
    actor: string | null
    /** Id of the row that it is about. */
    subject: string
  } & (Record<string, never> extends EventData<Each>
    ? { data?: EventData<Each> }
    : { data: EventData<Each> })
}[Kind]

const WEBHOOK_KINDS: ReadonlySet<EventKind> = new Set(webhookKind.options)
const isWebhookKind = (kind: EventKind) => WEBHOOK_KINDS.has(kind)

type Writer = Pick<Database, 'insert'>

const statements = prepareOnce((db: Writer) => ({
  append: db
    .insert(events)
    .values(placeholders('id', 'kind', 'actor', 'subject', 'data', 'occurredAt')),
  deliver: db.insert(eventDeliveries).values(placeholders('eventId', 'handler', 'dueAt')),
}))

/**
 * Writes an event and one pending delivery for each of its handlers.
 * @param now the clinic's time, which may differ from the machine's
 * @param delayMs for how many milliseconds its deliveries wait
 * @returns the event's id
 */
export function appendEvent(tx: Transaction, event: NewEvent, now: Date, delayMs = 0): string {
  const id = uuidv7()
  const { append, deliver } = statements(tx)
  append.run({ id, ...event, data: event.data ?? {}, occurredAt: now })
  // Workers use the machine's clock: by the clinic's, a delivery might never be due.
  const dueAt = new Date(Date.now() + delayMs)
  for (const handler of handlersOf(event.kind)) deliver.run({ eventId: id, handler, dueAt })
  if (isWebhookKind(event.kind)) {
    for (const endpoint of listListening(tx, event.kind)) {
      deliver.run({ eventId: id, handler: webhookHandlerOf(endpoint), dueAt })
    }
  }
  return id
}

/** Kinds without data, jobs and webhooks. */
type PlainKind = 'appointment.kept'

/** Writes an event of a plain kind about each subject, in their order. */
export function appendEvents(
  tx: Transaction,
  { kind, actor, subjects }: { kind: PlainKind; actor: string; subjects: readonly string[] },
  now: Date,
): void {
  const rows = subjects.map((subject) => [uuidv7(), subject])
  bulk(tx).append.run(kind, actor, '{}', now.getTime(), JSON.stringify(rows))
}

/** The latest event of a kind about a subject. */
export function findLatestEvent<Kind extends EventKind>(
  db: Database,
  { kind, subject }: { kind: Kind; subject: string },
): { actor: string | null; data: EventData<Kind> } | undefined {
  const event = db
    .select({ actor: events.actor, data: events.data })
    .from(events)
    .where(and(eq(events.subject, subject), sql`+${events.kind} = ${kind}`))
    .orderBy(desc(events.id))
    .limit(1)
    .get()
  return event && { actor: event.actor, data: event.data as EventData<Kind> }
}

/** The ids of the events of a kind about a subject. */
export function listEventIds(
  db: Database,
  { kind, subject }: { kind: EventKind; subject: string },
): string[] {
  return db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.subject, subject), sql`+${events.kind} = ${kind}`))
    .all()
    .map(({ id }) => id)
}

/** For how many milliseconds a repeated view is not recorded again. */
const VIEW_RECORDED_FOR = millisecondsInHour

/** Records that `viewer` has seen other people's data: once per person, kind of data and hour. */
export function recordViews(
  db: Transaction,
  { viewer, viewed, what }: { viewer: string; viewed: readonly string[]; what: ViewedData },
  now: Date,
): void {
  const rows = findUnrecordedViews(db, { viewer, viewed, what }, now).map((uid) => [uuidv7(), uid])
  if (rows.length === 0) return
  const data = JSON.stringify({ what } satisfies EventData<'user.viewed'>)
  bulk(db).append.run('user.viewed', viewer, data, now.getTime(), JSON.stringify(rows))
}

/** The people among these whose view is not recorded yet. */
export function findUnrecordedViews(
  db: Database,
  { viewer, viewed, what }: { viewer: string; viewed: readonly string[]; what: ViewedData },
  now: Date,
): string[] {
  const since = now.getTime() - VIEW_RECORDED_FOR
  return bulk(db).unrecorded.all(JSON.stringify(viewed), viewer, viewer, since, what)
}

type UnrecordedParameters = [
  viewed: string,
  viewer: string,
  viewer: string,
  since: number,
  what: string,
]
type BulkParameters = [kind: string, actor: string, data: string, now: number, rows: string]

// One statement for any number: a week of the agenda has hundreds of people. No job handles these kinds.
const bulk = prepareOnce((db: Database) => ({
  // The kind is a literal, as in the partial index.
  unrecorded: db.$client
    .prepare<UnrecordedParameters, string>(
      `select value from json_each(?)
       where value <> ? and not exists (
         select 1 from events
         where actor = ? and subject = value and kind = 'user.viewed' and occurred_at > ?
           and json_extract(data, '$.what') = ?)
       order by key`,
    )
    .pluck(),
  append: db.$client.prepare<BulkParameters>(
    `insert into events (id, kind, actor, subject, data, occurred_at)
     select value ->> 0, ?, ?, value ->> 1, ?, ? from json_each(?) order by key`,
  ),
}))

/** With more changes, checking each one costs more than starting over. */
const MANY_CHANGES = 1_000

/** The dates in an event's data. */
export const datesIn = (data: string): IsoDate[] => data.match(/\d{4}-\d{2}-\d{2}/g) ?? []

interface BookingChange {
  kind: string
  /** JSON text. */
  data: string
  date: IsoDate | null
}

const changes = prepareOnce((db: Database) => ({
  latest: db.select({ rowid: sql<number | null>`max(rowid)` }).from(events),
  subjects: db
    .select({ rowid: sql<number>`rowid`, kind: events.kind, subject: events.subject })
    .from(events)
    .where(sql`rowid > ${sql.placeholder('after')}`)
    .orderBy(sql`rowid`)
    .limit(MANY_CHANGES),
  ofChild: db.$client
    .prepare<[child: string], string>(
      "select id from appointments where child_id = ? and status = 'booked'",
    )
    .pluck(),
  ofOffer: db.$client
    .prepare<[offer: string], string>(
      `select entry.appointment_id from offers join waitlist_entries entry on entry.id = offers.entry_id
       where offers.id = ? and entry.appointment_id is not null`,
    )
    .pluck(),
  // The days that the event names, or for events that name none, the appointment's day.
  dates: db.$client.prepare<[after: number, limit: number], { rowid: number } & BookingChange>(
    `select events.rowid, kind, data, appointments.date
     from events left join appointments on appointments.id = events.subject
     where events.rowid > ? order by events.rowid limit ?`,
  ),
}))

/** A position in the order in which events were committed. */
export type EventPosition = number

/** The position of the newest event. Not its id: ids of two processes may be out of order. */
export function findLatestPosition(db: Database): EventPosition {
  return changes(db).latest.get()?.rowid ?? 0
}

/** Kinds of events that change the front desk's lists or the schedule, besides those about appointments. */
const OF_OTHERS =
  /^(todo|message|offer|refund|payment|closure|session|schedule|doctor|treatment|family|ticket)\.|^user\.(unreachable|reachable)$|^waitlist\.left$/

/**
 * Kinds of events after which a user may lose rights. Deleting a doctor takes the day from the doctor's user.
 */
const OF_RIGHTS = /^user\.|^doctor\.removed$/

interface LiveChange {
  /** Ids of changed appointments. */
  ids: string[]
  /** Whether something else on the front desk's lists, or the schedule, may have changed. */
  hasOthers: boolean
  /** Uids and doctor ids of people whose rights or sessions may have changed. */
  people: ReadonlySet<string>
  /** The position up to which changes were read. */
  position: EventPosition
}

/**
 * The changes by the next events after `position`: appointments (also by a child's alert or a held time), the
 * front desk's lists, and the schedule.
 */
export function listLiveChanges(db: Database, position: EventPosition): LiveChange {
  const rows = changes(db).subjects.all({ after: position })
  const ids = rows.flatMap(({ kind, subject }) => {
    if (kind.startsWith('appointment.')) return subject
    if (kind.startsWith('offer.')) return changes(db).ofOffer.all(subject)
    return kind === 'child.alerts_changed' ? changes(db).ofChild.all(subject) : []
  })
  return {
    ids: [...new Set(ids)],
    hasOthers: rows.some(({ kind }) => OF_OTHERS.test(kind)),
    people: new Set(rows.filter(({ kind }) => OF_RIGHTS.test(kind)).map(({ subject }) => subject)),
    position: rows.at(-1)?.rowid ?? position,
  }
}

/**
 * The days whose appointments changed since an earlier call.
 * @param after `latest` of that call; 0 at first
 * @returns the days, or 'many' when any day may have changed
 */
export function readBookingChanges(
  db: Database,
  after: number,
): { latest: number; dates: IsoDate[] | 'many' } {
  const rows = changes(db).dates.all(after, MANY_CHANGES)
  if (rows.length === MANY_CHANGES) return { latest: findLatestPosition(db), dates: 'many' }
  // Offers hold their times until they are closed; freed times are hidden until they are offered.
  const ofTimes = rows.filter(({ kind }) => /^(appointment|offer|times)\./.test(kind))
  const isRange = ({ kind, data }: BookingChange) =>
    kind.startsWith('times.') && new Set(datesIn(data)).size > 1
  if (ofTimes.some(isRange)) return { latest: rows.at(-1)?.rowid ?? after, dates: 'many' }
  const dates = ofTimes.flatMap(({ data, date }) => [...datesIn(data), ...(date ? [date] : [])])
  return { latest: rows.at(-1)?.rowid ?? after, dates }
}
