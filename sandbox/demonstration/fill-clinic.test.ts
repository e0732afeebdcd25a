import { expect, it } from 'vitest'
import { federalHolidays } from '#contract/clinic/holidays.ts'
import { createAvailability } from '#domain/availability/availability.ts'
import { createClinicClock } from '#domain/clinic-clock.ts'
import { createFakeStripe } from '#domain/testing/fake-stripe.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listAppointments, listSharedAppointments } from '#drizzle/queries/booking/appointments.ts'
import { appointments, notifications } from '#drizzle/schema/index.ts'
import { addPatient, allOf, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { fillClinic } from './fill-clinic.ts'

const clinic = { timeZone: 'America/New_York', horizonDays: 90 }

/** A clinic with Paula, filled with demonstration data at that time. */
async function filledDatabase(time: string): Promise<Transaction> {
  const db = seededDatabase()
  addPatient(db, 'paula')
  const stripe = createFakeStripe()
  const charge = async (intentId: string) => stripe.charge(intentId)
  const now = () => new Date(time)
  await fillClinic({ db, stripe, charge, patient: 'paula@example.com', clinic, now })
  return db
}

// A Monday, a Friday, and a Saturday in December.
it.each(['2027-03-01T13:00:00Z', '2027-07-02T13:00:00Z', '2027-12-25T13:00:00Z'])(
  'shows a busy clinic on %s',
  async (time) => {
    const db = await filledDatabase(time)

    const today = time.slice(0, 10)
    const all = allOf(db, appointments)
    const past = all.filter(({ date }) => date < today)
    const coming = all.filter(({ date }) => date > today)
    expect(past.length).toBeGreaterThan(40)
    expect(coming.length).toBeGreaterThan(40)
    expect(new Set(all.map(({ doctorName }) => doctorName)).size).toBe(4)
    expect(all.filter(({ paid }) => paid).length).toBeGreaterThanOrEqual(10)
    expect(coming.some(({ deskFamilyId }) => deskFamilyId !== null)).toBe(true)
    // In a children's clinic, patients are children; some do not come.
    expect(all.filter(({ childId }) => childId !== null).length).toBeGreaterThan(all.length / 2)
    expect(new Set(past.map(({ attendance }) => attendance))).toEqual(
      new Set(['completed', 'no_show', 'expected']),
    )
    const emails = allOf(db, notifications)
    expect(new Set(emails.map(({ kind }) => kind))).toEqual(new Set(['paid']))

    const own = listAppointments(db, 'paula')
    expect(own.some(({ paid }) => paid)).toBe(true)
    expect(own.some(({ paid, status }) => !paid && status === 'booked')).toBe(true)
    expect(own.some(({ status }) => status === 'cancelled')).toBe(true)
    expect(listSharedAppointments(db, 'paula')).not.toHaveLength(0)

    const available = createAvailability(
      db,
      createClinicClock(clinic, () => new Date(time)),
    )
    const { closedReasons } = available.calendar()
    expect(closedReasons?.map(({ reason }) => reason)).toContain('Staff training')
    const holidays = federalHolidays(today, available.calendar().lastDay)
    for (const { date } of holidays) {
      expect(closedReasons?.some((closed) => closed.date === date)).toBe(true)
    }
    const days = [1, 2, 3, 4].map((day) => new Date(Date.parse(today) + day * 86_400_000))
    const full = days.flatMap((day) =>
      JSON.parse(`${available.treatmentsOn(day.toISOString().slice(0, 10))}`)
        .filter(({ slots }: { slots: string[] }) => slots.length === 0)
        .map(({ name }: { name: string }) => name),
    )
    expect(full).toContain('Allergy Testing')
  },
)

it('is the same on the same day', async () => {
  const rows = async () => {
    const all = allOf(await filledDatabase('2027-03-01T13:00:00Z'), appointments)
    return all.map(({ date, startMinute, treatment, doctorName, patientName, paid }) =>
      [date, startMinute, treatment, doctorName, patientName, paid].join(),
    )
  }
  expect(await rows()).toEqual(await rows())
})
