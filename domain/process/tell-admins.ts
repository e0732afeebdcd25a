import { addMilliseconds } from 'date-fns/addMilliseconds'
import { millisecondsInHour } from 'date-fns/constants'
import type { AlarmKind } from '#contract/audit/alarms.ts'
import { waitsForMore } from '#domain/notifications/kinds/people/alarm.ts'
import type { Transaction } from '#drizzle/client.ts'
import { isReachable, listAdmins } from '#drizzle/queries/identity/users.ts'
import { findLatestAlarmEmail } from '#drizzle/queries/notifications/alarm-emails.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'

/**
 * Writes an email about an alarm to each admin: for the first event at once, for later ones an hour after the
 * previous email, about all that happened meanwhile. For kinds of which a few are normal, the first email
 * waits for an hour, too. Writes one email for an event, even if called twice.
 * @param besides uid of the admin that the event is about, who gets none
 */
export function tellAdmins(
  db: Transaction,
  { alarm, eventId, besides }: { alarm: AlarmKind; eventId: string; besides?: string | undefined },
  now: Date,
): void {
  for (const { uid, email: recipient } of listAdmins(db).filter(isReachable)) {
    if (uid === besides) continue
    const last = findLatestAlarmEmail(db, { uid, alarm })
    // The email is not sent yet, and will count this event.
    if (last && last.state === 'due' && last.dueAt > now) continue
    const earliest = waitsForMore(alarm) ? now : last?.dueAt
    const next = earliest ? addMilliseconds(earliest, millisecondsInHour) : now
    const dueAt = next > now ? next : now
    const data = { alarm, eventId }
    const dedupeKey = `alarm:${eventId}:${uid}`
    addNotification(db, { kind: 'alarm', uid, recipient, dedupeKey, dueAt, data }, now)
  }
}
