import { expect, test } from 'vitest'
import { appointments } from '#drizzle/schema/index.ts'
import { addTreatingDoctor } from '#drizzle/testing/seeded-database.ts'
import { addPatients, expectOneBooking } from './testing/booking-race.ts'
import { bookingOf, buildTestApp } from './testing/test-app.ts'

test('gives a slot to one of 200 concurrent patients and refuses the other 199', async () => {
  const { app, db } = await buildTestApp()
  const patients = addPatients(db, 200)
  const answers = await Promise.all(
    patients.map(async (patient) => {
      const payload = bookingOf(patient, { date: '2027-03-02' })
      const { headers } = patient
      const response = await app.inject({ method: 'POST', url: '/appointments', headers, payload })
      return { status: response.statusCode, body: response.json() }
    }),
  )
  expectOneBooking(db, '2027-03-02', answers)
})

test('books a time with two doctors for two of 200 concurrent patients', async () => {
  const { app, db } = await buildTestApp()
  addTreatingDoctor(db, 'Ada', 'Allergy Testing')
  addTreatingDoctor(db, 'Benno', 'Allergy Testing')
  const answers = await Promise.all(
    addPatients(db, 200).map(async (patient) => {
      const payload = bookingOf(patient, { date: '2027-03-02' })
      const { headers } = patient
      return app.inject({ method: 'POST', url: '/appointments', headers, payload })
    }),
  )
  const booked = answers.filter(({ statusCode }) => statusCode === 201)
  expect(booked.map((answer) => answer.json().booking.doctor).sort()).toEqual(['Ada', 'Benno'])
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(198)
  expect(db.select().from(appointments).all()).toHaveLength(2)
})

test('books no more slots of a day than there are for 200 concurrent patients', async () => {
  const { app, db } = await buildTestApp()
  const patients = addPatients(db, 200)
  const services = (await app.inject('/services')).json()
  const slots: string[] = services[0].slots
  const statuses = await Promise.all(
    patients.map(async (patient, index) => {
      const payload = bookingOf(patient, { slot: slots[index % slots.length] })
      const { headers } = patient
      const request = { method: 'POST', url: '/appointments', headers, payload } as const
      return (await app.inject(request)).statusCode
    }),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(slots.length)
  expect(statuses.filter((status) => status === 409)).toHaveLength(200 - slots.length)
  expect(db.select().from(appointments).all()).toHaveLength(slots.length)
})
