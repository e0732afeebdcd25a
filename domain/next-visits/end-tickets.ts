import type { EventData } from '#contract/audit/events.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  askAgainForTicket,
  listTicketsWithoutItem,
  replaceTicketOfItems,
} from '#drizzle/queries/next-visits/due-items.ts'
import { giveRecallRecords } from '#drizzle/queries/next-visits/recall-records.ts'
import {
  changeTicket,
  findTicketOf,
  findVisitFor,
  giveEndedTickets,
  listOpenTickets,
  listOverTickets,
  type TicketRow,
} from '#drizzle/queries/next-visits/tickets.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { clinicMomentAt } from '../clinic-clock.ts'
import { MOST_ASKS, tenOClockAfter, tenOClockOn } from './asking-times.ts'
import { inSavepoint } from './in-savepoint.ts'
import { readTicketRules } from './ticket-rules.ts'

type EndReason = EventData<'ticket.ended'>['reason']

/** The state in which each reason leaves a ticket. */
const STATE_AFTER = {
  lapsed: 'lapsed',
  declined: 'declined',
  elsewhere: 'elsewhere',
  withdrawn: 'withdrawn',
  merged: 'withdrawn',
  removed: 'withdrawn',
} as const satisfies Record<EndReason, TicketRow['state']>

/**
 * Ends a ticket, as it was read.
 * @param month `elsewhere`: the month of the visit
 */
export function endTicket(
  db: Transaction,
  ticket: TicketRow,
  {
    reason,
    actor,
    month = null,
  }: { reason: EndReason; actor: string | null; month?: string | null },
  now: Date,
): void {
  const state = STATE_AFTER[reason]
  const end = { state, elsewhereMonth: month, nextAskAt: null, endedBy: actor, endedAt: now }
  if (!changeTicket(db, ticket, end)) throw new Error('A ticket changed within its transaction.')
  appendEvent(db, { kind: 'ticket.ended', actor, subject: ticket.id, data: { reason } }, now)
}

interface Reopening {
  reason: EventData<'ticket.reopened'>['reason']
  actor: string | null
}

/**
 * Reopens a ticket, unless another ticket now asks for the same visit, or its days ended long ago.
 * @returns whether it is open
 */
export function reopenTicket(
  db: Transaction,
  ticket: TicketRow,
  { reason, actor }: Reopening,
  now: Date,
): boolean {
  const isAskedAgain = listOpenTickets(db, ticket.childId).some(
    (one) => one.treatmentId === ticket.treatmentId && one.doctorId === ticket.doctorId,
  )
  if (isAskedAgain || isOver(db, ticket, now)) return false
  const open = { state: 'open', elsewhereMonth: null, endedBy: null, endedAt: null } as const
  const nextAskAt = reason === 'undone' ? null : askOn(db, ticket, now)
  if (!changeTicket(db, ticket, { ...open, nextAskAt })) return false
  appendEvent(db, { kind: 'ticket.reopened', actor, subject: ticket.id, data: { reason } }, now)
  return true
}

/**
 * When to ask for a visit again that is no longer booked: on the next morning, or later if the first email was due
 * later; null once it was asked for often enough. The check-up plan asks on its own.
 */
function askOn(db: Transaction, ticket: TicketRow, now: Date): Date | null {
  const timeZone = readTimeZone(db)
  const morning = tenOClockAfter(now, timeZone)
  if (ticket.origin === 'plan') {
    askAgainForTicket(db, ticket.id, { most: MOST_ASKS, nextAsk: morning })
    return null
  }
  if (ticket.asked >= MOST_ASKS) return null
  const isFirstOfMissed = ticket.origin === 'missed' && ticket.asked === 0
  const planned = isFirstOfMissed ? tenOClockOn(ticket.dueDate, timeZone) : ticket.nextAskAt
  return planned && planned > morning ? planned : morning
}

function isOver(db: Transaction, { toDate }: TicketRow, now: Date): boolean {
  const { today } = clinicMomentAt(db, now)
  return dayAfter(toDate, readTicketRules(db).lapseDays) < today
}

/**
 * Closes the ticket that an appointment was booked for: the one that the family followed, otherwise
 * one for these days, preferably for its doctor. An error here must not fail the booking: it is
 * rolled back, and `closeBookedTickets` closes the ticket later.
 */
export function closeTicketFor(
  db: Transaction,
  appointment: AppointmentRow,
  { ticketId, actor }: { ticketId?: string | undefined; actor: string | null },
  now: Date,
): void {
  const { id: appointmentId, childId } = appointment
  if (childId === null) return
  inSavepoint(db, { change: 'close ticket', appointmentId }, () => {
    const ticket = chooseTicket(db, { ...appointment, childId }, ticketId)
    if (ticket) closeTicket(db, ticket, { appointmentId, actor }, now)
  })
}

function closeTicket(
  db: Transaction,
  ticket: TicketRow,
  { appointmentId, actor }: { appointmentId: string; actor: string | null },
  now: Date,
): void {
  // `nextAskAt` stays, for the case that the appointment is canceled.
  const booked = { state: 'booked', appointmentId, endedBy: actor, endedAt: now } as const
  if (!changeTicket(db, ticket, booked)) return
  appendEvent(
    db,
    { kind: 'ticket.booked', actor, subject: ticket.id, data: { appointmentId } },
    now,
  )
}

function chooseTicket(
  db: Transaction,
  { childId, treatmentId, doctorId, date }: AppointmentRow & { childId: string },
  ticketId: string | undefined,
): TicketRow | undefined {
  const tickets = listOpenTickets(db, childId).filter((one) => one.treatmentId === treatmentId)
  const followed = tickets.find(({ id }) => id === ticketId)
  if (followed) return followed
  const { lapseDays } = readTicketRules(db)
  const fitting = tickets.filter(
    ({ fromDate, toDate }) => fromDate <= date && date <= dayAfter(toDate, lapseDays),
  )
  return (
    fitting.find((one) => one.doctorId === doctorId) ??
    fitting.find((one) => one.doctorId === null) ??
    fitting[0]
  )
}

/**
 * Closes open tickets whose visit was booked in another way.
 * @returns how many
 */
export function closeBookedTickets(
  db: Transaction,
  tickets: readonly TicketRow[],
  now: Date,
): number {
  const { lapseDays } = readTicketRules(db)
  let closed = 0
  for (const ticket of tickets) {
    const { childId, treatmentId, fromDate: from, toDate, afterAppointmentId: besides } = ticket
    const to = dayAfter(toDate, lapseDays)
    const visit = findVisitFor(db, { childId, treatmentId, from, to, besides })
    if (!visit) continue
    closeTicket(db, ticket, { appointmentId: visit.id, actor: null }, now)
    closed += 1
  }
  return closed
}

/**
 * Opens the ticket of an appointment that was canceled, or whose patient was changed; ends it when its days are
 * over or another one asks for the visit.
 */
export function reopenTicketOf(
  db: Transaction,
  appointmentId: string,
  why: Reopening,
  now: Date,
): void {
  inSavepoint(db, { change: 'reopen ticket', appointmentId }, () => {
    const ticket = findTicketOf(db, appointmentId)
    if (!ticket || reopenTicket(db, ticket, why, now)) return
    const reason = isOver(db, ticket, now) ? 'lapsed' : 'merged'
    endTicket(db, ticket, { reason, actor: why.actor }, now)
  })
}

/**
 * Ends tickets whose days ended long ago.
 * @returns how many
 */
export function lapseTickets(
  db: Transaction,
  { today, limit }: { today: IsoDate; limit: number },
  now: Date,
): number {
  const before = dayAfter(today, -readTicketRules(db).lapseDays)
  const over = listOverTickets(db, before, limit)
  for (const ticket of over) endTicket(db, ticket, { reason: 'lapsed', actor: null }, now)
  return over.length
}

/** Ends the open tickets of a child without guardians. */
export function endTicketsOfChild(db: Transaction, childId: string, now: Date): void {
  for (const ticket of listOpenTickets(db, childId)) {
    endTicket(db, ticket, { reason: 'removed', actor: null }, now)
  }
}

/**
 * Moves tickets and other data about next visits from one entry of a child to another entry of the
 * same child. Of two open tickets for the same treatment and doctor, the newer one stays; of two tickets
 * for the same row of the check-up plan, the one of the item that stays.
 */
export function giveNextVisits(
  db: Transaction,
  { from, to, actor }: { from: string; to: string; actor: string },
  now: Date,
): void {
  giveEndedTickets(db, from, to)
  for (const ticket of listOpenTickets(db, from)) {
    const same = listOpenTickets(db, to).find(
      (one) => one.treatmentId === ticket.treatmentId && one.doctorId === ticket.doctorId,
    )
    const older = same && (same.id < ticket.id ? same : ticket)
    if (older) endTicket(db, older, { reason: 'merged', actor }, now)
    if (older && same) replaceTicketOfItems(db, older.id, older === same ? ticket.id : same.id)
    if (older !== ticket) changeTicket(db, ticket, { childId: to })
  }
  // Includes the older ticket, which has just ended.
  giveEndedTickets(db, from, to)
  giveRecallRecords(db, from, to)
  for (const ticket of listTicketsWithoutItem(db, to)) {
    endTicket(db, ticket, { reason: 'merged', actor }, now)
  }
}
