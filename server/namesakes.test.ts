import { beforeEach, expect, it } from 'vitest'
import { describePatient, type ShownPatient } from '#contract/patients/patients.ts'
import { paymentPage } from '#contract/payments/reconciliation.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { book, payByCard, readAppointment } from './testing/paying.ts'
import {
  buildTestApp,
  closureOf,
  deskBookingOf,
  FIRST_SLOT,
  MONDAY_MORNING,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
  TUESDAY,
} from './testing/test-app.ts'

// Two children with the same name can be told apart in every answer:
// docs/requirements.md#patients-at-the-desk.

const LUCASES = [
  {
    guardian: 'Paula Parker',
    birthDate: '2021-06-05',
    slot: FIRST_SLOT,
    later: '02:00 PM - 02:30 PM',
  },
  {
    guardian: 'Rosa Lund',
    birthDate: '2019-02-03',
    slot: '09:30 AM - 10:00 AM',
    later: '02:30 PM - 03:00 PM',
  },
] as const
const NAMES = ['Lucas Parker, born Jun 5, 2021', 'Lucas Lund, born Feb 3, 2019'].sort()
const TODAY = 'Mar 1, 2027'

let api: TestApp
let ada: Session
let families: { family: string; child: string; slot: string; later: string }[]

beforeEach(async () => {
  api = await buildTestApp()
  ada = await signInAdmin(api, 'ada@example.com')
  families = []
  for (const { guardian: name, birthDate, ...times } of LUCASES) {
    const made = await ada.call('POST', '/families', { name, phone: '(503) 555-0142', email: '' })
    const family: string = made.body._id
    const added = await ada.call('POST', `/families/${family}/children`, {
      name: 'Lucas',
      birthDate,
    })
    families.push({ family, child: added.body._id, ...times })
  }
})

/** Books an appointment for each child; returns the ids. */
async function bookBoth(date = TUESDAY): Promise<string[]> {
  const ids: string[] = []
  for (const { family, child, slot, later } of families) {
    const wanted = deskBookingOf({ date, child, slot: date === TODAY ? later : slot })
    const booked = await ada.call('POST', `/families/${family}/appointments`, wanted)
    ids.push(booked.body.booking._id)
  }
  return ids
}

/** The patients in an answer as staff read them, each once. */
function namesIn(answer: unknown): string[] {
  const found = new Set<string>()
  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if ('patientName' in value) found.add(describePatient(value as ShownPatient))
    for (const part of Object.values(value)) collect(part)
  }
  collect(answer)
  return [...found].sort()
}

const namesOf = async (path: string, by = ada) => namesIn((await by.call('GET', path)).body)

it('distinguishes them on the agenda and before the clinic closes', async () => {
  await bookBoth()
  expect(await namesOf('/agenda?date=2027-03-02')).toEqual(NAMES)
  const preview = await ada.call('POST', '/schedule/closures/preview', closureOf('2027-03-02'))
  expect(namesIn(preview.body)).toEqual(NAMES)
})

it('distinguishes them among canceled, paid and refunded appointments, calls and refunds in cash', async () => {
  const ids = await bookBoth()
  for (const id of ids) {
    await ada.post(`/agenda/${id}/payment`, { version: 0, method: 'cash' })
    cancelByClinic(api.db, readAppointment(api.db, id), { actor: ada.uid, now: api.now() })
  }
  const paths = [
    '/agenda/canceled?date=2027-03-02',
    '/desk-refunds',
    '/closing/2027-03-01',
    '/payments',
    '/todo/calls',
    '/audit?kind=appointment.booked',
    '/audit?kind=appointment.cancelled',
    '/audit?kind=payment.received',
  ]
  for (const path of paths) expect([path, await namesOf(path)]).toEqual([path, NAMES])
  const csv = (await ada.get('/receipts/months/2027-03')).body
  expect(csv).toContain(',Paula Parker,,Lucas,2021-06-05,')
  expect(csv).toContain(',Rosa Lund,,Lucas,2019-02-03,')
})

it('distinguishes them among payments by card and their refunds', async () => {
  for (const { guardian: name, birthDate, slot } of LUCASES) {
    const session = await signIn(api, `${name.split(' ')[0]?.toLowerCase()}@example.com`, { name })
    const added = await session.call('POST', '/children', { name: 'Lucas', birthDate })
    const appointmentId = await book(api, session, { child: added.body._id, slot })
    await payByCard({ ...api, session, appointmentId })
  }
  const paid = paymentPage.parse((await ada.call('GET', '/payments')).body)
  expect(namesIn(paid)).toEqual(NAMES)
  for (const { _id, items } of paid.payments) {
    for (const { _id: itemId, keptCents } of items) {
      const wanted = { itemId, amountCents: 500, reason: 'Waited for long', keptCents }
      const refunded = await ada.call('POST', `/payments/${_id}/refund`, wanted)
      expect(refunded.status).toBe(200)
      expect(NAMES).toContain(namesIn(refunded.body)[0])
    }
  }
  const { body } = await ada.call('GET', '/payments')
  expect([namesIn(body), body.payments.length]).toEqual([NAMES, 2])
  expect(await namesOf('/audit?kind=refund.requested')).toEqual(NAMES)
})

it('distinguishes them among unpaid appointments and in the figures', async () => {
  await bookBoth(TODAY)
  api.setTime(new Date(MONDAY_MORNING.getTime() + 24 * 60 * 60 * 1000))
  const later = await signIn(api, ada.email)
  const days = 'from=2027-03-01&to=2027-03-01'
  expect(await namesOf('/todo/owing', later)).toEqual(NAMES)
  expect(await namesOf('/agenda/to-settle', later)).toEqual(NAMES)
  expect(await namesOf(`/insights/appointments?of=unpaid&${days}`, later)).toEqual(NAMES)
})

it('distinguishes them on the waiting list, in corrections and in calendar programs', async () => {
  await bookBoth()
  for (const { family, child } of families) {
    const request = { treatment: 'Allergy Testing', from: '2027-03-03', to: '2027-03-05' }
    await ada.call('POST', '/waitlist', { ...request, family, child, phone: '(503) 555-0142' })
    const { children } = (await ada.call('GET', `/families/${family}`)).body
    const { birthDate } = children[0]
    const seen = { name: 'Lucas', birthDate, archived: false }
    const wanted = { name: 'Lucas L', birthDate, archived: false, seen }
    await ada.call('PUT', `/families/${family}/children/${child}`, wanted)
    await ada.call('PUT', `/families/${family}/children/${child}`, {
      ...seen,
      seen: { ...seen, name: 'Lucas L' },
    })
  }
  expect(await namesOf('/waitlist?everyone=true')).toEqual(NAMES)
  expect(await namesOf('/corrections')).toEqual(NAMES)
  const feed = await ada.call('POST', '/calendar-feeds', { doctor: null, withNames: true })
  const file = await api.app.inject(new URL(feed.body.url).pathname)
  for (const name of NAMES) expect(file.body).toContain(`SUMMARY:${name.replaceAll(',', '\\,')}`)
})

it('finds the entries of the audit log about a child by its name', async () => {
  await bookBoth()
  const { body } = await ada.call('GET', '/audit?person=Lucas&kind=appointment.booked')
  expect(namesIn(body)).toEqual(NAMES)
  const one = await ada.call('GET', '/audit?person=lucas%20lund&kind=appointment.booked')
  expect(namesIn(one.body)).toEqual(['Lucas Lund, born Feb 3, 2019'])
})
