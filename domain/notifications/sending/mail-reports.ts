import { createHmac, timingSafeEqual } from 'node:crypto'
import { millisecondsInHour } from 'date-fns/constants'
import type * as z from 'zod/mini'
import type { mailReport } from '#contract/notifications/notifications.ts'
import type { Transaction } from '#drizzle/client.ts'
import { markBounced, retryReported } from '#drizzle/queries/notifications/unreachable.ts'
import { recordUnreachable } from './bounces.ts'
import { isMailboxFull } from './smtp-errors.ts'

/** For how many seconds a signature is valid. */
const TOLERANCE = 300

/** Signs a report: `t=SECONDS,v1=HEX`, over `SECONDS.BODY`. @param seconds since 1970 */
export function signMailReport(body: string | Buffer, secret: string, seconds: number): string {
  const hex = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
  return `t=${seconds},v1=${hex}`
}

/** Whether `header` signs that body with that secret, not long before `now`. */
export function isSignedMailReport(
  header: unknown,
  { body, secret, now }: { body: Buffer; secret: string; now: Date },
): boolean {
  const [, seconds] = /^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(String(header)) ?? []
  if (seconds === undefined) return false
  const expected = Buffer.from(signMailReport(body, secret, Number(seconds)))
  const isFresh = Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE
  return isFresh && timingSafeEqual(Buffer.from(String(header)), expected)
}

/** Delay before retrying an email whose mailbox was full, in milliseconds. */
const MAILBOX_FULL_RETRY_MS = 4 * millisecondsInHour
const MAILBOX_FULL_ATTEMPTS = 6

/**
 * Records that the mail server could not deliver an email after all. Delays (4.x.x) change nothing, refusals
 * by policy (5.7.x) say nothing about the address, and a full mailbox (5.2.2) is retried.
 */
export function recordMailReport(
  db: Transaction,
  { address, status, messageId }: z.infer<typeof mailReport>,
  now: Date,
): void {
  if (!status.startsWith('5.')) return
  if (isMailboxFull(status)) {
    const dueAt = new Date(now.getTime() + MAILBOX_FULL_RETRY_MS)
    const attempts = MAILBOX_FULL_ATTEMPTS
    if (messageId) retryReported(db, messageId, { error: status, attempts, dueAt })
    return
  }
  if (messageId) markBounced(db, messageId, status)
  if (!status.startsWith('5.7.')) recordUnreachable(db, address, { source: 'webhook', now })
}
