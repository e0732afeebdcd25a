import { formatFullDay } from '#contract/dates.ts'
import { isStaff } from '#contract/identity/users.ts'
import { MOST_DUE_CALLS } from '#contract/next-visits/families-to-call.ts'
import { MOST_TICKETS, type NextVisit } from '#contract/next-visits/next-visits.ts'
import * as calls from '#contract/next-visits/next-visits-refusals.ts'
import { findOwnRow } from '#domain/front-desk/doctor-day.ts'
import {
  answerTicket,
  type TicketAnswer,
  undoAnswer,
  withdrawTicket,
} from '#domain/next-visits/answer-ticket.ts'
import { readDueCalls, recordAttempt } from '#domain/next-visits/due-calls.ts'
import { type OpenOutcome, openTicket } from '#domain/next-visits/open-ticket.ts'
import { readOwnTickets, readTicket, readTicketsOfChild } from '#domain/next-visits/read-tickets.ts'
import { listGuardians } from '#drizzle/queries/guardians/children.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toAttempt, toDueCall } from '#server/views/next-visits/due-calls.ts'
import { toNextVisit } from '#server/views/next-visits/next-visits.ts'
import { recordView } from '../record-view.ts'

/** Visits that the clinic asks families to book: docs/requirements.md#next-visits. */
export const nextVisitRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, availability, wakeRelay } = services

  const viewer = ({ uid, effectiveRole }: Caller) => ({
    caller: { uid, isStaff: isStaff(effectiveRole) },
    now: clinicClock.now(),
    moment: clinicClock.moment(),
  })

  function show(id: string, caller: ReturnType<typeof viewer>) {
    const seen = readTicket(db, id, caller)
    return seen && toNextVisit(seen, caller.moment)
  }

  /** With the first free day, at which the calendar opens. */
  function withFirstDay(shown: NextVisit): NextVisit {
    if (!shown.canBook) return shown
    const { treatment, doctor, from, to, isOver } = shown
    const days = isOver ? { from, to: clinicClock.moment().lastDay } : { from, to }
    const wanted = { treatmentId: treatment._id, doctorId: doctor?._id ?? null, ...days }
    return { ...shown, firstDay: availability.firstFreeDay(wanted) ?? null }
  }

  handle(app, calls.listNextVisits, async ({ user, query: { child, ticket } }) => {
    const by = viewer(user)
    if (ticket !== undefined) {
      const shown = show(ticket, by)
      return shown ? [withFirstDay(shown)] : []
    }
    if (child === undefined) {
      return readOwnTickets(db, by).map((seen) => toNextVisit(seen, by.moment))
    }
    if (!by.caller.isStaff) throw refuse(calls.listNextVisits, 'for_staff')
    const guardians = listGuardians(db, child).map(({ uid }) => uid)
    await recordView(services, user, guardians, 'families')
    return readTicketsOfChild(db, child, by).map((seen) => toNextVisit(seen, by.moment))
  })

  handle(app, calls.openTicket, async ({ user, body }, reply) => {
    const { appointment: appointmentId, treatment, doctor, around, note = '' } = body
    const isOwn =
      user.effectiveRole !== 'doctor' || findOwnRow(db, appointmentId, user.doctorId ?? '')
    if (!isOwn) throw refuse(calls.openTicket, 'not_found')
    const wanted = { appointmentId, treatmentId: treatment, doctorId: doctor, around, note }
    const outcome = await writeTransaction(db, (tx) =>
      openTicket(tx, wanted, changeBy(services, user)),
    )
    if (outcome.outcome !== 'opened') throw notOpened(outcome)
    wakeRelay()
    // A doctor is not a guardian of the child, but may see the ticket that they opened.
    const { caller, ...moment } = viewer(user)
    const shown = show(outcome.ticket.id, { ...moment, caller: { ...caller, isStaff: true } })
    if (!shown) throw refuse(calls.openTicket, 'not_found')
    return reply.code(201).send(shown)
  })

  handle(app, calls.withdrawTicket, async ({ user, params: { id } }) => {
    const by = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => withdrawTicket(tx, id, by))
    const shown = show(id, viewer(user))
    if (outcome !== 'withdrawn' || !shown) {
      throw refuse(calls.withdrawTicket, outcome === 'ended' ? outcome : 'not_found')
    }
    return shown
  })

  async function answer(id: string, user: Caller, given: TicketAnswer | 'undo') {
    const by = viewer(user)
    const { outcome } = await writeTransaction(db, (tx) =>
      given === 'undo' ? undoAnswer(tx, id, by) : answerTicket(tx, id, given, by),
    )
    const shown = show(id, by)
    if (outcome === 'done' && shown) return shown
    throw refuse(calls.sayDoneElsewhere, outcome === 'done' ? 'not_found' : outcome)
  }

  handle(app, calls.sayDoneElsewhere, async ({ user, params: { id }, body: { month } }) =>
    answer(id, user, { answer: 'elsewhere', month }),
  )

  handle(app, calls.declineNextVisit, async ({ user, params: { id } }) =>
    answer(id, user, { answer: 'declined' }),
  )

  handle(app, calls.reopenNextVisit, async ({ user, params: { id } }) => answer(id, user, 'undo'))

  handle(app, calls.listDueCalls, async ({ user }) => {
    const moment = clinicClock.moment()
    const { calls: found, callers } = readDueCalls(db, moment, MOST_DUE_CALLS)
    const families = new Set(found.map(({ due }) => due.family))
    await recordView(services, user, [...families], 'families')
    const reader = { callers, today: moment.today, dial: clinic.dialer() }
    return found.map((call) => toDueCall(call, reader))
  })

  handle(app, calls.addAttempt, async ({ user, params: { id }, body }, reply) => {
    const { outcome, note = '' } = body
    const made = await writeTransaction(db, (tx) =>
      recordAttempt(tx, { ticketId: id, outcome, note }, changeBy(services, user)),
    )
    if (made.outcome !== 'recorded') throw refuse(calls.addAttempt, made.outcome)
    wakeRelay()
    return reply.code(201).send(toAttempt(made.attempt, user.name))
  })
}

function notOpened(refused: Exclude<OpenOutcome, { outcome: 'opened' }>): HttpError {
  switch (refused.outcome) {
    case 'asked_already':
      return refuse(calls.openTicket, refused.outcome, {
        day: formatFullDay(refused.ticket.dueDate),
      })
    case 'booked_already':
      return refuse(calls.openTicket, refused.outcome, { day: formatFullDay(refused.date) })
    case 'too_many':
      return refuse(calls.openTicket, refused.outcome, { most: MOST_TICKETS })
    default:
      return refuse(calls.openTicket, refused.outcome)
  }
}
