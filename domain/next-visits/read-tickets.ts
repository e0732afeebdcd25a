import { isAdultOn } from '#contract/guardians/ages.ts'
import type { Caller, Moment } from '#domain/context.ts'
import type { Database } from '#drizzle/client.ts'
import { listChildren } from '#drizzle/queries/guardians/children.ts'
import {
  findShownTicket,
  listShownTickets,
  listTicketsOfGuardian,
  type ShownTicket,
} from '#drizzle/queries/next-visits/tickets.ts'
import { findOwnTicket, mayAnswerFor } from './answer-ticket.ts'

/** A ticket as one user sees it. */
export interface SeenTicket extends ShownTicket {
  /** Whether they may book for the child. */
  mayBook: boolean
}

type Viewer = { caller: Caller } & Pick<Moment, 'moment'>

const seenBy =
  (db: Database, viewer: Viewer) =>
  (shown: ShownTicket): SeenTicket => ({
    ...shown,
    mayBook: mayAnswerFor(db, shown.child.id, viewer),
  })

/** The open tickets of the caller's children, in the order of their days. */
export function readOwnTickets(db: Database, viewer: Viewer): SeenTicket[] {
  const { uid } = viewer.caller
  const { today } = viewer.moment
  const bookable = new Set(
    listChildren(db, uid).flatMap(({ child, guardianship }) =>
      guardianship.mayBook && !isAdultOn(child.birthDate, today) ? child.id : [],
    ),
  )
  return listTicketsOfGuardian(db, uid).map((shown) => ({
    ...shown,
    mayBook: bookable.has(shown.child.id),
  }))
}

/** The open tickets of a child, for staff. */
export function readTicketsOfChild(db: Database, childId: string, viewer: Viewer): SeenTicket[] {
  return listShownTickets(db, childId).map(seenBy(db, viewer))
}

/** A ticket in any state, for guardians of its child and staff. */
export function readTicket(db: Database, id: string, viewer: Viewer): SeenTicket | undefined {
  const shown = findOwnTicket(db, id, viewer.caller) && findShownTicket(db, id)
  return shown && seenBy(db, viewer)(shown)
}
