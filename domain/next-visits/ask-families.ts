import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent, LINK_ACTOR } from '#drizzle/queries/events.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { listRecallRecipients } from '#drizzle/queries/next-visits/recall-recipients.ts'
import { deleteStop, insertStop } from '#drizzle/queries/next-visits/recall-records.ts'
import { changeTicket, listTicketsToAsk } from '#drizzle/queries/next-visits/tickets.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { tenOClockAfter } from './asking-times.ts'

/** How many tickets one transaction handles. */
const AT_ONCE = 20

/**
 * Emails the families of due tickets, up to `AT_ONCE` tickets per call. A family that no email reaches is asked on
 * another morning: its address may be confirmed or corrected by then.
 * @returns how many tickets; fewer than `AT_ONCE` when none is left
 */
export function askFamilies(db: Transaction, now: Date): { asked: number; isDone: boolean } {
  const tickets = listTicketsToAsk(db, now, AT_ONCE)
  const timeZone = readTimeZone(db)
  for (const ticket of tickets) {
    const recipients = listRecallRecipients(db, [ticket.childId])
    if (recipients.length === 0) {
      changeTicket(db, ticket, { nextAskAt: tenOClockAfter(now, timeZone) })
      continue
    }
    for (const { uid, deskFamilyId, recipient } of recipients) {
      const dedupeKey = `ticket_opened:${ticket.id}:${ticket.asked}:${uid ?? deskFamilyId}`
      const about = { kind: 'ticket_opened', data: { ticketId: ticket.id } } as const
      addNotification(db, { ...about, uid, deskFamilyId, recipient, dedupeKey, dueAt: now }, now)
    }
    changeTicket(db, ticket, { asked: ticket.asked + 1, nextAskAt: null })
  }
  return { asked: tickets.length, isDone: tickets.length < AT_ONCE }
}

/**
 * Stops the emails to a family about next visits of some children. Repeating it changes nothing.
 * @returns false when the family no longer exists
 */
export function stopRecalls(
  db: Transaction,
  { family: id, children }: { family: string; children: readonly string[] },
  now: Date,
): boolean {
  const family = findFamily(db, id)
  if (!family) return false
  const known = children.filter((childId) => findChild(db, childId) !== undefined)
  const stopped = known.filter((childId) => {
    const { uid, deskFamilyId } = family
    return insertStop(db, { id: uuidv7(), childId, uid, deskFamilyId, stoppedAt: now })
  })
  if (stopped.length > 0) {
    const event = { actor: LINK_ACTOR, subject: id, data: { children: stopped } }
    appendEvent(db, { kind: 'user.recalls_stopped', ...event }, now)
  }
  return true
}

/** Resumes the emails to an account about next visits of a child. Repeating it changes nothing. */
export function resumeRecalls(
  db: Transaction,
  { uid, childId }: { uid: string; childId: string },
  now: Date,
): void {
  if (!deleteStop(db, { uid, childId })) return
  const event = { actor: uid, subject: uid, data: { children: [childId] } }
  appendEvent(db, { kind: 'user.recalls_resumed', ...event }, now)
}
