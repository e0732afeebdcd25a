import { expect, test } from 'vitest'
import { appointments } from '../drizzle/schema/index.ts'
import { addRacers, expectOneWinner } from './testing/racers.ts'
import { bookingOf, buildTestApp } from './testing/test-app.ts'

test('gives a slot to one of 200 concurrent patients and refuses the other 199', async () => {
  const { app, db } = await buildTestApp()
  const racers = addRacers(db, 200)
  const answers = await Promise.all(
    racers.map(async (racer) => {
      const payload = bookingOf(racer, { date: '2027-03-02' })
      const { headers } = racer
      const response = await app.inject({ method: 'POST', url: '/appointments', headers, payload })
      return { status: response.statusCode, body: response.json() }
    }),
  )
  expectOneWinner(db, '2027-03-02', answers)
})

test('200 patients want any slot of a day: no more get one than there are', async () => {
  const { app, db } = await buildTestApp()
  const racers = addRacers(db, 200)
  const services = (await app.inject('/services')).json()
  const slots: string[] = services[0].slots
  const statuses = await Promise.all(
    racers.map(async (racer, index) => {
      const payload = bookingOf(racer, { slot: slots[index % slots.length] })
      const { headers } = racer
      const request = { method: 'POST', url: '/appointments', headers, payload } as const
      return (await app.inject(request)).statusCode
    }),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(slots.length)
  expect(statuses.filter((status) => status === 409)).toHaveLength(200 - slots.length)
  expect(db.select().from(appointments).all()).toHaveLength(slots.length)
})
