import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type ClaimedNotification,
  claimNext,
  markDropped,
  markSent,
  markUndelivered,
  sendLater,
  startAttempt,
} from '#drizzle/queries/notifications/notification-queue.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { Reader } from '../content/email-kind.ts'
import type { EmailSubject } from '../kinds/email-kinds.ts'
import { readSubject } from '../kinds/read-subject.ts'
import { retryDelay, type SendingSettings, sendingSettings } from '../settings.ts'
import { recordUnreachable } from './bounces.ts'
import { bringsInvitation } from './compose.ts'
import type { EmailMessage, Mailer, SendVerdict } from './mailer.ts'

export interface SendingContext extends Reader {
  db: Database
  mailer: Mailer
  compose: (subject: EmailSubject) => EmailMessage
  now: () => Date
  /** Minimum time between two emails of all processes together, in milliseconds. */
  intervalMs: number
  settings?: SendingSettings
}

interface SendingRun {
  /** Ends the run after the current email. */
  signal: AbortSignal
  log: Pick<BaseLogger, 'debug' | 'warn' | 'error'>
}

/**
 * Sends everything that is due, one email after another, in order of time. If the process or the connection
 * dies after the mail server accepted an email but before that is recorded, it is sent again with the same
 * Message-ID, so that mail programs show it once.
 */
export async function sendDueNotifications(
  context: SendingContext,
  { signal, log }: SendingRun,
): Promise<void> {
  while (!signal.aborted) {
    const next = await writeTransaction(context.db, (tx) => prepareNext(tx, context))
    if (next.outcome === 'nothing_due' || next.outcome === 'busy') return
    if (next.outcome === 'wait') await sleep(next.ms, undefined, { signal }).catch(() => {})
    if (next.outcome !== 'ready') continue
    const { notification, subject, messageId } = next
    const verdict = await send(context, { subject, messageId }, log)
    await writeTransaction(context.db, (tx) => recordVerdict(tx, context, next, verdict))
    report(log, notification, verdict)
    // The next one would fail for the same reason, so it waits for a later run.
    if (verdict.kind !== 'sent' && !wasAnswered(verdict)) return
  }
}

/** Claims the next one that is still needed; drops or postpones others. */
function prepareNext(tx: Transaction, context: SendingContext) {
  const { intervalMs, settings = sendingSettings } = context
  const now = context.now()
  const { leaseMs } = settings
  const next = claimNext(tx, now, { leaseMs, intervalMs })
  if (next.outcome !== 'claimed') return next
  const { notification } = next
  const reading = readSubject(context, notification, now)
  switch (reading.outcome) {
    case 'drop':
      markDropped(tx, notification, reading.reason)
      return { outcome: 'settled' } as const
    case 'wait':
      sendLater(tx, notification, { dueAt: reading.until, error: null })
      return { outcome: 'settled' } as const
    case 'send': {
      const { subject } = reading
      const messageId = startAttempt(tx, notification, {
        recipient: subject.recipient.address,
        newMessageId: context.mailer.newMessageId(notification.id),
        now,
      })
      return { outcome: 'ready', notification, subject, messageId } as const
    }
  }
}

async function send(
  { mailer, compose, settings = sendingSettings }: SendingContext,
  { subject, messageId }: { subject: EmailSubject; messageId: string },
  log: SendingRun['log'],
): Promise<SendVerdict> {
  try {
    return await mailer.send(
      { ...compose(subject), messageId },
      AbortSignal.timeout(settings.timeoutMs),
    )
  } catch (err) {
    log.error({ notificationId: subject.id, err }, 'an email could not be composed')
    return { kind: 'our-mistake', code: 'ECOMPOSE', response: 'It could not be composed.' }
  }
}

/** Whether the mail server answered about this email, so that others may succeed. */
function wasAnswered({ code }: Exclude<SendVerdict, { kind: 'sent' }>): boolean {
  return ['EENVELOPE', 'EMESSAGE', 'EADDRESS', 'ECOMPOSE'].includes(code)
}

function recordVerdict(
  tx: Transaction,
  context: SendingContext,
  { notification: claim, subject }: { notification: ClaimedNotification; subject: EmailSubject },
  verdict: SendVerdict,
): void {
  const { settings = sendingSettings } = context
  const now = context.now()
  if (verdict.kind === 'sent') {
    const timeZone = bringsInvitation(subject) ? context.timeZone : null
    markSent(tx, claim, { messageId: verdict.messageId, now, timeZone })
    return
  }
  const error = `${verdict.code}: ${verdict.response}`
  // A move or a cancellation may replace it, and must not wait for it.
  const reading = readSubject(context, claim, now)
  if (verdict.kind === 'bad-address' && isCertain(claim, verdict)) {
    markUndelivered(tx, claim, { state: 'bounced', error })
    recordUnreachable(tx, claim.recipient ?? '', { source: 'smtp', now })
  } else if (reading.outcome === 'drop') {
    markDropped(tx, claim, reading.reason)
  } else if (verdict.kind === 'refused' || claim.attempts >= settings.attempts) {
    markUndelivered(tx, claim, { state: 'failed', error })
  } else {
    const dueAt = new Date(now.getTime() + retryDelay(claim.attempts, settings))
    sendLater(tx, claim, { dueAt, error })
  }
}

/**
 * Whether the failure is final. Some servers refuse good addresses for a while with a plain 550, so one more
 * attempt is made.
 */
function isCertain(
  { attempts }: ClaimedNotification,
  { response, code }: { response: string; code: string },
) {
  return attempts > 1 || code === 'EADDRESS' || /\b5\.1\.\d/.test(response)
}

/** Logs ids and codes only, never addresses and texts. */
function report(log: SendingRun['log'], { id, kind }: ClaimedNotification, verdict: SendVerdict) {
  const ids = { notificationId: id, notification: kind }
  if (verdict.kind === 'sent') {
    log.debug(ids, 'email sent')
    return
  }
  const problem = { ...ids, verdict: verdict.kind, code: verdict.code }
  if (verdict.kind === 'our-mistake') log.error(problem, 'email not sent: check the mail settings')
  else log.warn(problem, 'email not sent')
}
