import { describe, expect, test } from 'vitest'
import type { Family } from '#contract/families/families.ts'
import type { ProposedLink } from '#contract/families/family-links.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { identityChanges } from '#drizzle/schema/index.ts'
import { allOf, eventsOf } from '#drizzle/testing/seeded-database.ts'
import { linkByDesk } from '#server/testing/link.ts'
import { readAppointment } from '#server/testing/paying.ts'
import {
  buildTestApp,
  deskBookingOf,
  type Session,
  signIn,
  signInAdmin,
  signInStaff,
  takeEmails,
} from '#server/testing/test-app.ts'

// docs/requirements.md#linking

const ZOE = { name: 'Zoë', phone: '(503) 555-0142', email: 'zoe@example.com' }
const NEXT_DAY = new Date('2027-03-02T20:00:00Z')

/** Zoë's family, for which the desk booked and took money, and her account. */
async function openFamily() {
  const api = await buildTestApp()
  const rita = await signInStaff(api, 'rita@example.com')
  const zoe = await signIn(api, ZOE.email)
  const { body } = await rita.call('POST', '/families', ZOE)
  const family: string = body._id
  const booking = deskBookingOf({ date: 'Mar 9, 2027' })
  const booked = await rita.call('POST', `/families/${family}/appointments`, booking)
  const id: string = booked.body.booking._id
  await rita.call('POST', `/agenda/${id}/payment`, { version: 0, method: 'cash' })
  const read = async (by: Session, of = family) =>
    (await by.call('GET', `/families/${of}`)).body as Family
  const propose = async (by: Session, account: Session) => {
    const shown = await read(by)
    const moving = shown.link?.moving.map(({ _id }) => _id)
    const payload = { account: account.uid, appointments: moving ?? [] }
    return by.call('POST', `/families/${family}/link`, payload)
  }
  const proposals = async (by: Session) =>
    (await by.call('GET', '/family-links')).body as ProposedLink[]
  const changeEmail = (by: Session, to: string, from = ZOE.email) => {
    const { name, phone } = ZOE
    const payload = { name, phone, email: to, seen: { name, phone, email: from } }
    return by.call('PUT', `/families/${family}`, payload)
  }
  const sent = () => takeEmails(api)
  return { api, rita, zoe, family, id, read, propose, proposals, changeEmail, sent }
}

describe('a link of a family to an account', () => {
  test('is proposed by staff, and moves nothing before the account has confirmed it', async () => {
    const desk = await openFamily()
    const { rita, zoe, id, sent, proposals } = desk
    await sent()
    expect((await desk.propose(rita, zoe)).body).toEqual({ _id: zoe.uid, state: 'proposed' })
    expect((await zoe.call('GET', `/appointment/${id}`)).status).toBe(404)
    expect((await desk.read(rita)).proposed).toMatchObject({ by: 'rita' })
    expect(await sent()).toMatchObject([
      { kind: 'family_link_proposed', recipient: { address: zoe.email }, familyName: 'Zoë' },
    ])
    // Only the times, until the account confirms that the appointments are its own.
    const [link] = await proposals(zoe)
    expect(link).toEqual({
      _id: link?._id,
      familyName: 'Zoë',
      appointments: [{ date: '2027-03-09', startMinute: 540 }],
    })
    const list = await zoe.get(`/appointments?patient=${zoe.email}`)
    expect(list.headers['x-proposed-links']).toBe('1')
    for (const _ of ['once', 'and again']) {
      const confirmed = await zoe.call('POST', `/family-links/${link?._id}/confirm`)
      expect(confirmed).toEqual({ status: 200, body: { appointments: 1 } })
    }
    expect((await zoe.call('GET', `/appointment/${id}`)).status).toBe(200)
    expect(await proposals(zoe)).toEqual([])
    expect((await desk.read(rita, zoe.uid)).linked).toMatchObject([
      { name: 'Zoë', appointments: 1 },
    ])
  })

  test('is declined by an account that is not the family’s, and never confirmed by another', async () => {
    const { api, rita, zoe, family, propose, proposals } = await openFamily()
    await propose(rita, zoe)
    const [link] = await proposals(zoe)
    const stranger = await signIn(api, 'stranger@example.com')
    for (const step of ['confirm', 'decline']) {
      const url = `/family-links/${link?._id}/${step}`
      expect((await stranger.call('POST', url)).status).toBe(404)
    }
    expect(await proposals(stranger)).toEqual([])
    expect((await zoe.call('POST', `/family-links/${link?._id}/decline`)).body).toEqual({
      declined: true,
    })
    expect((await zoe.call('POST', `/family-links/${link?._id}/confirm`)).status).toBe(404)
    expect(eventsOf(api.db, family).at(-1)).toMatchObject({
      kind: 'family.link_declined',
      actor: zoe.uid,
    })
    expect((await propose(rita, zoe)).body).toMatchObject({ state: 'proposed' })
  })

  test('cannot be for the proposer’s own account, nor on the day on which the proposer set its email', async () => {
    const { api, rita, changeEmail, propose, proposals } = await openFamily()
    expect((await changeEmail(rita, rita.email)).status).toBe(200)
    expect(await propose(rita, rita)).toMatchObject({ status: 409, body: { code: 'own_account' } })
    const friend = await signIn(api, 'friend@example.com')
    await changeEmail(rita, friend.email, rita.email)
    expect(await propose(rita, friend)).toMatchObject({ status: 409, body: { code: 'same_day' } })
    // She may not confirm a link either that a colleague proposed that day.
    await changeEmail(rita, rita.email, friend.email)
    const sam = await signInStaff(api, 'sam@example.com')
    expect((await propose(sam, rita)).status).toBe(200)
    const [link] = await proposals(rita)
    const confirmed = await rita.call('POST', `/family-links/${link?._id}/confirm`)
    expect(confirmed).toMatchObject({ status: 409, body: { code: 'same_day' } })
    api.setTime(NEXT_DAY)
    const later = { rita: await signIn(api, rita.email), sam: await signIn(api, sam.email) }
    expect(await propose(later.rita, rita)).toMatchObject({ body: { code: 'own_account' } })
    expect((await propose(later.sam, rita)).status).toBe(200)
  })

  test('ends if the email is changed before it is confirmed', async () => {
    const { rita, zoe, changeEmail, propose, proposals } = await openFamily()
    await propose(rita, zoe)
    const [link] = await proposals(zoe)
    await changeEmail(rita, 'other@example.com')
    expect(await proposals(zoe)).toEqual([])
    expect((await zoe.call('POST', `/family-links/${link?._id}/confirm`)).status).toBe(404)
  })

  test('is undone by an admin, which returns appointments, emails and payments to the family', async () => {
    const { api, rita, zoe, family, id, read } = await openFamily()
    await linkByDesk(rita, { family, account: zoe })
    const receipt = '/receipts/2027-000001'
    expect((await zoe.call('GET', receipt)).status).toBe(200)
    const admin = await signInAdmin(api)
    const [linked] = (await read(admin, zoe.uid)).linked
    const url = `/family-links/${linked?._id}/undo`
    expect((await rita.call('POST', url)).status).toBe(403)
    expect((await admin.call('POST', url)).body).toEqual({ family, appointments: 1 })
    expect((await admin.call('POST', url)).status).toBe(404)
    expect((await zoe.call('GET', `/appointment/${id}`)).status).toBe(404)
    expect((await zoe.call('GET', receipt)).status).toBe(404)
    expect(await read(admin)).toMatchObject({ _id: family, hasAccount: false, linked: [] })
    const row = readAppointment(api.db, id)
    expect(row).toMatchObject({ patientUid: null, deskFamilyId: family })
    expect(eventsOf(api.db, family)).toContainEqual({
      kind: 'family.unlinked',
      actor: admin.uid,
      data: { uid: zoe.uid, appointments: 1 },
    })
    await linkByDesk(rita, { family, account: zoe })
    expect((await zoe.call('GET', `/appointment/${id}`)).status).toBe(200)
  })
})

test('a family’s changed email is confirmed by email to the old and the new address, and keeps its old value', async () => {
  const { api, rita, family, changeEmail, sent } = await openFamily()
  await sent()
  await changeEmail(rita, 'new@example.com')
  const told = (await sent()).filter(({ kind }) => kind === 'family_email_changed')
  expect(told).toMatchObject([
    { recipient: { address: ZOE.email }, to: 'old' },
    { recipient: { address: 'new@example.com' }, to: 'new' },
  ])
  expect(allOf(api.db, identityChanges)).toMatchObject([
    {
      deskFamilyId: family,
      field: 'email',
      oldValue: ZOE.email,
      newValue: 'new@example.com',
      changedBy: rita.uid,
    },
  ])
  expect(findDeskFamily(api.db, family)).toMatchObject({ email: 'new@example.com' })
  // Changed back before any email was sent, so none is needed.
  await changeEmail(rita, 'third@example.com', 'new@example.com')
  await changeEmail(rita, 'new@example.com', 'third@example.com')
  const again = (await sent()).filter(({ kind }) => kind === 'family_email_changed')
  expect(again.map(({ recipient }) => recipient.address).sort()).toEqual([
    'new@example.com',
    'third@example.com',
  ])
})
