import { v7 as uuidv7 } from 'uuid'
import type { AskingRules } from '#contract/clinic/clinic-settings.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, LINK_ACTOR } from '#drizzle/queries/events.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import {
  listRecallRecipients,
  type RecallRecipient,
} from '#drizzle/queries/next-visits/recall-recipients.ts'
import { deleteStop, insertStop, listStopsOf } from '#drizzle/queries/next-visits/recall-records.ts'
import {
  changeTicket,
  listMissedToAsk,
  listTicketsToAsk,
  type TicketRow,
} from '#drizzle/queries/next-visits/tickets.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { wallClockAt } from '../clinic-clock.ts'
import { isFirstOfStaff, listUnasked } from './asked-children.ts'
import { MOST_ASKS, nextAskAfter, tenOClockAfter } from './asking-times.ts'
import { byRecipient, listFamilyRecipients } from './recall-family.ts'

/** How many tickets one transaction handles. */
const AT_ONCE = 20

/**
 * Emails the families of due tickets, up to `AT_ONCE` tickets per call; about missed appointments of siblings at once.
 * A family that cannot be asked is tried again each morning: its address may be confirmed by then.
 * @returns how many tickets; fewer than `AT_ONCE` when none is left
 */
export function askFamilies(db: Transaction, now: Date): { asked: number; isDone: boolean } {
  const tickets = listTicketsToAsk(db, now, AT_ONCE)
  const clock = { now, timeZone: readTimeZone(db), rules: readSettings(db) }
  const seen = new Set<string>()
  for (const ticket of tickets) {
    if (seen.has(ticket.id)) continue
    const together = ticket.origin === 'missed' ? listMissedOfFamily(db, ticket, now) : [ticket]
    for (const { id } of together) seen.add(id)
    askTogether(db, together, clock)
  }
  return { asked: tickets.length, isDone: tickets.length < AT_ONCE }
}

/** The tickets after missed appointments of a family that are to be asked for now. */
function listMissedOfFamily(db: Database, { childId }: TicketRow, now: Date): TicketRow[] {
  const ids = new Set([childId, ...listFamilyRecipients(db, childId).map((to) => to.childId)])
  return listMissedToAsk(db, [...ids], now)
}

/** Asks for tickets of one kind: one email to each recipient. */
function askTogether(
  db: Transaction,
  tickets: readonly TicketRow[],
  clock: { now: Date; timeZone: string; rules: AskingRules },
): void {
  const { now, timeZone } = clock
  const { today } = wallClockAt(now, timeZone)
  const ids = tickets.map(({ childId }) => childId)
  const recipients = Map.groupBy(listRecallRecipients(db, ids), ({ childId }) => childId)
  const unasked = listUnasked(db, ids, today)
  const asked: { to: RecallRecipient; ticket: TicketRow }[] = []
  for (const ticket of tickets) {
    const to = recipients.get(ticket.childId) ?? []
    if (to.length === 0 || (!isFirstOfStaff(ticket) && unasked.has(ticket.childId))) {
      changeTicket(db, ticket, { nextAskAt: tenOClockAfter(now, timeZone) })
      continue
    }
    asked.push(...to.map((each) => ({ to: each, ticket })))
    const times = ticket.asked + 1
    const goesOn = ticket.origin === 'missed' && times < MOST_ASKS
    const nextAskAt = goesOn ? nextAskAfter(today, times, clock) : null
    changeTicket(db, ticket, { asked: times, nextAskAt })
  }
  for (const { to, tickets } of byRecipient(asked)) addEmail(db, to, tickets, now)
}

function addEmail(
  db: Transaction,
  { uid, deskFamilyId, recipient }: RecallRecipient,
  tickets: readonly TicketRow[],
  now: Date,
): void {
  const [first] = tickets
  if (!first) return
  const about =
    first.origin === 'missed'
      ? ({ kind: 'visit_missed', data: { tickets: tickets.map(({ id }) => id) } } as const)
      : ({ kind: 'ticket_opened', data: { ticketId: first.id } } as const)
  const dedupeKey = `${about.kind}:${first.id}:${first.asked}:${uid ?? deskFamilyId}`
  addNotification(db, { ...about, uid, deskFamilyId, recipient, dedupeKey, dueAt: now }, now)
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

/** Stops the emails to the account that a family is linked to, where the family has stopped them. */
export function copyStops(
  db: Transaction,
  { deskFamilyId, uid }: { deskFamilyId: string; uid: string },
  now: Date,
): void {
  for (const childId of listStopsOf(db, deskFamilyId)) {
    insertStop(db, { id: uuidv7(), childId, uid, deskFamilyId: null, stoppedAt: now })
  }
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
