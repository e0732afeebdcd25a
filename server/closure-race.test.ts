import { expect, test } from 'vitest'
import { impact } from '#contract/schedule/schedule.ts'
import { cancelDecided } from '#domain/booking/decided-cancellations.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { allOf, seededFile } from '#drizzle/testing/seeded-database.ts'
import { signInPatients } from './testing/booking-race.ts'
import { bookingOf, buildTestApp, closureOf, signInAdmin } from './testing/test-app.ts'

const DAY = '2027-03-02'
const CLOSURE = closureOf(DAY)
const RIVALS = 60

test('a day that is closed while another process books it for 60 families ends without appointments', async () => {
  const { db, other } = seededFile()
  const clinic = await buildTestApp({ db })
  const site = await buildTestApp({ db: other })
  const admin = await signInAdmin(clinic)
  const services: { name: string; price: number; slots: string[] }[] = (
    await site.app.inject('/services')
  ).json()
  const offers = services.flatMap(({ name, price, slots }) =>
    slots.map((slot) => ({ treatment: name, price, slot })),
  )
  const bookings = signInPatients(site, RIVALS).map(async (family, index) => {
    // In different turns of the event loop, with the closure in between.
    for (let turn = 0; turn < index; turn += 1) await new Promise((next) => setImmediate(next))
    const payload = bookingOf(family, { date: DAY, ...offers[index] })
    return (await family.post('/appointments', payload)).statusCode
  })

  const ask = (url: string, payload: object) => admin.post(url, payload)
  let answer = await ask('/schedule/closures/preview', CLOSURE)
  let { fingerprint } = impact.parse(answer.json())
  do {
    const decided = { ...CLOSURE, appointments: 'cancel', fingerprint }
    answer = await ask('/schedule/closures', decided)
    fingerprint = answer.json().impact?.fingerprint
  } while (answer.statusCode === 409)
  expect(answer.statusCode).toBe(201)

  const statuses = await Promise.all(bookings)
  while (!cancelDecided(db, clinic.now()));
  const rows = allOf(db, appointments)
  expect(rows.filter(({ status }) => status === 'booked')).toEqual([])
  const booked = statuses.filter((status) => status === 201).length
  expect(rows).toHaveLength(booked)
  const { cancelled, toCancel = 0 } = answer.json()
  expect(cancelled + toCancel).toBe(booked)
  expect(statuses.filter((status) => status === 400)).toHaveLength(RIVALS - booked)
})
