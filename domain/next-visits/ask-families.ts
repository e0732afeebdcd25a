import { v7 as uuidv7 } from 'uuid'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, LINK_ACTOR } from '#drizzle/queries/events.ts'
import { findDeskFamily, findFamily } from '#drizzle/queries/front-desk/families.ts'
import { findChild, listGuardians } from '#drizzle/queries/guardians/children.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { hasStoppedRecalls, insertStop } from '#drizzle/queries/next-visits/recall-records.ts'
import { changeTicket, listTicketsToAsk } from '#drizzle/queries/next-visits/tickets.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'

/** How many tickets one transaction handles. */
const AT_ONCE = 20

interface AskedFamily {
  uid: string | null
  deskFamilyId: string | null
  recipient: string
}

/**
 * The guardians of a child with the rights to book and to emails, and its family without an account, except
 * those who have stopped these emails.
 */
export function listAskedFamilies(db: Database, childId: string): AskedFamily[] {
  const accounts = listGuardians(db, childId).flatMap(({ uid, mayBook, receivesEmail }) => {
    const user = mayBook && receivesEmail ? findUser(db, uid) : undefined
    return user ? [{ uid, deskFamilyId: null, recipient: user.email }] : []
  })
  const deskFamilyId = findChild(db, childId)?.deskFamilyId ?? null
  const desk = deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId)
  const asked =
    desk && desk.linkedUid === null && desk.email !== null
      ? [...accounts, { uid: null, deskFamilyId, recipient: desk.email }]
      : accounts
  return asked.filter(({ uid, deskFamilyId }) => {
    return !hasStoppedRecalls(db, { family: uid ?? deskFamilyId ?? '', childId })
  })
}

/**
 * Emails the families of due tickets, up to `AT_ONCE` tickets per call.
 * @returns how many tickets; fewer than `AT_ONCE` when none is left
 */
export function askFamilies(db: Transaction, now: Date): { asked: number; isDone: boolean } {
  const tickets = listTicketsToAsk(db, now, AT_ONCE)
  for (const ticket of tickets) {
    for (const to of listAskedFamilies(db, ticket.childId)) {
      const dedupeKey = `ticket_opened:${ticket.id}:${ticket.asked}:${to.uid ?? to.deskFamilyId}`
      const about = { kind: 'ticket_opened', data: { ticketId: ticket.id } } as const
      addNotification(db, { ...about, ...to, dedupeKey, dueAt: now }, now)
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
