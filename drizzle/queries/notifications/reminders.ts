import {
  and,
  eq,
  gte,
  isNotNull,
  lte,
  notExists,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { IsoDate } from '#contract/dates.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import { changeRow, type Database, type Transaction } from '#drizzle/client.ts'
import { placeholders, prepareOnce } from '#drizzle/prepared-statements.ts'
import {
  appointments,
  deskFamilies,
  guardianships,
  notifications,
  users,
} from '#drizzle/schema/index.ts'

/** A day on which a family has appointments. */
export interface ReminderDay {
  /** The account, or the family without one. */
  uid: string | null
  deskFamilyId: string | null
  /** Lower case. */
  recipient: string
  date: IsoDate
  /** When the first of its appointments was booked. */
  since: Date
}

/** Whose appointments: from a day on, of all families or of one without an account. */
export interface Reminded {
  today: IsoDate
  /** The last day; all days without it. */
  until?: IsoDate
  deskFamilyId?: string | undefined
}

/** Who is reminded of upcoming appointments: the family, and guardians who get emails about the child. */
function listReminded(db: Database, { today, until, deskFamilyId: family }: Reminded) {
  const { date, createdAt, patientUid, deskFamilyId, childId, status } = appointments
  const isUpcoming = and(
    gte(date, today),
    until === undefined ? undefined : lte(date, until),
    sql`${status} = 'booked'`,
    family === undefined ? undefined : eq(deskFamilyId, family),
  )
  const getsEmail = and(eq(guardianships.childId, childId), eq(guardianships.receivesEmail, true))
  return db
    .select({ uid: patientUid, deskFamilyId, date, createdAt })
    .from(appointments)
    .where(isUpcoming)
    .unionAll(
      db
        .select({ uid: guardianships.uid, deskFamilyId: sql<null>`null`, date, createdAt })
        .from(appointments)
        .innerJoin(guardianships, getsEmail)
        .where(isUpcoming),
    )
    .as('reminded')
}

const family = sql`coalesce(${users.uid}, ${deskFamilies.id})`
const recipient = sql`coalesce(${users.email}, ${deskFamilies.email})`

// Neither sent nor tried yet, so it may still change.
const isUntouched = sql`${notifications.state} = 'due' and ${notifications.attempts} = 0`

const statements = prepareOnce((db: Database) => ({
  put: db
    .insert(notifications)
    .values({
      kind: 'reminder',
      ...placeholders('id', 'uid', 'deskFamilyId', 'recipient'),
      ...placeholders('dedupeKey', 'data', 'dueAt', 'createdAt'),
    })
    .onConflictDoUpdate({
      target: notifications.dedupeKey,
      set: { dueAt: sql`excluded.due_at`, data: sql`excluded.data` },
      setWhere: isUntouched,
    }),
}))

/** Writes a reminder, or changes the time of the one with the same key if it is still due. */
export function putReminder(
  db: Transaction,
  reminder: Pick<ReminderDay, 'uid' | 'deskFamilyId' | 'recipient'> & {
    dedupeKey: string
    dueAt: Date
    data: NotificationData<'reminder'>
  },
  now: Date,
): void {
  statements(db).put.run({ ...reminder, id: uuidv7(), createdAt: now })
}

/**
 * Moves an unsent reminder to the time in another time zone, even if that has passed. After a failed attempt
 * it keeps the time of the next attempt.
 * @returns whether one with that key exists
 */
export function correctReminder(
  db: Transaction,
  {
    dedupeKey,
    dueAt,
    data,
  }: { dedupeKey: string; dueAt: Date; data: NotificationData<'reminder'> },
): boolean {
  const isRetry = sql`${notifications.attempts} > 0 and ${notifications.error} is not null`
  return changeRow(
    db,
    notifications,
    { data, dueAt: sql`iif(${isRetry}, ${notifications.dueAt}, ${dueAt.getTime()})` },
    and(eq(notifications.dedupeKey, dedupeKey), eq(notifications.state, 'due')),
  )
}

/**
 * Removes reminders that are not due yet.
 * @param keys the suffixes of their keys
 */
export function removeDueReminders(db: Transaction, keys: readonly string[]): void {
  for (const key of keys) {
    const hasKey = sql`${notifications.dedupeKey} glob ${`reminder:*:${key}`}`
    db.delete(notifications)
      .where(and(eq(notifications.kind, 'reminder'), isUntouched, hasKey))
      .run()
  }
}

/** The upcoming days on which families with an email have appointments. */
export function listUpcomingDays(db: Database, today: IsoDate): ReminderDay[] {
  return selectDays(db, { today }).all()
}

/** The families with an email that have appointments on a day. */
export function listDaysOf(db: Database, date: IsoDate): ReminderDay[] {
  return selectDays(db, { today: date, until: date }).all()
}

/** The days for which no reminder was ever written. */
export function listDaysWithoutReminder(db: Database, of: Reminded): ReminderDay[] {
  return selectDays(db, of, (date) => {
    const prefix = sql`'reminder:' || ${family} || ':' || ${date}`
    const ofDay = db
      .select({ id: notifications.id })
      .from(notifications)
      // ';' follows ':' in the order of the index.
      .where(
        sql`${notifications.dedupeKey} >= ${prefix} || ':' and ${notifications.dedupeKey} < ${prefix} || ';'`,
      )
    return notExists(ofDay)
  }).all()
}

/** @param condition on the days' dates */
function selectDays(db: Database, reminded: Reminded, condition?: (date: SQLWrapper) => SQL) {
  const of = listReminded(db, reminded)
  return db
    .select({
      uid: users.uid,
      deskFamilyId: deskFamilies.id,
      recipient: sql<string>`${recipient}`,
      date: of.date,
      since: sql`min(${of.createdAt})`.mapWith(appointments.createdAt),
    })
    .from(of)
    .leftJoin(users, eq(users.uid, of.uid))
    .leftJoin(deskFamilies, eq(deskFamilies.id, of.deskFamilyId))
    .where(and(isNotNull(recipient), condition?.(of.date)))
    .groupBy(users.uid, deskFamilies.id, recipient, of.date)
}
