import { isAdultOn } from '#contract/guardians/ages.ts'
import type { Caller, Moment } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findChild, findGuardedChild } from '#drizzle/queries/guardians/children.ts'
import { findTicket, type TicketRow } from '#drizzle/queries/next-visits/tickets.ts'
import { endTicket, reopenTicket } from './end-tickets.ts'

/** The family's answer, besides booking. `month`: '2027-03'. */
export type TicketAnswer = { answer: 'declined' } | { answer: 'elsewhere'; month: string }

type AnswerOutcome =
  | { outcome: 'done' }
  | { outcome: 'not_found' | 'may_not_book' | 'wrong_month' }
  /** The visit was booked or withdrawn, or is over. */
  | { outcome: 'ended' }

/** The ticket, for guardians of its child and staff. */
export function findOwnTicket(db: Database, id: string, caller: Caller): TicketRow | undefined {
  const ticket = findTicket(db, id)
  if (!ticket || caller.isStaff) return ticket
  return findGuardedChild(db, { id: ticket.childId, uid: caller.uid }) && ticket
}

/** Whether the caller may book the child's visits, and so answer for it. */
export function mayAnswerFor(
  db: Database,
  childId: string,
  { caller, moment }: { caller: Caller } & Pick<Moment, 'moment'>,
): boolean {
  if (caller.isStaff) return true
  const guarded = findGuardedChild(db, { id: childId, uid: caller.uid })
  if (!guarded || guarded.child.archivedAt !== null) return false
  return guarded.guardianship.mayBook && !isAdultOn(guarded.child.birthDate, moment.today)
}

interface AnswerContext extends Moment {
  caller: Caller
}

/** Ends a ticket by the family's answer. Repeating it changes nothing. */
export function answerTicket(
  db: Transaction,
  id: string,
  answer: TicketAnswer,
  context: AnswerContext,
): AnswerOutcome {
  const { caller, moment, now } = context
  const ticket = findOwnTicket(db, id, caller)
  if (!ticket) return { outcome: 'not_found' }
  if (!mayAnswerFor(db, ticket.childId, context)) return { outcome: 'may_not_book' }
  const month = answer.answer === 'elsewhere' ? answer.month : null
  const born = findChild(db, ticket.childId)?.birthDate.slice(0, 7) ?? ''
  if (month !== null && (month > moment.today.slice(0, 7) || month < born)) {
    return { outcome: 'wrong_month' }
  }
  if (ticket.state === answer.answer && ticket.elsewhereMonth === month) return { outcome: 'done' }
  if (ticket.state !== 'open') return { outcome: 'ended' }
  endTicket(db, ticket, { reason: answer.answer, actor: caller.uid, month }, now)
  return { outcome: 'done' }
}

/** Withdraws the family's answer. Repeating it changes nothing. */
export function undoAnswer(db: Transaction, id: string, context: AnswerContext): AnswerOutcome {
  const { caller, now } = context
  const ticket = findOwnTicket(db, id, caller)
  if (!ticket) return { outcome: 'not_found' }
  if (!mayAnswerFor(db, ticket.childId, context)) return { outcome: 'may_not_book' }
  if (ticket.state === 'open') return { outcome: 'done' }
  if (ticket.state !== 'declined' && ticket.state !== 'elsewhere') return { outcome: 'ended' }
  const isOpen = reopenTicket(db, ticket, { reason: 'undone', actor: caller.uid }, now)
  return { outcome: isOpen ? 'done' : 'ended' }
}

/** Withdraws the ticket, by staff. Repeating it changes nothing. */
export function withdrawTicket(
  db: Transaction,
  id: string,
  { actor, now }: { actor: string; now: Date },
): 'withdrawn' | 'not_found' | 'ended' {
  const ticket = findTicket(db, id)
  if (!ticket) return 'not_found'
  if (ticket.state === 'withdrawn') return 'withdrawn'
  if (ticket.state !== 'open') return 'ended'
  endTicket(db, ticket, { reason: 'withdrawn', actor }, now)
  return 'withdrawn'
}
