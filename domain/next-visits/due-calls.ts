import { v7 as uuidv7 } from 'uuid'
import type { ContactOutcome } from '#contract/next-visits/next-visits.ts'
import type { Moment } from '#domain/context.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { type FamilyRow, readFamilies } from '#drizzle/queries/front-desk/families.ts'
import { readUsers, type UserRow } from '#drizzle/queries/identity/users.ts'
import {
  type AttemptRow,
  type DueCallRow,
  insertAttempt,
  listAttempts,
  listDueCalls,
} from '#drizzle/queries/next-visits/due-calls.ts'
import { findTicket } from '#drizzle/queries/next-visits/tickets.ts'
import { endTicket } from './end-tickets.ts'

/** A family to call about a visit, with the calls so far. */
export interface DueCall {
  due: DueCallRow
  family: FamilyRow | undefined
  attempts: readonly AttemptRow[]
}

/** The families to call about visits to book, and the staff who have called, by uid. */
export function readDueCalls(
  db: Database,
  days: Pick<Moment['moment'], 'today' | 'lastDay'>,
  limit: number,
): { calls: DueCall[]; callers: ReadonlyMap<string, UserRow> } {
  const rows = listDueCalls(db, days, limit)
  const attempts = listAttempts(
    db,
    rows.map(({ id }) => id),
  )
  const ids = rows.map(({ family }) => family)
  const families = readFamilies(db, ids)
  const calls = rows.map((due) => ({
    due,
    family: families.get(due.family),
    attempts: attempts.filter(({ ticketId }) => ticketId === due.id),
  }))
  const callers = readUsers(db, [...new Set(attempts.map(({ madeBy }) => madeBy))])
  return { calls, callers }
}

/** Records a call about an open ticket; when the family has declined, the ticket ends. */
export function recordAttempt(
  db: Transaction,
  { ticketId, outcome, note }: { ticketId: string; outcome: ContactOutcome; note: string },
  { actor, now }: ChangedBy,
): { outcome: 'recorded'; attempt: AttemptRow } | { outcome: 'not_found' | 'ended' } {
  const ticket = findTicket(db, ticketId)
  if (!ticket) return { outcome: 'not_found' }
  if (ticket.state !== 'open') return { outcome: 'ended' }
  const { childId } = ticket
  const made = { madeBy: actor, madeAt: now }
  const attempt = insertAttempt(db, { id: uuidv7(), childId, ticketId, outcome, note, ...made })
  appendEvent(db, { kind: 'ticket.called', actor, subject: ticketId, data: { outcome } }, now)
  if (outcome === 'declined') endTicket(db, ticket, { reason: 'declined', actor }, now)
  return { outcome: 'recorded', attempt }
}
