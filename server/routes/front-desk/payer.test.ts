import { expect, test } from 'vitest'
import { removeUser } from '#domain/identity/remove-user.ts'
import { BY_ADMIN } from '#domain/testing/booking.ts'
import { insertGuardian } from '#drizzle/queries/guardians/children.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { ALL_RIGHTS, buildFamilyTest } from '#server/testing/family.ts'
import { linkByDesk } from '#server/testing/link.ts'
import { book, readAppointment } from '#server/testing/paying.ts'
import {
  buildTestApp,
  deskBookingOf,
  type Session,
  signIn,
  signInStaff,
} from '#server/testing/test-app.ts'

// One function decides who paid: docs/requirements.md#receipts.

const receive = { version: 0, method: 'cash' }

test('a family that is linked to its account sees the receipts of its payments at the desk', async () => {
  const api = await buildTestApp()
  const rita = await signInStaff(api, 'rita@example.com')
  const post = async (by: Session, url: string, payload: object) =>
    (await by.post(url, payload)).json()
  const details = { name: 'Zoë', phone: '(503) 555-0142', email: 'zoe@example.com' }
  const { _id: family } = await post(rita, '/families', details)
  const { booking: booked } = await post(rita, `/families/${family}/appointments`, deskBookingOf())
  await post(rita, `/agenda/${booked._id}/payment`, receive)
  const number = '2027-000001'

  const zoe = await signIn(api, 'zoe@example.com')
  expect((await zoe.get(`/receipts/${number}`)).statusCode).toBe(404)
  await linkByDesk(rita, { family, account: zoe })
  expect((await zoe.get(`/receipts/${number}`)).json()).toMatchObject({ payer: { name: 'Zoë' } })
  const listed = await zoe.get(`/appointments/${booked._id}/receipts`)
  expect(listed.json()).toMatchObject([{ number }])
  api.setTime(new Date('2027-03-04T13:00:00Z'))
  const history = await zoe.get('/appointments/history')
  expect(history.json().appointments).toMatchObject([{ paid: 110, receipts: [{ number }] }])
})

test('money paid at the desk by an owner with a removed account does not become the booker’s', async () => {
  const family = await buildFamilyTest()
  const { anna, boris, childId, db } = family
  const clara = await signIn(family, 'clara@example.com')
  const owner = { uid: clara.uid, isOwner: true, ...ALL_RIGHTS }
  insertGuardian(db, { childId, ...owner, createdAt: family.now() })
  const id = await book(family, boris, { child: childId, date: 'Mar 3, 2027' })
  family.allow(null)
  const rita = await signInStaff(family, 'rita@example.com')
  await rita.post(`/agenda/${id}/payment`, receive)
  const paid = readAppointment(db, id).transactionId ?? ''
  const payment = () => findPayment(db, paid)
  const payer = [anna, clara].find(({ uid }) => uid === payment()?.payerUid)
  expect(payer).toBeDefined()
  expect(removeUser(db, { email: payer?.email ?? '', ...BY_ADMIN })).toBe('removed')
  expect(payerOf(db, paid)).toBeNull()
  const seen = await boris.get('/receipts/2027-000001')
  expect(seen.statusCode).toBe(404)
})
