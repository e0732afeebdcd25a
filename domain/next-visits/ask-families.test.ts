import { beforeEach, describe, expect, it } from 'vitest'
import { createRecallTokens } from '#domain/notifications/content/link-tokens.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { addChildOf, booked, MOMENT, TIME_ZONE } from '#domain/testing/booking.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { findTicket } from '#drizzle/queries/next-visits/tickets.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { events, notifications, users } from '#drizzle/schema/index.ts'
import { addPatient, allOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { emailsOf, waitingClinic } from '../waitlist/testing/waiting-clinic.ts'
import { withdrawTicket } from './answer-ticket.ts'
import { askFamilies, resumeRecalls, stopRecalls } from './ask-families.ts'
import { openTicket } from './open-ticket.ts'

const BY_DESK = { actor: 'desk', moment: MOMENT, now: NOW }
const RIGHTS = { isOwner: false, mayPay: true, createdAt: NOW }

let db: Transaction
let child: string
let ticketId: string

beforeEach(() => {
  db = waitingClinic()
  for (const uid of ['anna', 'ben', 'carl', 'dora']) addPatient(db, uid)
  child = addChildOf(db, 'anna', 'Mia')
  const guard = (uid: string, mayBook: boolean, receivesEmail: boolean) =>
    insertGuardian(db, { childId: child, uid, mayBook, receivesEmail, ...RIGHTS })
  guard('ben', true, true)
  guard('carl', false, true)
  guard('dora', true, false)
  const { id: appointmentId } = booked(db, { child })
  const opened = openTicket(db, { appointmentId, around: '2027-04-13', note: 'Fasting' }, BY_DESK)
  if (opened.outcome !== 'opened') throw new Error(opened.outcome)
  ticketId = opened.ticket.id
})

const asked = () => emailsOf(db, 'ticket_opened').map(({ uid }) => uid)

function read(uid: string, now = NOW) {
  const email = allOf(db, notifications).find(
    (one) => one.kind === 'ticket_opened' && one.uid === uid,
  ) as NotificationOf<'ticket_opened'>
  const reader = {
    db,
    timeZone: TIME_ZONE,
    unsubscribeUrl: () => '',
    recallUrl: () => '',
    claimUrl: () => '',
  }
  return readSubject(reader, email, now)
}

describe('families are asked to book a visit', () => {
  it('once: each guardian who gets emails and may book', () => {
    expect(askFamilies(db, NOW)).toEqual({ asked: 1, isDone: true })
    expect(askFamilies(db, NOW).asked).toBe(0)
    expect(asked()).toEqual(['anna', 'ben'])
    expect(read('ben')).toMatchObject({
      outcome: 'send',
      subject: { child: { name: 'Mia' }, from: '2027-04-06', to: '2027-05-04', isOnline: true },
    })
    expect(JSON.stringify(read('ben'))).not.toMatch(/Fasting|Allergy/)
  })

  it('on another morning when no email reaches them, which counts as no email', () => {
    db.update(users).set({ emailVerified: false }).run()
    askFamilies(db, NOW)
    expect(asked()).toEqual([])
    expect(findTicket(db, ticketId)?.asked).toBe(0)
    db.update(users).set({ emailVerified: true }).run()
    askFamilies(db, new Date('2027-03-02T14:59:00Z'))
    expect(asked()).toEqual([])
    askFamilies(db, new Date('2027-03-02T15:00:00Z'))
    expect(asked()).toEqual(['anna', 'ben'])
  })

  it('not before the first day can be booked', () => {
    withdrawTicket(db, ticketId, BY_DESK)
    const { id: appointmentId } = booked(db, { child, date: '2027-03-03' })
    openTicket(db, { appointmentId, around: '2027-08-31', note: '' }, BY_DESK)
    expect(askFamilies(db, new Date('2027-05-26T13:59:00Z')).asked).toBe(0)
    expect(askFamilies(db, new Date('2027-05-26T14:00:00Z')).asked).toBe(1)
  })

  it('not once the visit is withdrawn, booked or over, and not at night', () => {
    askFamilies(db, NOW)
    expect(read('anna', new Date('2027-03-02T03:00:00Z'))).toMatchObject({ outcome: 'wait' })
    expect(read('anna', new Date('2027-05-05T16:00:00Z'))).toMatchObject({ reason: 'expired' })
    booked(db, { child, date: '2027-04-13' })
    expect(read('anna')).toMatchObject({ outcome: 'drop', reason: 'nothing_left' })
  })

  it('not after they have stopped these emails, which is for one family and child', () => {
    const tokens = createRecallTokens({ secret: 'secret', siteUrl: 'https://clinic.example' })
    const of = tokens.read(tokens.issue({ family: 'anna', children: [child] }))
    expect(tokens.read('YW5uYQ.x')).toBeUndefined()
    if (!of) throw new Error('The token is not valid.')
    askFamilies(db, NOW)
    expect(stopRecalls(db, of, NOW)).toBe(true)
    expect(stopRecalls(db, of, NOW)).toBe(true)
    expect(read('anna')).toMatchObject({ outcome: 'drop', reason: 'switched_off' })
    expect(read('ben')).toMatchObject({ outcome: 'send' })
    expect(stopRecalls(db, { family: 'no one', children: [child] }, NOW)).toBe(false)
    resumeRecalls(db, { uid: 'anna', childId: child }, NOW)
    resumeRecalls(db, { uid: 'anna', childId: child }, NOW)
    expect(read('anna')).toMatchObject({ outcome: 'send' })
    const kinds = allOf(db, events).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'user.recalls_resumed')).toHaveLength(1)
  })
})
