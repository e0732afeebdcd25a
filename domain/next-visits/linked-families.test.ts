import { beforeEach, describe, expect, it } from 'vitest'
import { addFamily } from '#domain/front-desk/families.ts'
import { addFamilyChild } from '#domain/front-desk/family-children.ts'
import {
  confirmLink,
  listProposals,
  proposeLink,
  undoLink,
} from '#domain/front-desk/family-links.ts'
import { addChildOf, BY_ADMIN, MOMENT } from '#domain/testing/booking.ts'
import { findNextVisitErrors } from '#drizzle/checks/next-visits.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { putPlanRow } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { insertAttempt } from '#drizzle/queries/next-visits/due-calls.ts'
import { putDueItem } from '#drizzle/queries/next-visits/due-items.ts'
import { listRecallRecipients } from '#drizzle/queries/next-visits/recall-recipients.ts'
import { listStoppedChildren } from '#drizzle/queries/next-visits/recall-records.ts'
import { changeTicket, findTicket, insertTicket } from '#drizzle/queries/next-visits/tickets.ts'
import { contactAttempts, dueItems, treatments } from '#drizzle/schema/index.ts'
import { addAppointment, addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { resumeRecalls, stopRecalls } from './ask-families.ts'
import { openTicket } from './open-ticket.ts'

const DESK = { actor: 'desk', now: NOW, moment: MOMENT }
const VISIT = 'appointment-1'
const PLAN_TICKET = 'of the plan'

let db: Transaction
let family: string
/** The child of the family without an account. */
let theirs: string
/** The ticket that follows its appointment. */
let ticketId: string

beforeEach(() => {
  db = waitingClinic()
  addPatient(db, 'anna')
  family = addFamily(db, { name: 'Anna', phone: '555 0142', email: 'anna@example.com' }, DESK)
  const added = addFamilyChild(
    db,
    { family, name: 'Mia', birthDate: '2020-06-05' },
    { ...BY_ADMIN, ...DESK },
  )
  if (added.outcome !== 'done') throw new Error(added.outcome)
  theirs = added.child.id
  addAppointment(db, {
    ...{ id: VISIT, patientUid: null, deskFamilyId: family, childId: theirs },
    ...{ childName: 'Mia', childBirthDate: '2020-06-05' },
  })
  const opened = openTicket(db, { appointmentId: VISIT, around: '2027-04-13', note: '' }, DESK)
  if (opened.outcome !== 'opened') throw new Error(opened.outcome)
  ticketId = opened.ticket.id
  const made = { outcome: 'message', note: '', madeBy: 'desk', madeAt: NOW } as const
  insertAttempt(db, { id: 'call', childId: theirs, ticketId, ...made })
  addPlanTicket()
})

/** A check-up for which the family was asked. */
function addPlanTicket() {
  const treatmentId = allOf(db, treatments).find(({ name }) => name === 'Weight Loss')?.id ?? ''
  putPlanRow(db, { id: 'row', treatmentId, ageMonths: 72, fromDays: 0, toDays: 360, version: 1 })
  const days = { fromDate: MOMENT.today, dueDate: MOMENT.today, toDate: '2027-05-31' }
  const asked = { childId: theirs, origin: 'plan', openedAt: NOW } as const
  insertTicket(db, { id: PLAN_TICKET, treatmentId, ...days, ...asked })
  putDueItem(db, {
    ...{ childId: theirs, rowId: 'row', toDate: days.toDate, asked: 2 },
    ...{ ticketId: PLAN_TICKET, changedAt: NOW },
  })
}

/** Links the family to Anna’s account; returns the id of the link. */
function link(): string {
  const wanted = { id: family, account: 'anna', appointments: [VISIT], children: [] }
  expect(proposeLink(db, wanted, DESK).outcome).toBe('done')
  const user = findUser(db, 'anna')
  const [proposed] = user ? listProposals(db, user) : []
  if (!user || !proposed) throw new Error('There is no proposal.')
  const { id } = proposed.link
  expect(confirmLink(db, id, { user, now: NOW, moment: MOMENT }).outcome).toBe('confirmed')
  expect(findNextVisitErrors(db)).toEqual([])
  return id
}

function undo(id: string): void {
  expect(undoLink(db, id, DESK).outcome).toBe('undone')
  expect(findNextVisitErrors(db)).toEqual([])
}

const childrenOfTickets = () =>
  [ticketId, PLAN_TICKET].map((id) => findTicket(db, id)?.childId ?? null)

describe('linking a family whose child the account has, too', () => {
  let own: string
  beforeEach(() => {
    own = addChildOf(db, 'anna', 'Mia')
  })

  it('moves tickets, calls and rows of the plan to the child of the account', () => {
    link()
    expect(childrenOfTickets()).toEqual([own, own])
    expect(allOf(db, contactAttempts)).toMatchObject([{ id: 'call', childId: own }])
    expect(allOf(db, dueItems)).toMatchObject([{ childId: own, asked: 2, ticketId: PLAN_TICKET }])
  })

  it('leaves one row of the plan when both entries have it', () => {
    putDueItem(db, { childId: own, rowId: 'row', toDate: '2027-05-31', changedAt: NOW })
    link()
    expect(allOf(db, dueItems)).toMatchObject([{ childId: own, asked: 2, ticketId: PLAN_TICKET }])
  })

  it('is undone with the ticket that follows an appointment of the family, and its calls', () => {
    undo(link())
    expect(childrenOfTickets()).toEqual([theirs, own])
    expect(allOf(db, contactAttempts)).toMatchObject([{ id: 'call', childId: theirs }])
  })

  it('is undone with the check-up that the family has booked', () => {
    const booked = { state: 'booked', appointmentId: VISIT, endedAt: NOW } as const
    const ticket = findTicket(db, PLAN_TICKET)
    if (!ticket) throw new Error('There is no ticket.')
    changeTicket(db, ticket, booked)
    undo(link())
    expect(childrenOfTickets()).toEqual([theirs, theirs])
    expect(allOf(db, dueItems)).toMatchObject([{ childId: theirs, ticketId: PLAN_TICKET }])
  })

  it('leaves a ticket that the account has booked with the account', () => {
    const id = link()
    const child = { childId: own, childName: 'Mia', childBirthDate: '2020-06-05' }
    addAppointment(db, { id: 'later', patientUid: 'anna', ...child, date: '2027-04-13' })
    const ticket = findTicket(db, ticketId)
    if (!ticket) throw new Error('There is no ticket.')
    changeTicket(db, ticket, { state: 'booked', appointmentId: 'later', endedAt: NOW })
    undo(id)
    expect(childrenOfTickets()).toEqual([own, own])
  })
})

describe('emails that a family has stopped', () => {
  const recipients = (childId: string) => listRecallRecipients(db, [childId])

  it('stay stopped for the account that it is linked to, which can have them again', () => {
    stopRecalls(db, { family, children: [theirs] }, NOW)
    link()
    expect(recipients(theirs)).toEqual([])
    expect(listStoppedChildren(db, 'anna')).toEqual([{ id: theirs, name: 'Mia' }])
    resumeRecalls(db, { uid: 'anna', childId: theirs }, NOW)
    expect(recipients(theirs)).toMatchObject([{ uid: 'anna' }])
  })

  it('stay stopped for both once the link is undone; the account no longer sees the child', () => {
    stopRecalls(db, { family, children: [theirs] }, NOW)
    undo(link())
    expect(recipients(theirs)).toEqual([])
    expect(listStoppedChildren(db, 'anna')).toEqual([])
  })

  it('move with a child that the account has, too, and back', () => {
    const own = addChildOf(db, 'anna', 'Mia')
    stopRecalls(db, { family, children: [theirs] }, NOW)
    const id = link()
    expect(recipients(own)).toEqual([])
    undo(id)
    expect(recipients(theirs)).toEqual([])
  })
})
