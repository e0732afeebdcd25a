import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '#drizzle/client.ts'
import { SECOND_COPY } from '#drizzle/queries/drills.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { typed } from '#drizzle/queries/notifications/notifications.ts'
import { clinicSettings, notifications, users } from '#drizzle/schema/index.ts'
import { addAppointment, addPatient, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { SENDER } from '../notifications/content/examples.ts'
import { readSubject } from '../notifications/kinds/read-subject.ts'
import { composeEmail } from '../notifications/sending/compose.ts'
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

/** What the email about last week is read from; throws unless exactly one was written. */
function readerOf({ db, written }: Pick<ReturnType<typeof start>, 'db' | 'written'>) {
  const [notification, ...others] = written()
  if (!notification || others.length > 0) throw new Error('Not one email was written.')
  const reader = {
    db,
    timeZone: TIME_ZONE,
    unsubscribeUrl: () => '',
    recallUrl: () => 'https://x.example/stop',
    claimUrl: () => 'https://x.example/claim',
  }
  return () => readSubject(reader, typed(notification), monday('08:01'))
}

describe('the end of the email', () => {
  const drilled = (db: Transaction, at: Date) =>
    appendEvent(
      db,
      { kind: 'replica.drilled', actor: null, subject: SECOND_COPY, data: { seconds: 1 } },
      at,
    )
  const SATURDAY = new Date('2027-03-06T03:00:00-05:00')
  const WEEKS_AGO = new Date('2027-02-13T03:00:00-05:00')

  it.each<[string, (db: Transaction) => void, string[]]>([
    [
      'that all copies were checked, without alarms',
      (db) => drilled(db, SATURDAY),
      ['All copies checked, no alarms.'],
    ],
    [
      'that the second copy was checked long ago only',
      (db) => drilled(db, WEEKS_AGO),
      ['No alarms.', 'No second copy of the data was checked.'],
    ],
    [
      'the alarms of the week, with their number',
      (db) => {
        drilled(db, SATURDAY)
        const event = { actor: null, subject: 'site' }
        const data = { freePercent: 9 }
        appendEvent(db, { kind: 'process.disk_low', ...event, data }, WEEKS_AGO)
        for (let day = 0; day < 2; day += 1) {
          appendEvent(db, { kind: 'process.disk_low', ...event, data }, SATURDAY)
        }
      },
      ['Alarms: The disk is nearly full (2 times).', 'The second copy was restored and checked.'],
    ],
  ])('says %s', async (_, happens, lines) => {
    const site = start()
    happens(site.db)
    await site.write(monday('08:00'))
    const reading = readerOf(site)()
    if (reading.outcome !== 'send') throw new Error('It is not sent.')
    const { text } = composeEmail(reading.subject, SENDER)
    expect(text).toContain(
      ['All figures, and what they count, are in the dashboard.', ...lines].join('\n\n'),
    )
  })
})

it('is not sent to a user who is no longer an admin', async () => {
  const site = start()
  await site.write(monday('08:00'))
  const read = readerOf(site)
  expect(read().outcome).toBe('send')
  site.db.update(users).set({ role: 'patient' }).where(eq(users.uid, 'ada')).run()
  expect(read().outcome).toBe('drop')
})
