import { beforeEach, describe, expect, it } from 'vitest'
import { cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { mergeChild } from '#domain/guardians/merge-child.ts'
import { removeAccount } from '#domain/identity/remove-account.ts'
import {
  addChildOf,
  BY_ADMIN,
  book,
  booked,
  byFamily,
  MOMENT,
  WEIGHT_LOSS,
} from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import {
  findTicket,
  listOpenTickets,
  type TicketRow,
} from '#drizzle/queries/next-visits/tickets.ts'
import { contactAttempts, events, tickets, treatments } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { answerTicket, undoAnswer, withdrawTicket } from './answer-ticket.ts'
import { closeBookedTickets, lapseTickets } from './end-tickets.ts'
import { openTicket } from './open-ticket.ts'

const AROUND = '2027-04-13'
const BY_DESK = { actor: 'desk', moment: MOMENT, now: NOW }

let db: Transaction
let child: string
/** The visit that the next one follows. */
let visit: string

beforeEach(() => {
  db = waitingClinic()
  addPatient(db, 'anna')
  child = addChildOf(db, 'anna', 'Mia')
  visit = booked(db, { child }).id
})

const open = (changes: Partial<Parameters<typeof openTicket>[1]> = {}) =>
  openTicket(db, { appointmentId: visit, around: AROUND, note: '', ...changes }, BY_DESK)

function opened(changes: Parameters<typeof open>[0] = {}): TicketRow {
  const outcome = open(changes)
  if (outcome.outcome !== 'opened') throw new Error(outcome.outcome)
  return outcome.ticket
}

const stateOf = ({ id }: TicketRow) => findTicket(db, id)?.state
const kindsOf = ({ id }: TicketRow) =>
  allOf(db, events).flatMap(({ kind, subject }) => (subject === id ? kind : []))

const cancel = (id: string) =>
  cancelByFamily(db, { id, version: 0, refundCents: 0 }, byFamily('anna'))

describe('a ticket', () => {
  it('asks for the treatment of the visit that it follows, some days around the chosen one', () => {
    expect(opened()).toMatchObject({
      childId: child,
      doctorId: null,
      dueDate: AROUND,
      fromDate: '2027-04-06',
      toDate: '2027-05-04',
      state: 'open',
      nextAskAt: NOW,
    })
  })

  it('asks at ten in the morning on which its first day can be booked', () => {
    const { nextAskAt } = opened({ around: '2027-08-31' })
    // 90 days before August 24.
    expect(nextAskAt).toEqual(new Date('2027-05-26T14:00:00Z'))
  })

  it('is opened once: a repeated press changes nothing', () => {
    const [first, second] = [opened(), opened()]
    expect(second).toEqual(first)
    expect(kindsOf(first)).toEqual(['ticket.opened'])
    expect(open({ around: '2027-05-04' })).toMatchObject({ outcome: 'asked_already' })
  })

  it('is refused for a visit that is booked', () => {
    booked(db, { child, date: AROUND })
    expect(open()).toEqual({ outcome: 'booked_already', date: AROUND })
  })

  it('is refused for guardians, other ages, past days, and doctors who do not give the treatment', () => {
    const own = booked(db, { slot: '11:00 AM - 11:30 AM' })
    expect(open({ appointmentId: own.id }).outcome).toBe('no_child')
    expect(open({ around: '2038-07-01' }).outcome).toBe('other_age')
    expect(open({ around: '2027-02-28' }).outcome).toBe('past')
    expect(open({ doctorId: 'nobody' }).outcome).toBe('unknown_doctor')
    cancel(visit)
    expect(open().outcome).toBe('not_found')
  })

  it('is refused once the child has ten', () => {
    const { id: treatmentId } =
      allOf(db, treatments).find(({ name }) => name === 'Weight Loss') ?? {}
    const other = opened({ treatmentId })
    for (const day of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      db.insert(tickets)
        .values({ ...other, id: `copy-${day}`, doctorId: `doctor-${day}` })
        .run()
    }
    expect(open().outcome).toBe('too_many')
  })
})

describe('a booking', () => {
  it('closes the ticket on whose days it is; a cancellation opens it again', () => {
    const ticket = opened()
    const { id } = booked(db, { child, date: AROUND })
    expect(findTicket(db, ticket.id)).toMatchObject({ state: 'booked', appointmentId: id })
    cancel(id)
    expect(findTicket(db, ticket.id)).toMatchObject({ state: 'open', endedAt: null })
    expect(kindsOf(ticket)).toEqual(['ticket.opened', 'ticket.booked', 'ticket.reopened'])
  })

  it('closes no ticket on other days, unless the family has followed that ticket', () => {
    const ticket = opened()
    booked(db, { child, date: '2027-03-04' })
    expect(stateOf(ticket)).toBe('open')
    booked(db, { child, date: '2027-03-05', ticket: ticket.id })
    expect(stateOf(ticket)).toBe('booked')
  })

  it('closes no ticket of another child or treatment', () => {
    const ticket = opened()
    booked(db, { child: addChildOf(db, 'anna', 'Ben'), date: AROUND, ticket: ticket.id })
    booked(db, { child, date: AROUND, slot: '02:00 PM - 02:30 PM', ...WEIGHT_LOSS })
    expect(stateOf(ticket)).toBe('open')
  })

  it('succeeds although its ticket cannot be closed, which the job does later', () => {
    const ticket = opened()
    db.$client.exec(
      `CREATE TRIGGER broken BEFORE UPDATE ON tickets BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    )
    const { id } = booked(db, { child, date: AROUND })
    expect(stateOf(ticket)).toBe('open')
    db.$client.exec('DROP TRIGGER broken')
    expect(closeBookedTickets(db, listOpenTickets(db, child), NOW)).toBe(1)
    expect(findTicket(db, ticket.id)).toMatchObject({ state: 'booked', appointmentId: id })
  })
})

describe('a treatment that only families with a ticket book', () => {
  const restrict = (booking: 'ticket' | 'desk') => {
    db.update(treatments).set({ booking }).run()
    db.$client.exec('UPDATE schedule_version SET version = version + 1')
  }

  it('is booked with an open ticket of that child', () => {
    restrict('ticket')
    const wanted = { child, date: AROUND }
    expect(book(db, wanted).outcome).toBe('not_online')
    opened()
    expect(book(db, { ...wanted, child: addChildOf(db, 'anna', 'Ben') }).outcome).toBe('not_online')
    expect(book(db, { date: AROUND }).outcome).toBe('not_online')
    expect(book(db, wanted).outcome).toBe('booked')
  })

  it('is booked at the desk only, if the clinic says so', () => {
    opened()
    restrict('desk')
    expect(book(db, { child, date: AROUND }).outcome).toBe('not_online')
  })
})

describe('the family', () => {
  const answering = (uid = 'anna') => ({ ...byFamily(uid), moment: MOMENT, now: NOW })

  it('declines a visit or says when it was, and can take that back', () => {
    const ticket = opened()
    const elsewhere = { answer: 'elsewhere', month: '2027-02' } as const
    expect(answerTicket(db, ticket.id, elsewhere, answering()).outcome).toBe('done')
    expect(answerTicket(db, ticket.id, elsewhere, answering()).outcome).toBe('done')
    expect(findTicket(db, ticket.id)).toMatchObject({
      state: 'elsewhere',
      elsewhereMonth: '2027-02',
    })
    expect(undoAnswer(db, ticket.id, answering()).outcome).toBe('done')
    expect(answerTicket(db, ticket.id, { answer: 'declined' }, answering()).outcome).toBe('done')
    expect(stateOf(ticket)).toBe('declined')
  })

  it.each(['2027-04', '2020-05'])('cannot have been elsewhere in %s', (month) => {
    const { id } = opened()
    const answer = { answer: 'elsewhere', month } as const
    expect(answerTicket(db, id, answer, answering()).outcome).toBe('wrong_month')
  })

  it('answers only for its own children', () => {
    const { id } = opened()
    addPatient(db, 'zoe')
    const outcome = answerTicket(db, id, { answer: 'declined' }, answering('zoe'))
    expect(outcome.outcome).toBe('not_found')
  })
})

it('lapses a month after its days', () => {
  const ticket = opened()
  const lapse = (today: string) => lapseTickets(db, { today, limit: 10 }, NOW)
  expect(lapse('2027-06-03')).toBe(0)
  expect(lapse('2027-06-04')).toBe(1)
  expect(stateOf(ticket)).toBe('lapsed')
})

it('is withdrawn by staff, once', () => {
  const { id } = opened()
  const withdraw = () => withdrawTicket(db, id, BY_DESK)
  expect([withdraw(), withdraw()]).toEqual(['withdrawn', 'withdrawn'])
  expect(undoAnswer(db, id, { ...byFamily('anna'), moment: MOMENT, now: NOW }).outcome).toBe(
    'ended',
  )
})

it('moves with a merged child, of which the newer of two stays', () => {
  const older = opened()
  const twin = addChildOf(db, 'anna', 'Maya')
  const later = booked(db, { child: twin, date: '2027-03-03' }).id
  const newer = opened({ appointmentId: later, around: '2027-04-20' })
  const [from, to] = [findChild(db, child), findChild(db, twin)]
  if (!from || !to) throw new Error('A child is missing.')
  db.insert(contactAttempts)
    .values({ id: 'call', childId: child, outcome: 'message', madeBy: 'desk', madeAt: NOW })
    .run()
  mergeChild(db, from, to, { uid: 'anna', ...MOMENT, now: NOW })
  expect(listOpenTickets(db, twin).map(({ id }) => id)).toEqual([newer.id])
  expect(findTicket(db, older.id)).toMatchObject({ childId: twin, state: 'withdrawn' })
  expect(allOf(db, contactAttempts)).toMatchObject([{ id: 'call', childId: twin }])
})

it('ends when the child’s only guardian is removed', () => {
  const ticket = opened()
  expect(removeAccount(db, { email: 'anna@example.com', ...BY_ADMIN })).toBe('removed')
  expect(stateOf(ticket)).toBe('withdrawn')
})

it('keeps the records of calls', () => {
  const attempt = { id: 'call', childId: child, outcome: 'reached', madeBy: 'desk' } as const
  db.insert(contactAttempts)
    .values({ ...attempt, madeAt: NOW })
    .run()
  for (const change of ["UPDATE contact_attempts SET note = 'x'", 'DELETE FROM contact_attempts']) {
    expect(() => db.$client.exec(change)).toThrow('contact_attempt:immutable')
  }
})
