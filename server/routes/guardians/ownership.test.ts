import { beforeEach, describe, expect, it } from 'vitest'
import { child } from '#contract/guardians/children.ts'
import { listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { inviteGuardian, MIA } from '#server/testing/family.ts'
import { book, payByCard } from '#server/testing/paying.ts'
import {
  buildTestApp,
  type Session,
  signIn,
  type TestApp,
  takeEmails,
} from '#server/testing/test-app.ts'

// Accepting an invitation does not end ownership or access to paid appointments:
// docs/requirements.md#guardians, #shared-appointments.

const RIGHTS = { mayBook: false, mayPay: false, receivesEmail: false }
const WEDNESDAY = 'Mar 3, 2027'
const TEN = '10:00 AM - 10:30 AM'

let test: TestApp
let anna: Session
let boris: Session
/** Mia, as added by Anna. */
let mia: string
/** Mia, as added by Boris. */
let own: string

beforeEach(async () => {
  test = await buildTestApp()
  anna = await signIn(test, 'anna@example.com', { name: 'Anna' })
  boris = await signIn(test, 'boris@example.com', { name: 'Boris' })
  mia = await add(anna)
  own = await add(boris)
})

async function add(by: Session): Promise<string> {
  return child.parse((await by.call('POST', '/children', MIA)).body)._id
}

/** Anna invites Boris as a guardian of Mia with few rights, and he accepts. */
async function merge(): Promise<void> {
  const id = await inviteGuardian(anna, { email: boris.email, children: [mia], rights: RIGHTS })
  const url = `/guardian-invitations/${id}/accept`
  expect((await boris.call('POST', url, { merges: [own] })).body.state).toBe('accepted')
}

async function bookAndPay(): Promise<string> {
  const appointmentId = await book(test, boris, { child: own, date: WEDNESDAY })
  await payByCard({ ...test, session: boris, appointmentId })
  return appointmentId
}

/** The kinds of emails sent to Boris since, sorted: 'moved', 'guardian_changed removed'. */
async function toldBoris(): Promise<string[]> {
  return (await takeEmails(test))
    .filter(({ recipient }) => recipient.address === boris.email)
    .map((subject) => [subject.kind, 'change' in subject ? subject.change : []].flat().join(' '))
    .sort()
}

const remove = () => anna.call('DELETE', `/children/${mia}/guardians/${boris.uid}`)

it('accepting an invitation ends no one’s ownership: both own the child that both have added', async () => {
  await merge()
  const { body } = await boris.call('GET', '/children')
  const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
  expect(body.children).toMatchObject([{ _id: mia, ...rights }])
  const { body: list } = await anna.call('GET', `/children/${mia}/guardians`)
  expect(list.guardians).toMatchObject([{ isOwner: true }, { isOwner: true }])
})

describe('a guardian who has paid and is removed', () => {
  it('gets an email about the removal and the next move, and still sees the appointment', async () => {
    const id = await bookAndPay()
    await merge()
    await toldBoris()
    expect((await remove()).body).toEqual({ outcome: 'removed' })
    expect(await toldBoris()).toEqual(['guardian_changed removed'])
    expect((await boris.call('GET', `/appointment/${id}`)).body).toMatchObject({ paid: true })
    const list = await boris.call('GET', `/appointments?patient=${boris.email}`)
    expect(list.body).toMatchObject([{ _id: id }])
    const time = { version: 0, date: WEDNESDAY, slot: TEN }
    expect((await anna.call('POST', `/appointments/${id}/move`, time)).status).toBe(200)
    expect(await toldBoris()).toEqual(['moved'])
  })

  it('can cancel it until it is over, cannot move it, and gets the refund', async () => {
    const id = await bookAndPay()
    await merge()
    await remove()
    const { body: options } = await boris.call('GET', `/appointments/${id}/options`)
    expect(options).toMatchObject({ canMove: false, canCancel: true, quote: { refund: 110 } })
    const time = { version: 0, date: WEDNESDAY, slot: TEN }
    expect((await boris.call('POST', `/appointments/${id}/move`, time)).status).toBe(409)
    const canceled = { version: 0, refund: 110 }
    expect((await boris.call('POST', `/appointments/${id}/cancel`, canceled)).status).toBe(200)
    const [payment] = [...test.stripe.intents.keys()]
    expect(listRefundsOf(test.db, payment ?? '')).toMatchObject([{ amountCents: 110_00 }])
  })

  it('also sees what they paid for another guardian’s booking, among the shared ones', async () => {
    await merge()
    const id = await book(test, anna, { child: mia, date: WEDNESDAY })
    await payByCard({ ...test, session: boris, appointmentId: id })
    await remove()
    const shared = await boris.call('GET', '/children/appointments')
    expect(shared.body).toMatchObject([{ _id: id, mayBook: false, mayCancel: true, paid: true }])
    expect((await boris.call('GET', `/appointments/${id}/options`)).body.canCancel).toBe(true)
    // Unpaid ones are no longer visible.
    const unpaid = await book(test, anna, { child: mia, date: 'Mar 5, 2027' })
    expect((await boris.call('GET', `/appointment/${unpaid}`)).status).toBe(404)
  })
})

it('a guardian who loses rights is told which', async () => {
  await merge()
  await toldBoris()
  const rights = { isOwner: false, mayBook: true, mayPay: false, receivesEmail: false }
  const url = `/children/${mia}/guardians/${boris.uid}`
  expect((await anna.call('PUT', url, rights)).status).toBe(200)
  expect(await toldBoris()).toEqual(['guardian_changed lost'])
  // Returning rights sends no such email.
  await anna.call('PUT', url, { ...rights, mayPay: true })
  expect(await toldBoris()).toEqual([])
})

it('a guardian who leaves is told nothing', async () => {
  await merge()
  await toldBoris()
  await boris.call('DELETE', `/children/${mia}/guardians/${boris.uid}`)
  expect(await toldBoris()).toEqual([])
})
