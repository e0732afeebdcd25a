import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { addFamily } from '#domain/front-desk/families.ts'
import { addFamilyChild } from '#domain/front-desk/family-children.ts'
import { addChildOf, BY_ADMIN, booked, MOMENT } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { countDueCalls } from '#drizzle/queries/next-visits/due-calls.ts'
import { findTicket } from '#drizzle/queries/next-visits/tickets.ts'
import { children, events, guardianships, tickets, users } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { askFamilies, stopRecalls } from './ask-families.ts'
import { readDueCalls, recordAttempt } from './due-calls.ts'
import { openTicket } from './open-ticket.ts'

const AROUND = '2027-04-13'
const BY_DESK = { actor: 'desk', now: NOW }

let db: Transaction
let child: string
let ticketId: string

beforeEach(() => {
  db = waitingClinic()
  addPatient(db, 'anna')
  addPatient(db, 'desk')
  child = addChildOf(db, 'anna', 'Mia')
  const { id: appointmentId } = booked(db, { child })
  const wanted = { appointmentId, around: AROUND, note: '' }
  const opened = openTicket(db, wanted, { ...BY_DESK, moment: MOMENT })
  if (opened.outcome !== 'opened') throw new Error(opened.outcome)
  ticketId = opened.ticket.id
})

const on = (today: string) => ({ today, lastDay: MOMENT.lastDay })
const listOn = (today = MOMENT.today) => readDueCalls(db, on(today), 100).calls
const bounce = () => db.update(users).set({ bouncedEmail: 'anna@example.com' }).run()
const call = (outcome: 'reached' | 'no_answer' | 'declined', note = '') =>
  recordAttempt(db, { ticketId, outcome, note }, BY_DESK)

describe('a family is called about a visit', () => {
  it('when the emails have asked and it is due, not before', () => {
    expect(listOn(AROUND)).toEqual([])
    askFamilies(db, NOW)
    expect(listOn('2027-04-12')).toEqual([])
    expect(listOn(AROUND)).toMatchObject([
      { due: { id: ticketId, family: 'anna', phone: '555 0100', isReachable: true }, attempts: [] },
    ])
    expect(countDueCalls(db, on(AROUND))).toBe(1)
  })

  it('at once when no email reaches a guardian who may book', () => {
    bounce()
    expect(listOn()).toMatchObject([{ due: { isReachable: false } }])
  })

  it('not when its days cannot be booked yet, or are over', () => {
    bounce()
    expect(readDueCalls(db, { today: MOMENT.today, lastDay: '2027-04-05' }, 100).calls).toEqual([])
    expect(listOn('2027-05-05')).toEqual([])
  })

  it('not when it has stopped the emails, or no guardian may book', () => {
    bounce()
    db.update(guardianships).set({ mayBook: false }).run()
    expect(listOn()).toEqual([])
    db.update(guardianships).set({ mayBook: true }).run()
    stopRecalls(db, { family: 'anna', children: [child] }, NOW)
    expect(listOn()).toEqual([])
  })

  it('for another guardian when one has stopped the emails', () => {
    addPatient(db, 'ben')
    const rights = { isOwner: false, mayBook: true, mayPay: true, receivesEmail: true }
    insertGuardian(db, { childId: child, uid: 'ben', createdAt: new Date(+NOW + 1), ...rights })
    askFamilies(db, NOW)
    expect(listOn(AROUND)).toMatchObject([{ due: { family: 'anna' } }])
    stopRecalls(db, { family: 'anna', children: [child] }, NOW)
    expect(listOn()).toEqual([])
    expect(listOn(AROUND)).toMatchObject([{ due: { family: 'ben', isReachable: true } }])
    // No email reaches the only guardian who is still asked.
    db.update(users).set({ bouncedEmail: 'ben@example.com' }).where(eq(users.uid, 'ben')).run()
    expect(listOn()).toMatchObject([{ due: { family: 'ben', isReachable: false } }])
    stopRecalls(db, { family: 'ben', children: [child] }, NOW)
    expect(listOn(AROUND)).toEqual([])
    expect(countDueCalls(db, on(AROUND))).toBe(0)
  })

  it('not about an archived child', () => {
    bounce()
    db.update(children).set({ archivedAt: NOW }).run()
    expect(listOn()).toEqual([])
  })

  it('without an account by the number of the family', () => {
    const family = addFamily(db, { name: 'Dana Desk', phone: '555 0142' }, BY_DESK)
    const added = addFamilyChild(
      db,
      { family, name: 'Ben', birthDate: '2021-06-05' },
      { ...BY_ADMIN, ...BY_DESK },
    )
    if (added.outcome !== 'done') throw new Error(added.outcome)
    const [ticket] = allOf(db, tickets)
    if (!ticket) throw new Error('There is no ticket.')
    db.insert(tickets)
      .values({ ...ticket, id: 'of the desk', childId: added.child.id })
      .run()
    expect(listOn()).toMatchObject([
      { due: { family, phone: '555 0142', isReachable: false }, family: { name: 'Dana Desk' } },
    ])
    stopRecalls(db, { family, children: [added.child.id] }, NOW)
    expect(listOn()).toEqual([])
  })
})

describe('what came of a call', () => {
  it('is kept with each earlier one; a family that was reached is not counted', () => {
    bounce()
    call('no_answer', 'Asked the grandmother')
    expect(countDueCalls(db, on(MOMENT.today))).toBe(1)
    call('reached')
    expect(countDueCalls(db, on(MOMENT.today))).toBe(0)
    expect(listOn()[0]?.attempts).toMatchObject([
      { outcome: 'reached', madeBy: 'desk' },
      { outcome: 'no_answer', note: 'Asked the grandmother' },
    ])
    const written = allOf(db, events).filter(({ kind }) => kind === 'ticket.called')
    expect(written.map(({ data }) => data)).toEqual([
      { outcome: 'no_answer' },
      { outcome: 'reached' },
    ])
  })

  it('ends the ticket when the family declines', () => {
    bounce()
    expect(call('declined').outcome).toBe('recorded')
    expect(findTicket(db, ticketId)).toMatchObject({ state: 'declined', endedBy: 'desk' })
    expect(listOn()).toEqual([])
    expect(call('reached').outcome).toBe('ended')
    expect(recordAttempt(db, { ticketId: 'x', outcome: 'reached', note: '' }, BY_DESK)).toEqual({
      outcome: 'not_found',
    })
  })
})
