import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { doctors, treatments } from '#drizzle/schema/index.ts'
import { NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { seedDatabase } from './seed.ts'

it('offers the six treatments from opening to closing time', () => {
  const treatments = listOfferedTreatments(seededDatabase())
  expect(treatments.map(({ name }) => name)).toEqual([
    'Parenatal/Newborn',
    'Vaccinations/Immunizations',
    'Nutrition Services',
    'Development Delay',
    'Allergy Testing',
    'Weight Loss',
  ])
  for (const { slots, prices } of treatments) {
    const labels = slots.map(formatSlot)
    expect(labels).toHaveLength(16)
    expect(labels[0]).toBe('09:00 AM - 09:30 AM')
    expect(labels.at(-1)).toBe('04:30 PM - 05:00 PM')
    expect(priceOn(prices, '2027-03-02')).toBeGreaterThan(0)
  }
})

it('gives each of the four doctors a treatment that is offered', () => {
  const db = seededDatabase()
  const names = listOfferedTreatments(db).map(({ name }) => name)
  const team = listDoctors(db)
  expect(team).toHaveLength(4)
  for (const { doctor } of team) expect(names).toContain(doctor.specialty)
})

it('keeps the clinic’s changes at the second start', () => {
  const db = seededDatabase()
  db.update(treatments).set({ name: 'Sleep' }).where(eq(treatments.name, 'Weight Loss')).run()
  db.delete(doctors).run()
  expect(seedDatabase(db, NOW)).toBe(false)
  expect(listOfferedTreatments(db)).toHaveLength(6)
  expect(listOfferedTreatments(db).at(-1)?.name).toBe('Sleep')
  expect(listDoctors(db)).toEqual([])
})
