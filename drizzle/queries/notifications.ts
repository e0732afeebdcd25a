import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNull,
  lt,
  lte,
  min,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { v7 as uuidv7 } from 'uuid'
import type {
  DropReason,
  NotificationData,
  NotificationKind,
  NotificationState,
} from '../../contract/notifications.ts'
import { countRows, type Database } from '../client.ts'
import { prepareOnce } from '../prepared-statements.ts'
import { appointments, notifications, users } from '../schema/index.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** A notification whose data has the shape of its kind. */
export type NotificationOf<Kind extends NotificationKind = NotificationKind> = {
  [Each in Kind]: Omit<NotificationRow, 'kind' | 'data'> & {
    kind: Each
    data: NotificationData<Each>
  }
}[Kind]

/** A notification to write; kinds without data may leave `data` out. */
export type NewNotification<Kind extends NotificationKind = NotificationKind> = {
  [Each in Kind]: {
    kind: Each
    appointmentId?: string
    uid: string | null
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
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      appointmentId: sql.placeholder('appointmentId'),
      uid: sql.placeholder('uid'),
      recipient: sql.placeholder('recipient'),
      dedupeKey: sql.placeholder('dedupeKey'),
      version: sql.placeholder('version'),
      data: sql.placeholder('data'),
      dueAt: sql.placeholder('dueAt'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing({ target: notifications.dedupeKey })
    .prepare(),
  one: db
    .select()
    .from(notifications)
    .where(eq(notifications.id, sql.placeholder('id')))
    .prepare(),
  family: db
    .select({
      uid: appointments.patientUid,
      recipient: sql<string>`coalesce(${users.email}, ${appointments.email})`,
      version: appointments.version,
    })
    .from(appointments)
    .leftJoin(users, eq(users.uid, appointments.patientUid))
    .where(eq(appointments.id, sql.placeholder('id')))
    .prepare(),
}))

/**
 * Writes a notification, unless there is one with its key. Call it in the transaction of the change
 * that it describes, and wake the jobs after the commit.
 * @returns its id; undefined when there was one
 */
export function addNotification(
  db: Database,
  notification: NewNotification,
  now: Date,
): string | undefined {
  const { appointmentId = null, version = 0, data = {} } = notification
  const id = uuidv7()
  const row = { ...notification, id, appointmentId, version, data, createdAt: now }
  return statements(db).insert.run(row).changes === 1 ? id : undefined
}

/** What a notification about an appointment says. */
export type AboutAppointment = {
  [Kind in 'booked' | 'moved' | 'cancelled' | 'paid' | 'refunded' | 'refund_failed' | 'unpaid']: {
    kind: Kind
    data: NotificationData<Kind>
  }
}['booked' | 'moved' | 'cancelled' | 'paid' | 'refunded' | 'refund_failed' | 'unpaid']

/**
 * Writes a notification about an appointment for the family who booked it; none once their account
 * has been removed. Call it in the transaction of the change that it describes, after that change.
 */
export function notifyFamily(
  db: Database,
  appointmentId: string,
  about: AboutAppointment,
  now: Date,
): void {
  const found = statements(db).family.get({ id: appointmentId })
  if (!found?.uid) return
  const { kind, data } = about
  if (kind === 'moved' || kind === 'cancelled') dropEarlierTimes(db, appointmentId)
  const told = 'intentId' in data ? data.intentId : `${appointmentId}:${found.version}`
  const dedupeKey = `${kind}:${told}`
  addNotification(db, { ...about, ...found, appointmentId, dedupeKey, dueAt: now }, now)
}

const saysWhen = inArray(notifications.kind, ['booked', 'moved'])

/** Drops what is not sent yet of the times that a move or a cancellation makes wrong. */
function dropEarlierTimes(db: Database, appointmentId: string): void {
  db.update(notifications)
    .set(dropped('superseded'))
    .where(
      and(eq(notifications.appointmentId, appointmentId), eq(notifications.state, 'due'), saysWhen),
    )
    .run()
}

function dropped(reason: DropReason) {
  return { state: 'dropped', error: reason, leaseUntil: null } as const
}

/** A notification that this process is sending. */
export type ClaimedNotification = NotificationOf

export interface ClaimRules {
  /** How long a sender may take before it counts as dead, in milliseconds. */
  leaseMs: number
  /** Shortest time between two attempts of all processes together, in milliseconds. */
  intervalMs: number
}

export type Next =
  | { outcome: 'claimed'; notification: ClaimedNotification }
  /** One is due, and may be claimed in so many milliseconds. */
  | { outcome: 'wait'; ms: number }
  /** Another process is sending one. */
  | { outcome: 'busy' }
  | { outcome: 'nothing_due' }

const earlier = alias(notifications, 'earlier')

/**
 * Claims the notification to send next: confirmations before reminders, then in order of time, and
 * those of an appointment in the order in which they were written. One is sent at a time by all
 * processes together, which keeps that order and the rate. Call it in a write transaction.
 */
export function claimNext(db: Database, now: Date, { leaseMs, intervalMs }: ClaimRules): Next {
  endLeases(db, now, leaseMs)
  if (exists(db, IS_SENDING)) return { outcome: 'busy' }
  const next = findDue(db, now)
  if (!next) return { outcome: 'nothing_due' }
  const ms = waitAfterLast(db, now, intervalMs)
  if (ms > 0) return { outcome: 'wait', ms }
  const claimed = db
    .update(notifications)
    .set({
      state: 'sending',
      leaseUntil: new Date(now.getTime() + leaseMs),
      attempts: next.attempts + 1,
    })
    .where(eq(notifications.id, next.id))
    .returning()
    .get()
  return { outcome: 'claimed', notification: typed(claimed) }
}

/** Whether a notification is due, or was left behind by a sender that is dead. */
export function hasDueNotification(db: Database, now: Date): boolean {
  const isLeftBehind = and(IS_SENDING, lte(notifications.leaseUntil, now))
  return findDue(db, now) !== undefined || exists(db, isLeftBehind)
}

function exists(db: Database, condition: SQL | undefined): boolean {
  const row = db.select({ id: notifications.id }).from(notifications).where(condition).limit(1)
  return row.get() !== undefined
}

/** What dead senders have left is due again. A lease that ends too late was set by a wrong clock. */
function endLeases(db: Database, now: Date, leaseMs: number): void {
  const isOver = or(
    lte(notifications.leaseUntil, now),
    sql`${notifications.leaseUntil} > ${now.getTime() + leaseMs}`,
  )
  db.update(notifications)
    .set({ state: 'due', leaseUntil: null })
    .where(and(IS_SENDING, isOver))
    .run()
}

function findDue(db: Database, now: Date) {
  return findDueOf(db, now, IS_NOTICE) ?? findDueOf(db, now, IS_REMINDER)
}

// Literals, as in the partial indexes: with bound values SQLite would not use them.
const IS_SENDING = sql`${notifications.state} = 'sending'`
const IS_NOTICE = sql`${notifications.state} = 'due' and ${notifications.kind} <> 'reminder'`
const IS_REMINDER = sql`${notifications.state} = 'due' and ${notifications.kind} = 'reminder'`

function findDueOf(db: Database, now: Date, isOfGroup: SQL) {
  const isBehindAnother = db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.appointmentId, notifications.appointmentId),
        lt(earlier.id, notifications.id),
        inArray(earlier.state, ['due', 'sending']),
      ),
    )
  return db
    .select({ id: notifications.id, attempts: notifications.attempts })
    .from(notifications)
    .where(and(isOfGroup, lte(notifications.dueAt, now), notExists(isBehindAnother)))
    .orderBy(asc(notifications.dueAt), asc(notifications.id))
    .limit(1)
    .get()
}

function waitAfterLast(db: Database, now: Date, intervalMs: number): number {
  const last = db
    .select({ at: notifications.attemptedAt })
    .from(notifications)
    .where(sql`${notifications.attemptedAt} is not null`)
    .orderBy(desc(notifications.attemptedAt))
    .limit(1)
    .get()
  const passed = last?.at ? now.getTime() - last.at.getTime() : intervalMs
  // Negative after the clock was set back.
  return passed < 0 ? 0 : Math.max(0, intervalMs - passed)
}

function typed(row: NotificationRow): NotificationOf {
  return row as NotificationOf
}

/** Its sender has not been declared dead meanwhile. */
function isHeld({ id, attempts }: ClaimedNotification) {
  return and(
    eq(notifications.id, id),
    eq(notifications.state, 'sending'),
    eq(notifications.attempts, attempts),
  )
}

/** Records that a claimed notification is about to be sent, and to whom. */
export function startAttempt(
  db: Database,
  claim: ClaimedNotification,
  { recipient, now }: { recipient: string; now: Date },
): void {
  db.update(notifications).set({ recipient, attemptedAt: now }).where(isHeld(claim)).run()
}

/** Records that the mail server has accepted it, whichever process sends it by now. */
export function markSent(
  db: Database,
  { id }: ClaimedNotification,
  { messageId, now }: { messageId: string; now: Date },
): void {
  db.update(notifications)
    .set({ state: 'sent', messageId, sentAt: now, leaseUntil: null, error: null, ...forgotten() })
    .where(and(eq(notifications.id, id), inArray(notifications.state, ['due', 'sending'])))
    .run()
}

/** Drops a claimed notification: it is not needed any more. */
export function markDropped(db: Database, claim: ClaimedNotification, reason: DropReason): void {
  db.update(notifications)
    .set({ ...dropped(reason), ...forgotten() })
    .where(isHeld(claim))
    .run()
}

/** Gives a claimed notification up for good. */
export function markUndelivered(
  db: Database,
  claim: ClaimedNotification,
  { state, error }: { state: 'bounced' | 'failed'; error: string },
): void {
  db.update(notifications)
    .set({ state, error, leaseUntil: null, ...forgotten() })
    .where(isHeld(claim))
    .run()
}

/** The address of a removed account is needed no longer than until its last email. */
function forgotten() {
  const { uid, kind, recipient } = notifications
  return {
    recipient: sql`case when ${uid} is null and ${kind} <> 'guardian_invited' then null else ${recipient} end`,
  }
}

/** Makes a claimed notification due again later. */
export function sendLater(
  db: Database,
  claim: ClaimedNotification,
  { dueAt, error }: { dueAt: Date; error: string | null },
): void {
  db.update(notifications)
    .set({ state: 'due', dueAt, error, leaseUntil: null })
    .where(isHeld(claim))
    .run()
}

/** Reasons that end when the user verifies or changes the address. */
const HELD = ['unverified', 'unreachable'] satisfies DropReason[]

/**
 * Makes a user's emails due that were dropped because of their address; what has become useless is
 * dropped again. Call it in the transaction that verifies or changes the address.
 */
export function releaseHeld(db: Database, uid: string, now: Date): void {
  db.update(notifications)
    .set({ state: 'due', dueAt: now, error: null })
    .where(
      and(
        eq(notifications.uid, uid),
        eq(notifications.state, 'dropped'),
        inArray(notifications.error, HELD),
      ),
    )
    .run()
}

/**
 * Removes a user from their notifications, before the user is deleted. Only cancellations are sent
 * still. Call it in the transaction that removes the user.
 */
export function forgetRecipient(db: Database, uid: string): void {
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

/** The notification with this id. */
export function findNotification(db: Database, id: string): NotificationOf | undefined {
  const row = statements(db).one.get({ id })
  return row && typed(row)
}

/**
 * Writes another notification like that one, which is due at once; while there is one already,
 * nothing. Call it in a write transaction.
 * @returns its id
 */
export function addCopy(db: Database, original: NotificationOf, now: Date): string {
  const key = `${original.dedupeKey}/again`
  const isCopy = sql`${notifications.dedupeKey} glob ${`${escapeGlob(key)}-*`}`
  const copies = db
    .select({ id: notifications.id, state: notifications.state })
    .from(notifications)
    .where(isCopy)
    .all()
  const waiting = copies.find(({ state }) => state === 'due' || state === 'sending')
  if (waiting) return waiting.id
  const { kind, appointmentId, uid, recipient, version, data } = original
  const id = uuidv7()
  db.insert(notifications)
    .values({
      id,
      kind,
      appointmentId,
      uid,
      recipient,
      version,
      data,
      dedupeKey: `${key}-${copies.length + 1}`,
      dueAt: now,
      createdAt: now,
    })
    .run()
  return id
}

const escapeGlob = (text: string) => text.replace(/[*?[]/g, '[$&]')

export interface NotificationFilter {
  state?: NotificationState
  uid?: string
  appointmentId?: string
  /** Id of a notification: only those before it. */
  before?: string
  limit: number
}

export interface ListedRow {
  notification: NotificationOf
  /** Null once the account has been removed, and for invitations. */
  userName: string | null
  appointment: Pick<
    typeof appointments.$inferSelect,
    'treatment' | 'date' | 'startMinute' | 'lengthMinutes'
  > | null
}

const hasError = sql`${notifications.error} is not null`

/** A literal, and with the condition of the partial index where it applies. */
function isIn(state: NotificationState) {
  const hasState = sql`${notifications.state} = ${state}`.inlineParams()
  const isRare = state === 'bounced' || state === 'failed' || state === 'dropped'
  return isRare ? and(hasState, hasError) : hasState
}

/** Notifications, newest first. */
export function listNotifications(db: Database, filter: NotificationFilter): ListedRow[] {
  const { state, uid, appointmentId, before, limit } = filter
  const { treatment, date, startMinute, lengthMinutes } = appointments
  return db
    .select({
      notification: notifications,
      userName: users.name,
      appointment: { treatment, date, startMinute, lengthMinutes },
    })
    .from(notifications)
    .leftJoin(users, eq(users.uid, notifications.uid))
    .leftJoin(appointments, eq(appointments.id, notifications.appointmentId))
    .where(
      and(
        state && isIn(state),
        uid === undefined ? undefined : eq(notifications.uid, uid),
        appointmentId === undefined ? undefined : eq(notifications.appointmentId, appointmentId),
        before === undefined ? undefined : lt(notifications.id, before),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit)
    .all()
    .map((row) => ({ ...row, notification: typed(row.notification) }))
}

/**
 * Marks an email that was reported to have bounced after the mail server had accepted it.
 * @param messageId with its angle brackets
 */
export function markBounced(db: Database, messageId: string, error: string): void {
  db.update(notifications)
    .set({ state: 'bounced', error })
    .where(and(eq(notifications.messageId, messageId), eq(notifications.state, 'sent')))
    .run()
}

/**
 * Marks a user's address as unreachable.
 * @param address in lower case
 * @returns the user's uid; undefined when no user has it, or it is marked already
 */
export function markUnreachable(db: Database, address: string, now: Date): string | undefined {
  return db
    .update(users)
    .set({ bouncedEmail: address, bouncedAt: now })
    .where(
      and(
        eq(users.email, address),
        or(isNull(users.bouncedEmail), sql`${users.bouncedEmail} <> ${address}`),
      ),
    )
    .returning({ uid: users.uid })
    .get()?.uid
}

const isUnreachable = sql`${users.bouncedEmail} is not null and ${users.bouncedEmail} = ${users.email}`

/** Most users in the list of those who cannot be reached. */
const LONGEST_LIST = 500

/** Users whose address bounced, the latest first, with the phone of their latest appointment. */
export function listUnreachable(db: Database) {
  const phone = db
    .select({ phone: appointments.phone })
    .from(appointments)
    .where(eq(appointments.patientUid, users.uid))
    .orderBy(desc(appointments.date), desc(appointments.startMinute))
    .limit(1)
  return db
    .select({
      uid: users.uid,
      name: users.name,
      email: users.email,
      since: users.bouncedAt,
      phone: sql<string | null>`(${phone})`,
    })
    .from(users)
    .where(isUnreachable)
    .orderBy(desc(users.bouncedAt))
    .limit(LONGEST_LIST)
    .all()
}

/**
 * Switches a user's reminders on or off.
 * @returns whether that changed anything
 */
export function setReminders(db: Database, uid: string, reminders: boolean): boolean {
  const { changes } = db
    .update(users)
    .set({ reminders })
    .where(and(eq(users.uid, uid), sql`${users.reminders} <> ${reminders ? 1 : 0}`))
    .run()
  return changes === 1
}

/** What operators watch. */
export interface NotificationMetrics {
  states: Record<'overdue' | 'sending' | 'bounced' | 'failed', number>
  /** How late the most overdue one is, in seconds; 0 when none is. */
  lateSeconds: number
}

/** Counts what is due, under way or undelivered, each by a partial index. */
export function readNotificationMetrics(db: Database, now: Date): NotificationMetrics {
  const due = [IS_NOTICE, IS_REMINDER].map((isOfGroup) =>
    db
      .select({ count: count(), first: min(notifications.dueAt) })
      .from(notifications)
      .where(and(isOfGroup, lte(notifications.dueAt, now)))
      .get(),
  )
  const firsts = due.map((group) => group?.first?.getTime() ?? now.getTime())
  const countFailed = (state: 'bounced' | 'failed') =>
    countRows(db, notifications, and(hasError, eq(notifications.state, state)))
  return {
    states: {
      overdue: due.reduce((sum, group) => sum + (group?.count ?? 0), 0),
      sending: countRows(db, notifications, IS_SENDING),
      bounced: countFailed('bounced'),
      failed: countFailed('failed'),
    },
    lateSeconds: (now.getTime() - Math.min(...firsts)) / 1000,
  }
}
