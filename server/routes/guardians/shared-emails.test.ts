import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { addMissingReminders } from '#domain/notifications/reminders.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { refundPayment } from '#domain/payments/refunds/refund-payment.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { setReminders } from '#drizzle/queries/notifications/notifications.ts'
import { listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { notifications, users } from '#drizzle/schema/index.ts'
import { buildFamilyTest, type FamilyTest, MIA, PRIVATE } from '#server/testing/family.ts'
import { book, payByCard } from '#server/testing/paying.ts'
import {
  type Session,
  sendEmails,
  signIn,
  signInAdmin,
  signInStaff,
  takeEmails,
  WEDNESDAY,
} from '#server/testing/test-app.ts'

const HOUR = 3_600_000
const NEXT_WEEK = 'Mar 11, 2027'

let test: FamilyTest
beforeEach(async () => {
  test = await buildFamilyTest()
})

const send = () => sendEmails(test)

/** The emails sent since, in order: 'booked anna'. */
async function received(): Promise<string[]> {
  return (await takeEmails(test))
    .map(({ kind, recipient }) => `${kind} ${recipient.address.split(/[.@]/)[0]}`)
    .sort()
}

const change = (by: Session, what: 'move' | 'cancel', payload: object) =>
  by.post(`/appointments/${test.appointmentId}/${what}`, payload)
const move = (by: Session) =>
  change(by, 'move', { version: 0, date: WEDNESDAY, slot: '10:00 AM - 10:30 AM' })
const cancel = (by: Session, refund = 0) => change(by, 'cancel', { version: 0, refund })

async function pay(by: Session): Promise<string> {
  return payByCard({ ...test, session: by })
}

/** The recipients of reminders in the next twelve days. */
async function remind(): Promise<string[]> {
  for (let day = 0; day < 12; day += 0.25) {
    test.setTime(new Date(test.now().getTime() + 6 * HOUR))
    await send()
  }
  const reminders = test.emails.sent.filter(({ kind }) => kind === 'reminder')
  return [...new Set(reminders.map(({ recipient }) => recipient.name))].sort()
}

const dropped = () =>
  test.db
    .select()
    .from(notifications)
    .where(eq(notifications.state, 'dropped'))
    .all()
    .map(({ kind, uid, error }) => `${kind} ${uid === test.boris.uid ? 'boris' : 'anna'} ${error}`)

describe('emails about a shared appointment', () => {
  it('are sent to the booker and to guardians with the right, also when another guardian changes it', async () => {
    expect(await received()).toEqual(['booked anna', 'booked boris'])
    await move(test.boris)
    expect(await received()).toEqual(['moved anna', 'moved boris'])
    test.allow({ receivesEmail: false })
    await change(test.anna, 'cancel', { version: 1, refund: 0 })
    expect(await received()).toEqual(['cancelled anna'])
  })

  it('are in the language of each guardian', async () => {
    const { db, boris } = test
    db.update(users).set({ language: 'es' }).where(eq(users.uid, boris.uid)).run()
    const emails = (await takeEmails(test)).map((subject) => composeEmail(subject, SENDER))
    const bySubject = emails.toSorted((one, other) => one.subject.localeCompare(other.subject))
    expect(bySubject.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Appointment confirmed',
      'Cita confirmada',
    ])
    const page = `/dashboard/appointment/${test.appointmentId}`
    const links = bySubject.map(({ text }) => /^https:.*appointment.*$/m.exec(text)?.[0])
    expect(links).toEqual([`${SENDER.siteUrl}${page}`, `${SENDER.siteUrl}/es${page}`])
  })

  it('contain no data of the booker, and explain who gets them and why', async () => {
    await pay(test.anna)
    await cancel(test.anna, 110)
    await send()
    const toBoris = test.emails.sent.filter(({ recipient }) => recipient.name === 'Boris')
    expect(toBoris).toMatchObject([{ kind: 'cancelled', by: 'family' }])
    for (const subject of toBoris) {
      const { text, html } = composeEmail(subject, SENDER)
      for (const secret of [...Object.values(PRIVATE), '110']) {
        expect(text).not.toContain(secret)
        expect(html).not.toContain(secret)
      }
      expect(text).toContain('guardian of this child')
      expect(text).not.toMatch(/refund|paid/i)
    }
  })

  it('are dropped if the right or the guardian is removed before they are sent', async () => {
    test.allow({ receivesEmail: false })
    expect(await received()).toEqual(['booked anna'])
    test.allow({ receivesEmail: true })
    await move(test.anna)
    test.allow(null)
    expect(await received()).toEqual(['moved anna'])
    expect(dropped()).toEqual(['booked boris not_guardian', 'moved boris not_guardian'])
  })

  it.each([
    ['the one who booked', () => test.anna, 'anna'],
    ['another guardian', () => test.boris, 'boris'],
  ])('about money go to the payer: %s', async (_, payer, name) => {
    test.allow({ receivesEmail: false })
    await received()
    const id = await pay(payer())
    expect(await received()).toEqual([`paid ${name}`])
    await cancel(test.anna, name === 'anna' ? 110 : 0)
    const context = { ...test, now: test.now }
    for (const refund of listRefundsOf(test.db, id)) await refundPayment(context, refund.id)
    expect(await received()).toEqual(['cancelled anna', `refunded ${name}`].sort())
    const told = test.db.select().from(notifications).all()
    const cancelled = told.find(({ kind }) => kind === 'cancelled')
    expect(cancelled?.data).toMatchObject(name === 'anna' ? { refund: true } : { by: 'family' })
    if (name === 'boris') expect(cancelled?.data).not.toHaveProperty('refund')
  })

  it('confirm siblings’ appointments together to each guardian, limited to their own children', async () => {
    await received()
    const payload = { name: 'Ben', birthDate: '2018-01-01' }
    const { email } = test.anna
    const ben = await test.anna.post('/children', payload)
    const item = { treatment: 'Allergy Testing', price: 110 }
    const { phone, address } = PRIVATE
    const answer = await test.anna.post('/appointment-blocks', {
      date: WEDNESDAY,
      email,
      phone,
      address,
      items: [
        { ...item, child: ben.json()._id, slot: '09:00 AM - 09:30 AM' },
        { ...item, child: test.childId, slot: '09:30 AM - 10:00 AM' },
      ],
    })
    expect(answer.statusCode).toBe(201)
    await send()
    expect(test.emails.sent).toMatchObject([
      {
        recipient: { address: email },
        appointment: { child: { name: 'Ben' } },
        others: [{ child: { name: 'Mia' } }],
      },
      {
        kind: 'calendar_event',
        recipient: { address: email },
        appointment: { child: { name: 'Ben' } },
      },
      {
        kind: 'calendar_event',
        recipient: { address: email },
        appointment: { child: { id: test.childId, name: 'Mia' } },
      },
      {
        recipient: { name: 'Boris' },
        appointment: { child: { name: 'Mia' }, isShared: true },
        others: [],
      },
    ])
  })
})

describe('when staff change who a shared appointment is for', () => {
  /** Ben's guardians are Anna and Carla, Mia's are Anna and Boris. */
  async function addBen() {
    const carla = await signIn(test, 'carla@example.com', { name: 'Carla' })
    const added = await test.anna.post('/children', { name: 'Ben', birthDate: '2018-01-01' })
    const ben: string = added.json()._id
    const rights = { isOwner: false, mayBook: true, mayPay: true, receivesEmail: true }
    insertGuardian(test.db, { childId: ben, uid: carla.uid, ...rights, createdAt: test.now() })
    return { ben, carla }
  }
  async function changePatient(child: string, version = 0, id = test.appointmentId) {
    const rita = await signInStaff(test, 'rita@example.com')
    const response = await rita.put(`/families/${test.anna.uid}/appointments/${id}/patient`, {
      version,
      child,
    })
    expect(response.statusCode).toBe(200)
  }
  const calendars = () =>
    test.emails.sent.map((subject) => {
      const { calendar, text } = composeEmail(subject, SENDER)
      const words = text.replace(/\s+/g, ' ')
      return { to: subject.recipient.name, kind: subject.kind, method: calendar?.method, words }
    })

  it('it leaves the calendar of the former child’s guardians and enters the new one’s', async () => {
    const { ben } = await addBen()
    await received()
    await changePatient(ben)
    await send()
    const told = calendars().sort((one, other) => one.to.localeCompare(other.to))
    expect(told).toMatchObject([
      { to: 'Anna Private', kind: 'patient_changed', method: 'REQUEST' },
      { to: 'Boris', kind: 'reassigned', method: 'CANCEL' },
      { to: 'Carla', kind: 'patient_changed', method: 'REQUEST' },
    ])
    expect(told[0]?.words).toContain('The time stays the same.')
    expect(told[1]?.words).toContain('it is not for Mia')
    expect(told[1]?.words).not.toContain('Ben')
    expect(told[2]?.words).toContain('a child you are a guardian of')
    for (const secret of Object.values(PRIVATE)) {
      expect(told[1]?.words).not.toContain(secret)
      expect(told[2]?.words).not.toContain(secret)
    }
  })

  it('the email is dropped once the change is reverted, or its reader is no longer a guardian', async () => {
    const { ben } = await addBen()
    await received()
    await changePatient(ben)
    await changePatient(test.childId, 1)
    expect(await received()).toEqual([
      'patient_changed anna',
      'patient_changed boris',
      'reassigned carla',
    ])
    expect(dropped()).toContain('reassigned boris superseded')
    await changePatient(ben, 2)
    test.allow(null)
    await received()
    expect(dropped()).toContain('reassigned boris not_guardian')
  })

  it('the payer still sees it, and is told who it is for', async () => {
    const { ben } = await addBen()
    await pay(test.boris)
    await received()
    await changePatient(ben)
    expect(await received()).toEqual([
      'patient_changed anna',
      'patient_changed boris',
      'patient_changed carla',
    ])
  })

  it('the new child’s guardians are reminded, the former child’s are not', async () => {
    const { ben } = await addBen()
    const date = NEXT_WEEK
    await changePatient(ben, 0, await book(test, test.anna, { child: test.childId, date }))
    await received()
    expect(await remind()).toEqual([PRIVATE.name, 'Carla'])
  })
})

describe('reminders of a shared appointment', () => {
  const bookLater = () => book(test, test.anna, { child: test.childId, date: NEXT_WEEK })

  it('are sent to each guardian with the right, and each can switch off their own', async () => {
    await bookLater()
    setReminders(test.db, test.anna.uid, false)
    expect(await remind()).toEqual(['Boris'])
  })

  it('list all appointments of the day in one email', async () => {
    await bookLater()
    await book(test, test.boris, { date: NEXT_WEEK, slot: '10:00 AM - 10:30 AM' })
    await remind()
    const reminder = test.emails.sent.find(
      ({ kind, recipient }) => kind === 'reminder' && recipient.name === 'Boris',
    )
    expect(reminder).toMatchObject({
      appointments: [{ child: { name: MIA.name }, isShared: true }, {}],
    })
  })

  it('start for guardians who join later, and end with the right', async () => {
    test.allow({ receivesEmail: false })
    await bookLater()
    test.allow({ receivesEmail: true })
    expect(addMissingReminders(test.db, test.now(), test.emails.timeZone)).toBe(2)
    test.allow(null)
    expect(await remind()).toEqual([PRIVATE.name])
    expect(dropped()).toContain('reminder boris nothing_left')
  })
})

it('a removed account leaves its unpaid appointments to the other guardian', async () => {
  await received()
  const admin = await signInAdmin(test)
  await admin.delete(`/user/${encodeURIComponent(test.anna.email)}`)
  const shown = await test.boris.get(`/appointment/${test.appointmentId}`)
  expect(shown.json()).toMatchObject({ status: 'booked', shared: true })
  await move(test.boris)
  expect(await received()).toEqual(['moved boris'])
})
