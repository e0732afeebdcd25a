import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type {
  DropReason,
  NotificationData,
  NotificationKind,
  NotificationState,
} from '#contract/notifications/notifications.ts'
import { changeRow, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { placeholders, prepareOnce, selectBy } from '#drizzle/prepared-statements.ts'
import { familyName } from '#drizzle/queries/family-name.ts'
import { appointments, deskFamilies, notifications, users } from '#drizzle/schema/index.ts'

type NotificationRow = typeof notifications.$inferSelect

/** A notification whose data has the shape of its kind. */
export type NotificationOf<Kind extends NotificationKind = NotificationKind> = {
  [Each in Kind]: Omit<NotificationRow, 'kind' | 'data'> & {
    kind: Each
    data: NotificationData<Each>
  }
}[Kind]

/** A notification to write; kinds without data may leave `data` out. */
type NewNotification<Kind extends NotificationKind = NotificationKind> = {
  [Each in Kind]: {
    kind: Each
    appointmentId?: string
    uid: string | null
    /** The family without an account. */
    deskFamilyId?: string | null
    /** Lower case. */
    recipient: string
    dedupeKey: string
    version?: number
    dueAt: Date
  } & (Record<string, never> extends NotificationData<Each>
    ? { data?: NotificationData<Each> }
    : { data: NotificationData<Each> })
}[Kind]

const statements = prepareOnce((db: Database) => ({
  insert: db
    .insert(notifications)
    .values({
      ...placeholders('id', 'kind', 'appointmentId', 'uid', 'deskFamilyId', 'recipient'),
      ...placeholders('dedupeKey', 'version', 'data', 'dueAt', 'createdAt'),
    })
    .onConflictDoNothing({ target: notifications.dedupeKey }),
  one: selectBy(db, notifications, notifications.id),
  booker: db
    .select({
      id: appointments.id,
      childId: appointments.childId,
      transactionId: appointments.transactionId,
      patientUid: appointments.patientUid,
      uid: appointments.patientUid,
      deskFamilyId: appointments.deskFamilyId,
      recipient: sql<string | null>`coalesce(${users.email}, ${deskFamilies.email})`,
      version: appointments.version,
      date: appointments.date,
      startMinute: appointments.startMinute,
      lengthMinutes: appointments.lengthMinutes,
      doctorId: appointments.doctorId,
    })
    .from(appointments)
    .leftJoin(users, eq(users.uid, appointments.patientUid))
    .leftJoin(deskFamilies, eq(deskFamilies.id, appointments.deskFamilyId))
    .where(eq(appointments.id, sql.placeholder('id'))),
}))

/** The booker of an appointment, and the address for emails about it. */
export type Booker = NonNullable<ReturnType<typeof findBooker>>

export function findBooker(db: Database, appointmentId: string) {
  return statements(db).booker.get({ id: appointmentId })
}

/**
 * Writes a notification, unless one with the same key exists. The caller wakes the jobs after the commit.
 * @returns its id; undefined when one exists
 */
export function addNotification(
  db: Transaction,
  notification: NewNotification,
  now: Date,
): string | undefined {
  const { appointmentId = null, deskFamilyId = null, version = 0, data = {} } = notification
  const id = uuidv7()
  const row = { ...notification, id, appointmentId, deskFamilyId, version, data, createdAt: now }
  return statements(db).insert.run(row).changes === 1 ? id : undefined
}

// The confirmation of several appointments still applies to the others.
const saysWhen = sql`(${notifications.kind} in ('moved', 'calendar_event') or (${notifications.kind} = 'booked' and ${notifications.data} ->> 'others' is null))`

/** Drops unsent notifications whose time a move or a cancellation makes wrong. */
export function dropEarlierTimes(db: Transaction, appointmentId: string): void {
  db.update(notifications)
    .set(dropped('superseded'))
    .where(
      and(eq(notifications.appointmentId, appointmentId), eq(notifications.state, 'due'), saysWhen),
    )
    .run()
}

/** The emails about moves of the appointment that wait to be sent. */
export function listUnsentMoves(db: Database, appointmentId: string): NotificationOf<'moved'>[] {
  const isUnsentMove = and(
    eq(notifications.appointmentId, appointmentId),
    eq(notifications.kind, 'moved'),
    eq(notifications.state, 'due'),
  )
  return db
    .select()
    .from(notifications)
    .where(isUnsentMove)
    .all()
    .map(typed) as NotificationOf<'moved'>[]
}

/** Whether a confirmation for this recipient was dropped before it was sent. */
export function isUnconfirmed(
  db: Database,
  { appointmentId, uid }: { appointmentId: string; uid: string | null },
): boolean {
  const isConfirmation = and(
    eq(notifications.appointmentId, appointmentId),
    eq(notifications.kind, 'booked'),
    sql`${notifications.uid} is ${uid}`,
  )
  return hasRow(db, notifications, and(isConfirmation, eq(notifications.state, 'dropped')))
}

/** Whether an email that says when the appointment is, alone or with others, has not been sent yet. */
export function hasUnsentTime(db: Database, appointmentId: string): boolean {
  const isAbout = sql`${notifications.kind} in ('booked', 'moved', 'calendar_event') and (${notifications.appointmentId} = ${appointmentId}
    or exists (select 1 from json_each(${notifications.data}, '$.others') where value = ${appointmentId}))`
  // Literals, as in the partial indexes.
  const isUnsent = [sql`state = 'due' and kind <> 'reminder'`, sql`state = 'sending'`]
  return isUnsent.some((isOne) => hasRow(db, notifications, and(isOne, isAbout)))
}

/**
 * Drops the emails about a move, unless one of them is on its way.
 * @param version the appointment's version after the move
 * @returns whether none was on its way
 */
export function dropMove(
  db: Transaction,
  { id, version }: { id: string; version: number },
): boolean {
  const isAboutMove = and(
    eq(notifications.appointmentId, id),
    eq(notifications.kind, 'moved'),
    eq(notifications.version, version),
  )
  if (hasRow(db, notifications, and(isAboutMove, sql`state not in ('due', 'dropped')`)))
    return false
  db.update(notifications).set(dropped('superseded')).where(isAboutMove).run()
  return true
}

/** The prefix of the keys of a family's reminders. */
export const reminderPrefix = (family: string) => `reminder:${family}:`

/** The key of an invitation's email. */
export const invitedKey = (invitationId: string) => `guardian_invited:${invitationId}`

/** The columns of a dropped notification. */
export function dropped(reason: DropReason) {
  return { state: 'dropped', error: reason, leaseUntil: null } as const
}

/** The row, typed by its kind. */
export function typed(row: NotificationRow): NotificationOf {
  return row as NotificationOf
}

/** Removes a user from their notifications before the user is deleted. Only cancellations are still sent. */
export function forgetRecipient(db: Transaction, uid: string): void {
  const isOwn = eq(notifications.uid, uid)
  const isLast = sql`${notifications.kind} = 'cancelled' and ${notifications.state} in ('due', 'sending')`
  db.update(notifications)
    .set(dropped('account_removed'))
    .where(and(isOwn, eq(notifications.state, 'due'), sql`not (${isLast})`))
    .run()
  db.update(notifications)
    .set({ recipient: null })
    .where(and(isOwn, sql`not (${isLast})`))
    .run()
}

/** Removes the address from an invitation's emails, and drops unsent ones. */
export function forgetInvited(db: Transaction, invitationId: string): void {
  const isAboutInvitation = sql`${notifications.dedupeKey} glob ${`${invitedKey(invitationId)}*`}`
  db.update(notifications)
    .set(dropped('account_removed'))
    .where(and(isAboutInvitation, eq(notifications.state, 'due')))
    .run()
  db.update(notifications).set({ recipient: null }).where(isAboutInvitation).run()
}

/**
 * Moves the emails of a family without an account to an account. Of two reminders for one day, one remains.
 */
export function giveNotifications(
  db: Transaction,
  { deskFamilyId, uid }: { deskFamilyId: string; uid: string },
): void {
  const isTheirs = eq(notifications.deskFamilyId, deskFamilyId)
  const reminders = db
    .select({ id: notifications.id, dedupeKey: notifications.dedupeKey })
    .from(notifications)
    .where(and(isTheirs, eq(notifications.kind, 'reminder'), eq(notifications.state, 'due')))
    .all()
  for (const { id, dedupeKey: old } of reminders) {
    const dedupeKey = old.replace(reminderPrefix(deskFamilyId), reminderPrefix(uid))
    const isKnown = hasRow(db, notifications, eq(notifications.dedupeKey, dedupeKey))
    db.update(notifications)
      .set(isKnown ? dropped('superseded') : { dedupeKey })
      .where(eq(notifications.id, id))
      .run()
  }
  db.update(notifications).set({ uid, deskFamilyId: null }).where(isTheirs).run()
}

/** The notification with this id. */
export function findNotification(db: Database, id: string): NotificationOf | undefined {
  const row = statements(db).one.get(id)
  return row && typed(row)
}

/**
 * Writes a copy of a notification that is due at once, unless one is due already.
 * @returns its id
 */
export function addCopy(db: Transaction, original: NotificationOf, now: Date): string {
  const key = `${original.dedupeKey}/again`
  const isCopy = sql`${notifications.dedupeKey} glob ${`${escapeGlob(key)}-*`}`
  const copies = db
    .select({ id: notifications.id, state: notifications.state })
    .from(notifications)
    .where(isCopy)
    .all()
  const waiting = copies.find(({ state }) => state === 'due' || state === 'sending')
  if (waiting) return waiting.id
  const id = uuidv7()
  const dedupeKey = `${key}-${copies.length + 1}`
  statements(db).insert.run({ ...original, id, dedupeKey, dueAt: now, createdAt: now })
  return id
}

const escapeGlob = (text: string) => text.replace(/[*?[]/g, '[$&]')

interface NotificationFilter {
  state?: NotificationState
  uid?: string
  appointmentId?: string
  /** Id of a notification: only those before it. */
  before?: string
  limit: number
}

export interface ListedRow {
  notification: NotificationOf
  /** Null once the account is removed, and for invitations. */
  familyName: string | null
  appointment: Pick<
    typeof appointments.$inferSelect,
    'treatment' | 'date' | 'startMinute' | 'lengthMinutes'
  > | null
}

/** Whether the mail server has refused it at least once. */
export const hasError = sql`${notifications.error} is not null`

/** A literal, with the condition of the partial index where one applies. */
function isIn(state: NotificationState) {
  const hasState = sql`${notifications.state} = ${state}`.inlineParams()
  const isRare = state === 'bounced' || state === 'failed' || state === 'dropped'
  return isRare ? and(hasState, hasError) : hasState
}

/** Includes emails about appointments that were booked together with it. */
function isAbout(appointmentId: string) {
  const ofPatient = sql`select other.id from appointments as own
    join appointments as other on other.patient_uid = own.patient_uid where own.id = ${appointmentId}`
  const isNamed = sql`exists (select 1 from json_each(${notifications.data}, '$.others') where value = ${appointmentId})`
  return or(
    eq(notifications.appointmentId, appointmentId),
    and(
      sql`${notifications.appointmentId} in (${ofPatient})`,
      eq(notifications.kind, 'booked'),
      isNamed,
    ),
  )
}

/** Notifications, newest first. */
export function listNotifications(db: Database, filter: NotificationFilter): ListedRow[] {
  const { state, uid, appointmentId, before, limit } = filter
  const { treatment, date, startMinute, lengthMinutes } = appointments
  return db
    .select({
      notification: notifications,
      familyName,
      appointment: { treatment, date, startMinute, lengthMinutes },
    })
    .from(notifications)
    .leftJoin(users, eq(users.uid, notifications.uid))
    .leftJoin(deskFamilies, eq(deskFamilies.id, notifications.deskFamilyId))
    .leftJoin(appointments, eq(appointments.id, notifications.appointmentId))
    .where(
      and(
        state && isIn(state),
        uid === undefined ? undefined : eq(notifications.uid, uid),
        appointmentId === undefined ? undefined : isAbout(appointmentId),
        before === undefined ? undefined : lt(notifications.id, before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)
    .all()
    .map((row) => ({ ...row, notification: typed(row.notification) }))
}

/**
 * Switches a family's reminders on or off.
 * @param family an account's uid, or the id of a family without an account
 * @returns whether that changed anything
 */
export function setReminders(db: Transaction, family: string, reminders: boolean): boolean {
  const isOther = sql`reminders <> ${reminders ? 1 : 0}`
  return (
    changeRow(db, users, { reminders }, and(eq(users.uid, family), isOther)) ||
    changeRow(db, deskFamilies, { reminders }, and(eq(deskFamilies.id, family), isOther))
  )
}
