import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { addChildOf, book, booked, byFamily, MOMENT } from '#domain/testing/booking.ts'
import { findNextVisitErrors } from '#drizzle/checks/next-visits.ts'
import type { Transaction } from '#drizzle/client.ts'
import type { TicketRow } from '#drizzle/queries/next-visits/tickets.ts'
import { appointments, events, tickets } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { answerTicket, undoAnswer, withdrawTicket } from './answer-ticket.ts'
import { recordAttempt } from './due-calls.ts'
import { closeBookedTickets } from './end-tickets.ts'
import { openTicket } from './open-ticket.ts'

// A family and the desk change a child's tickets and appointments in any order. Whatever they do, each ticket
// says what has become of its visit.

const AROUND = ['2027-04-13', '2027-05-11'] as const
const DATES = ['2027-04-13', '2027-04-29', '2027-05-11'] as const
const SLOTS = ['09:00 AM - 09:30 AM', '10:00 AM - 10:30 AM'] as const
const BY_DESK = { actor: 'desk', moment: MOMENT, now: NOW }

const action = fc.record({
  kind: fc.constantFrom(
    ...(['open', 'open', 'book', 'book', 'cancel', 'decline', 'elsewhere'] as const),
    ...(['undo', 'withdraw', 'call', 'tidy'] as const),
  ),
  which: fc.nat(5),
  follows: fc.boolean(),
})
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

interface Clinic {
  db: Transaction
  child: string
  /** The appointment that each visit follows. */
  visit: string
}

function openClinic(): Clinic {
  const db = waitingClinic()
  addPatient(db, 'anna')
  const child = addChildOf(db, 'anna', 'Mia')
  return { db, child, visit: booked(db, { child }).id }
}

const pick = <Value>(list: readonly Value[], which: number) => list[which % list.length]

function act({ db, child, visit }: Clinic, { kind, which, follows }: Action): void {
  const ticket = pick(allOf(db, tickets), which)
  const id = ticket?.id ?? ''
  const family = { ...byFamily('anna'), moment: MOMENT, now: NOW }
  switch (kind) {
    case 'open': {
      const around = pick(AROUND, which) ?? ''
      openTicket(db, { appointmentId: visit, around, note: '' }, BY_DESK)
      return
    }
    case 'book': {
      const [date, slot] = [pick(DATES, which), pick(SLOTS, which)]
      book(db, { child, date, slot, ...(follows && ticket && { ticket: id }) })
      return
    }
    case 'cancel': {
      const own = allOf(db, appointments).filter((row) => row.status === 'booked')
      const row = pick(
        own.filter((one) => one.id !== visit),
        which,
      )
      if (row) cancelByFamily(db, { id: row.id, version: row.version, refundCents: 0 }, family)
      return
    }
    case 'decline':
      answerTicket(db, id, { answer: 'declined' }, family)
      return
    case 'elsewhere':
      answerTicket(db, id, { answer: 'elsewhere', month: '2027-02' }, family)
      return
    case 'undo':
      undoAnswer(db, id, family)
      return
    case 'withdraw':
      withdrawTicket(db, id, BY_DESK)
      return
    case 'call':
      recordAttempt(
        db,
        { ticketId: id, outcome: follows ? 'declined' : 'reached', note: '' },
        BY_DESK,
      )
      return
    case 'tidy':
      closeBookedTickets(
        db,
        allOf(db, tickets).filter(({ state }) => state === 'open'),
        NOW,
      )
  }
}

/** The state in which each kind of event leaves a ticket. */
const STATES_AFTER: Record<string, readonly TicketRow['state'][]> = {
  'ticket.opened': ['open'],
  'ticket.reopened': ['open'],
  'ticket.booked': ['booked'],
  'ticket.ended': ['declined', 'elsewhere', 'withdrawn', 'lapsed'],
}

function findErrors({ db }: Clinic): string[] {
  const all = allOf(db, tickets)
  const written = allOf(db, events)
  const open = all.filter(({ state }) => state === 'open')
  return [
    ...findNextVisitErrors(db),
    ...(open.length > 1 ? ['two open tickets ask for the same visit'] : []),
    ...all.flatMap(({ id, state }) => {
      const last = written.findLast(({ kind, subject }) => subject === id && kind in STATES_AFTER)
      const isTold = STATES_AFTER[last?.kind ?? '']?.includes(state)
      return isTold ? [] : [`a ticket is ${state} after ${last?.kind}`]
    }),
  ]
}

test('a ticket says what has become of its visit, whatever family and desk do', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 5, maxLength: 20 }), (actions) => {
      const clinic = openClinic()
      for (const each of actions) {
        act(clinic, each)
        expect(findErrors(clinic)).toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})
