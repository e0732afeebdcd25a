import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { typed } from '#drizzle/queries/notifications/notifications.ts'
import { clinicSettings, notifications, users } from '#drizzle/schema/index.ts'
import { addAppointment, addPatient, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { readSubject } from '../notifications/kinds/read-subject.ts'
import { emailWeeklyFigures } from './weekly-email.ts'

const TIME_ZONE = 'America/New_York'

/** The Monday after the week with the appointment, at that time in New York. */
const monday = (time: string) => new Date(`2027-03-08T${time}:00-05:00`)

function start({ weeklyFigures = true } = {}) {
  const db = seededDatabase()
  addAppointment(db)
  addPatient(db, 'ada')
  db.update(users).set({ role: 'admin' }).where(eq(users.uid, 'ada')).run()
  db.insert(clinicSettings)
    .values({ id: 1, details: { weeklyFigures } })
    .onConflictDoUpdate({ target: clinicSettings.id, set: { details: { weeklyFigures } } })
    .run()
  const write = (now: Date) =>
    emailWeeklyFigures({ db, timeZone: TIME_ZONE, horizonDays: 90, now: () => now })
  const written = () => db.select().from(notifications).all()
  return { db, write, written }
}

it('emails last week’s figures to each admin, once, on Monday morning', async () => {
  const { write, written } = start()
  expect(await write(monday('06:59'))).toBe(0)
  expect(await write(monday('07:00'))).toBe(1)
  expect(await write(monday('12:00'))).toBe(0)
  expect(written()).toMatchObject([
    {
      kind: 'weekly_figures',
      recipient: 'ada@example.com',
      data: {
        from: '2027-03-01',
        to: '2027-03-07',
        booked: 1,
        bookedMinutes: 30,
        missedOf: 0,
        thirdNext: { median: 0, longest: { days: 0 } },
      },
    },
  ])
})

it('emails nothing unless an admin has switched it on', async () => {
  expect(await start({ weeklyFigures: false }).write(monday('08:00'))).toBe(0)
})

it('emails them on the first run after Monday if none ran then, once a week', async () => {
  const { write, written } = start()
  const day = (date: string) => new Date(`${date}T03:00:00-04:00`)
  expect(await write(day('2027-03-21'))).toBe(1)
  expect(written()).toMatchObject([{ data: { from: '2027-03-08', to: '2027-03-14' } }])
  expect(await write(day('2027-03-21'))).toBe(0)
  expect(await write(new Date('2027-03-22T06:59:00-04:00'))).toBe(0)
  // Two processes at once.
  const wednesday = day('2027-03-24')
  const counts = await Promise.all([write(wednesday), write(wednesday)])
  expect(counts.toSorted()).toEqual([0, 1])
  expect(written()).toHaveLength(2)
})

it('is not sent to a user who is no longer an admin', async () => {
  const { db, write, written } = start()
  await write(monday('08:00'))
  const [notification] = written()
  if (!notification) throw new Error('Nothing was written.')
  const reader = {
    db,
    timeZone: TIME_ZONE,
    unsubscribeUrl: () => '',
    recallUrl: () => 'https://x.example/stop',
    claimUrl: () => 'https://x.example/claim',
  }
  const read = () => readSubject(reader, typed(notification), monday('08:01')).outcome
  expect(read()).toBe('send')
  db.update(users).set({ role: 'patient' }).where(eq(users.uid, 'ada')).run()
  expect(read()).toBe('drop')
})
