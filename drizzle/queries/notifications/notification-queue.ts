import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  lt,
  lte,
  min,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DropReason } from '#contract/notifications/notifications.ts'
import { countRows, type Database, type Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { notifications } from '#drizzle/schema/index.ts'
import { dropped, hasError, type NotificationOf, typed } from './notifications.ts'

// Sends notifications one at a time, across all processes.

/** A notification that this process is sending. */
export type ClaimedNotification = NotificationOf

interface ClaimRules {
  /** After how many milliseconds a sender counts as dead. */
  leaseMs: number
  /** Minimum time between two attempts of all processes together, in milliseconds. */
  intervalMs: number
}

type Next =
  | { outcome: 'claimed'; notification: ClaimedNotification }
  /** A notification is due, and may be claimed after `ms` milliseconds. */
  | { outcome: 'wait'; ms: number }
  /** Another process is sending one. */
  | { outcome: 'busy' }
  | { outcome: 'nothing_due' }

const earlier = alias(notifications, 'earlier')

/**
 * Claims the next notification to send: confirmations before reminders, then in order of time; notifications
 * of one appointment in the order in which they were written. All processes together send one at a time,
 * which keeps that order and the rate.
 */
export function claimNext(db: Transaction, now: Date, { leaseMs, intervalMs }: ClaimRules): Next {
  const { endLeases, sending } = statements(db)
  // Notifications of dead senders are due again. A lease that ends too far ahead was set by a wrong clock.
  endLeases.run({ now: now.getTime(), latest: now.getTime() + leaseMs })
  if (sending.get()) return { outcome: 'busy' }
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

/** Whether a notification is due, or was left by a dead sender. */
export function hasDueNotification(db: Database, now: Date): boolean {
  if (findDue(db, now)) return true
  return statements(db).leftBehind.get({ now: now.getTime() }) !== undefined
}

function findDue(db: Database, now: Date) {
  const { dueNotice, dueReminder } = statements(db)
  const at = { now: now.getTime() }
  return dueNotice.get(at) ?? dueReminder.get(at)
}

// Literals, as in the partial indexes: SQLite would not use them with bound values.
const IS_SENDING = sql`${notifications.state} = 'sending'`
const IS_NOTICE = sql`${notifications.state} = 'due' and ${notifications.kind} <> 'reminder'`
const IS_REMINDER = sql`${notifications.state} = 'due' and ${notifications.kind} = 'reminder'`

/** In milliseconds. */
const NOW = sql.placeholder('now')

function selectDue(db: Database, isOfGroup: SQL) {
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
    .where(and(isOfGroup, lte(notifications.dueAt, NOW), notExists(isBehindAnother)))
    .orderBy(asc(notifications.dueAt), asc(notifications.id))
    .limit(1)
}

// Queried after each event and for each email.
const statements = prepareOnce((db: Database) => {
  const sending = (isOf?: SQL) =>
    db.select({ id: notifications.id }).from(notifications).where(and(IS_SENDING, isOf)).limit(1)
  return {
    dueNotice: selectDue(db, IS_NOTICE),
    dueReminder: selectDue(db, IS_REMINDER),
    sending: sending(),
    leftBehind: sending(lte(notifications.leaseUntil, NOW)),
    endLeases: db
      .update(notifications)
      .set({ state: 'due', leaseUntil: null })
      .where(
        and(
          IS_SENDING,
          or(
            lte(notifications.leaseUntil, NOW),
            gt(notifications.leaseUntil, sql.placeholder('latest')),
          ),
        ),
      ),
    lastAttempt: db
      .select({ at: notifications.attemptedAt })
      .from(notifications)
      .where(sql`${notifications.attemptedAt} is not null`)
      .orderBy(desc(notifications.attemptedAt))
      .limit(1),
  }
})

function waitAfterLast(db: Database, now: Date, intervalMs: number): number {
  const last = statements(db).lastAttempt.get()
  const passed = last?.at ? now.getTime() - last.at.getTime() : intervalMs
  // Negative after the clock was set back.
  return passed < 0 ? 0 : Math.max(0, intervalMs - passed)
}

/** Whether the sender has not been declared dead meanwhile. */
function isHeld({ id, attempts }: ClaimedNotification) {
  return and(
    eq(notifications.id, id),
    eq(notifications.state, 'sending'),
    eq(notifications.attempts, attempts),
  )
}

/**
 * Records that a claimed notification is about to be sent, and its recipient.
 * @returns its Message-ID, which stays that of the first attempt
 */
export function startAttempt(
  db: Transaction,
  claim: ClaimedNotification,
  { recipient, newMessageId, now }: { recipient: string; newMessageId: string; now: Date },
): string {
  const messageId = claim.messageId ?? newMessageId
  db.update(notifications)
    .set({ recipient, messageId, attemptedAt: now })
    .where(isHeld(claim))
    .run()
  return messageId
}

/** Records that the mail server accepted it, whichever process has the claim by now. */
export function markSent(
  db: Transaction,
  { id }: ClaimedNotification,
  { messageId, now, timeZone }: { messageId: string; now: Date; timeZone: string | null },
): void {
  db.update(notifications)
    .set({
      ...{ state: 'sent', messageId, sentAt: now, timeZone, leaseUntil: null, error: null },
      ...forgotten(),
    })
    .where(and(eq(notifications.id, id), inArray(notifications.state, ['due', 'sending'])))
    .run()
}

/** Drops a claimed notification that is no longer needed. */
export function markDropped(db: Transaction, claim: ClaimedNotification, reason: DropReason): void {
  db.update(notifications)
    .set({ ...dropped(reason), ...forgotten() })
    .where(isHeld(claim))
    .run()
}

/** Gives up a claimed notification. */
export function markUndelivered(
  db: Transaction,
  claim: ClaimedNotification,
  { state, error }: { state: 'bounced' | 'failed'; error: string },
): void {
  db.update(notifications)
    .set({ state, error, leaseUntil: null, ...forgotten() })
    .where(isHeld(claim))
    .run()
}

/** Kinds whose recipient is no family. */
const TO_OTHERS = sql`('guardian_invited', 'contact_message')`

/** A removed account's address is not needed after its last email. */
function forgotten() {
  const { uid, deskFamilyId, kind, recipient } = notifications
  const hasNoFamily = sql`${uid} is null and ${deskFamilyId} is null and ${kind} not in ${TO_OTHERS}`
  return { recipient: sql`case when ${hasNoFamily} then null else ${recipient} end` }
}

/** Makes a claimed notification due again later. */
export function sendLater(
  db: Transaction,
  claim: ClaimedNotification,
  { dueAt, error }: { dueAt: Date; error: string | null },
): void {
  db.update(notifications)
    .set({ state: 'due', dueAt, error, leaseUntil: null })
    .where(isHeld(claim))
    .run()
}

/** Figures for operators. */
interface NotificationMetrics {
  states: Record<'overdue' | 'sending' | 'bounced' | 'failed', number>
  /** By how many seconds the most overdue one is late; 0 when none is. */
  lateSeconds: number
}

/** Counts what is due, being sent or undelivered, each by a partial index. */
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
