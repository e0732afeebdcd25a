import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { removeDoctor } from '#domain/schedule/doctors.ts'
import { planPrice } from '#domain/schedule/prices.ts'
import { addChildOf, BY_ADMIN, book, booked, byFamily, MOMENT } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { findTicket } from '#drizzle/queries/next-visits/tickets.ts'
import { findDoctorById } from '#drizzle/queries/schedule/doctors.ts'
import { treatments } from '#drizzle/schema/index.ts'
import { addPatient, addTreatingDoctor, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { toNextVisit } from '#server/views/next-visits/next-visits.ts'
import { waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { answerTicket } from './answer-ticket.ts'
import { openTicket } from './open-ticket.ts'
import { readOwnTickets, readTicket } from './read-tickets.ts'

const AROUND = '2027-04-13'

let db: Transaction
let child: string
let doctorId: string
let ticketId: string

beforeEach(() => {
  db = waitingClinic()
  addPatient(db, 'anna')
  child = addChildOf(db, 'anna', 'Mia')
  doctorId = addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  const { id: appointmentId } = booked(db, { child, doctor: doctorId })
  const wanted = { appointmentId, around: AROUND, note: '' }
  const opened = openTicket(db, wanted, { actor: 'desk', moment: MOMENT, now: NOW })
  if (opened.outcome !== 'opened') throw new Error(opened.outcome)
  ticketId = opened.ticket.id
})

const viewer = (uid: string) => ({ caller: { uid, isStaff: false }, now: NOW, moment: MOMENT })

function shownTo(uid: string) {
  const seen = readTicket(db, ticketId, viewer(uid))
  return seen && toNextVisit(seen, MOMENT)
}

function changeTreatment(change: Partial<typeof treatments.$inferInsert>) {
  db.update(treatments).set(change).where(eq(treatments.name, 'Allergy Testing')).run()
  db.$client.exec('UPDATE schedule_version SET version = version + 1')
}

it('is booked with any doctor once its doctor is removed', () => {
  addTreatingDoctor(db, 'Ben', 'Allergy Testing')
  expect(shownTo('anna')).toMatchObject({ doctor: { name: 'Ada' }, canBook: true })
  const doctor = findDoctorById(db, doctorId)
  if (!doctor) throw new Error('There is no such doctor.')
  removeDoctor(db, doctor, BY_ADMIN)
  expect(shownTo('anna')).toMatchObject({ doctor: null, canBook: true })
  booked(db, { child, date: AROUND })
  expect(shownTo('anna')).toMatchObject({ state: 'booked' })
})

it.each([
  ['only the desk books', { booking: 'desk' }, { booking: 'online' }],
  ['is inactive', { active: false }, { active: true }],
] as const)('stays open while its treatment %s', (_, change, back) => {
  changeTreatment(change)
  expect(shownTo('anna')).toMatchObject({ state: 'open', canBook: false, atDesk: true })
  expect(book(db, { child, date: AROUND }).outcome).not.toBe('booked')
  changeTreatment(back)
  expect(shownTo('anna')).toMatchObject({ canBook: true, atDesk: false })
  booked(db, { child, date: AROUND, ticket: ticketId })
  expect(shownTo('anna')).toMatchObject({ state: 'booked' })
})

it('is booked for the price of the day, and stays open when the family has seen another one', () => {
  const treatment = allOf(db, treatments).find(({ name }) => name === 'Allergy Testing')
  const [treatmentId, seen] = [treatment?.id ?? '', treatment?.version ?? 0]
  const price = { treatmentId, validFrom: '2027-04-01', seen, priceCents: 120_00 }
  expect(planPrice(db, price, { ...BY_ADMIN, today: MOMENT.today })).toBe('planned')
  const wanted = { child, date: AROUND, ticket: ticketId }
  expect(book(db, wanted)).toMatchObject({ outcome: 'price_changed', priceCents: 120_00 })
  expect(findTicket(db, ticketId)).toMatchObject({ state: 'open' })
  booked(db, { ...wanted, priceCents: 120_00 })
  expect(findTicket(db, ticketId)).toMatchObject({ state: 'booked' })
})

it('is seen by each guardian, and answered and booked by those who may book', () => {
  const rights = { childId: child, isOwner: false, mayPay: true, receivesEmail: true }
  for (const [uid, mayBook] of [
    ['ben', true],
    ['carl', false],
  ] as const) {
    addPatient(db, uid)
    insertGuardian(db, { ...rights, uid, mayBook, createdAt: NOW })
  }
  addPatient(db, 'zoe')
  expect(shownTo('ben')).toMatchObject({ canBook: true, mayAnswer: true })
  expect(shownTo('carl')).toMatchObject({ canBook: false, mayAnswer: false })
  expect(shownTo('zoe')).toBeUndefined()
  const listed = (uid: string) => readOwnTickets(db, viewer(uid)).map(({ mayBook }) => mayBook)
  expect([listed('ben'), listed('carl'), listed('zoe')]).toEqual([[true], [false], []])
  const decline = (uid: string) => {
    const context = { ...byFamily(uid), moment: MOMENT, now: NOW }
    return answerTicket(db, ticketId, { answer: 'declined' }, context).outcome
  }
  expect([decline('zoe'), decline('carl'), decline('ben')]).toEqual([
    ...['not_found', 'may_not_book'],
    'done',
  ])
})
