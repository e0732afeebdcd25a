import { expect, test } from 'vitest'
import { appointments } from '#drizzle/schema/index.ts'
import { addTreatingDoctor, allOf } from '#drizzle/testing/seeded-database.ts'
import { expectOneBooking, signInPatients } from './testing/booking-race.ts'
import { bookingOf, buildTestApp } from './testing/test-app.ts'

test('gives a slot to one of 200 concurrent patients and refuses the other 199', async () => {
  const test = await buildTestApp()
  const patients = signInPatients(test, 200)
  const answers = await Promise.all(
    patients.map(async (patient) => {
      const payload = bookingOf(patient, { date: '2027-03-02' })
      const response = await patient.post('/appointments', payload)
      return { status: response.statusCode, body: response.json() }
    }),
  )
  expectOneBooking(test.db, '2027-03-02', answers)
})

test('books a time with two doctors for two of 200 concurrent patients', async () => {
  const test = await buildTestApp()
  addTreatingDoctor(test.db, 'Ada', 'Allergy Testing')
  addTreatingDoctor(test.db, 'Benno', 'Allergy Testing')
  const answers = await Promise.all(
    signInPatients(test, 200).map((patient) =>
      patient.post('/appointments', bookingOf(patient, { date: '2027-03-02' })),
    ),
  )
  const booked = answers.filter(({ statusCode }) => statusCode === 201)
  expect(booked.map((answer) => answer.json().booking.doctor).sort()).toEqual(['Ada', 'Benno'])
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(198)
  expect(allOf(test.db, appointments)).toHaveLength(2)
})

test('never books more slots of a day than there are for 200 concurrent patients', async () => {
  const test = await buildTestApp()
  const patients = signInPatients(test, 200)
  const services = (await test.app.inject('/services')).json()
  const slots: string[] = services[0].slots
  const statuses = await Promise.all(
    patients.map(async (patient, index) => {
      const payload = bookingOf(patient, { slot: slots[index % slots.length] })
      return (await patient.post('/appointments', payload)).statusCode
    }),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(slots.length)
  expect(statuses.filter((status) => status === 409)).toHaveLength(200 - slots.length)
  expect(allOf(test.db, appointments)).toHaveLength(slots.length)
})
