import { beforeEach, describe, expect, it } from 'vitest'
import { dayAfter } from '#contract/dates.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import {
  addChildOf,
  booked as bookIn,
  MOMENT,
  TIME_ZONE,
  TUESDAY,
} from '#domain/testing/booking.ts'
import { type EmailTest, emailTest, HOUR } from '#domain/testing/emails.ts'
import { migrateDatabase, type Transaction } from '#drizzle/client.ts'
import {
  countOutdatedInvitations,
  listSentInvitations,
} from '#drizzle/queries/notifications/time-zones.ts'
import { oldDatabase } from '#drizzle/testing/old-database.ts'
import { addPatient, eventsOf, NOW } from '#drizzle/testing/seeded-database.ts'
import { SENDER } from '../content/examples.ts'
import { CALENDAR_KINDS } from '../kinds/email-kinds.ts'
import { planReminders, readReminderSettings } from '../reminders.ts'
import { readInvitation } from '../testing/calendar-model.ts'
import { composeEmail } from './compose.ts'
import { followTimeZone, isTimeZoneBehind, resendInvitations } from './time-zone-change.ts'

// NOW is Monday, March 1, 08:00 in New York, the first time zone. Clocks change on March 14 in the United
// States, and on April 4 in New Zealand.
const DAYS = ['2027-03-04', '2027-03-09', '2027-03-16', '2027-04-07']
const MONTHS_AGO = new Date(NOW.getTime() - 60 * 24 * HOUR)

/** West and east of New York and of UTC, on both sides of the date line. */
const ZONES = [
  'America/Los_Angeles',
  'Pacific/Pago_Pago',
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
]

let test: EmailTest
let db: Transaction

beforeEach(() => {
  test = emailTest()
  db = test.db
  db.$client.prepare('UPDATE clinic_settings SET applied_time_zone = ?').run(TIME_ZONE)
})

/** Books like `bookIn`, long ago. */
function booked(date: string, changes: Parameters<typeof bookIn>[1] = {}) {
  const { id } = bookIn(db, { date, ...changes }, { ...MOMENT, lastDay: '2027-12-31' })
  db.$client
    .prepare('UPDATE appointments SET created_at = ? WHERE id = ?')
    .run(MONTHS_AGO.getTime(), id)
  return id
}

function follow(timeZone: string, options: Parameters<typeof followTimeZone>[1] = {}) {
  test.emails.timeZone = timeZone
  return followTimeZone({ db, timeZone, now: () => test.now }, options)
}

const reminders = () => test.notifications().filter(({ kind }) => kind === 'reminder')

/** The due reminders, by their keys. */
const due = () =>
  reminders()
    .filter(({ state }) => state === 'due')
    .map(
      ({ dedupeKey, dueAt, data }) => `${dedupeKey} ${dueAt.toISOString()} ${JSON.stringify(data)}`,
    )
    .sort()

/** The reminders that a clinic would plan that had always been in that zone. */
function planned(timeZone: string) {
  const clock = { timeZone, settings: readReminderSettings(db) }
  return DAYS.flatMap((date) =>
    planReminders(date, MONTHS_AGO, clock)
      .filter(({ dueAt }) => dueAt > test.now)
      .map(({ key, dueAt, until }) => {
        const data = { date, until: until?.toISOString() ?? null }
        return `reminder:anna:${date}:${key} ${dueAt.toISOString()} ${JSON.stringify(data)}`
      }),
  ).sort()
}

describe('reminders', () => {
  it.each(ZONES)(
    'are due as a clinic in %s plans them, before and after its clocks change',
    async (zone) => {
      for (const date of DAYS) booked(date)
      expect(due()).not.toEqual(planned(zone))
      expect(await follow(zone)).toBe(true)
      expect(due().filter((reminder) => !isPast(reminder))).toEqual(planned(zone))
      expect(await follow(zone)).toBe(false)
    },
  )

  const isPast = (reminder: string) => new Date(reminder.split(' ')[1] ?? '') <= test.now

  it('are due at the clinic’s ten and four o’clock', async () => {
    booked('2027-03-16')
    await follow('America/Los_Angeles')
    expect(reminders().map(({ dueAt }) => dueAt.toISOString())).toEqual([
      '2027-03-13T18:00:00.000Z',
      '2027-03-15T23:00:00.000Z',
    ])
  })

  it('return to their former times when the correction is reverted', async () => {
    for (const date of DAYS) booked(date)
    await follow('Pacific/Auckland')
    await follow(TIME_ZONE)
    expect(due()).toEqual(planned(TIME_ZONE))
  })

  it('are sent at the end of the quiet hours if their new time has passed', async () => {
    booked('2027-03-04')
    // Wednesday noon in New York, three hours after the reminder would have been due in Tokyo, where it is
    // night.
    test.now = new Date('2027-03-03T17:00:00Z')
    await follow('Asia/Tokyo')
    await test.run()
    expect(test.emails.sent.map(({ kind }) => kind)).not.toContain('reminder')
    test.now = new Date('2027-03-03T23:00:00Z')
    await test.run()
    expect(test.emails.sent.map(({ kind }) => kind)).toContain('reminder')
    expect(test.states()).toEqual(['booked sent', 'reminder sent'])
  })

  it('are dropped if the next one is due by then, and after the start', async () => {
    booked(TUESDAY)
    booked('2027-03-04')
    test.now = new Date('2027-03-02T13:00:00Z')
    // Tuesday is over there, so the first reminder for Thursday, due at midnight, is sent.
    await follow('Pacific/Kiritimati')
    await test.pass(3 * 24 * HOUR, HOUR)
    const days = reminders().map(
      ({ data, state }) => `${JSON.stringify(data).slice(9, 19)} ${state}`,
    )
    expect(days).not.toContain(`${TUESDAY} sent`)
    expect(days.filter((day) => day === '2027-03-04 sent')).toHaveLength(1)
  })

  it('that wait for the end of the quiet hours use the new time zone’s', async () => {
    booked('2027-03-04')
    // Late in the evening, after an outage of the mail server.
    test.now = new Date('2027-03-04T02:00:00Z')
    await test.run()
    expect(due()).toEqual([expect.stringContaining('2027-03-04T13:00:00.000Z')])
    await follow('America/Los_Angeles')
    await test.run()
    expect(test.states().at(-1)).toBe('reminder sent')
  })

  it('keep the time of the next attempt after a failed one', async () => {
    booked('2027-03-09')
    test.emails.respond = ({ kind }) =>
      kind === 'reminder'
        ? { kind: 'retry', code: 'ESOCKET', response: 'refused' }
        : { kind: 'sent', messageId: '<1@clinic>' }
    test.now = new Date('2027-03-06T15:00:00Z')
    await test.run()
    await test.run()
    const [first] = reminders()
    expect(first).toMatchObject({ state: 'due', attempts: 1 })
    await follow('America/Los_Angeles')
    expect(reminders()[0]).toMatchObject({
      dueAt: first?.dueAt,
      data: { until: '2027-03-09T00:00:00.000Z' },
    })
  })

  it('are corrected in many short transactions, after each of which the process may stop', async () => {
    for (const date of DAYS) booked(date)
    let runs = 0
    for (;;) {
      runs += 1
      const stop = new AbortController()
      stop.abort()
      const isDone = await follow('Asia/Kolkata', { signal: stop.signal, stepMs: 0 }).catch(
        () => 'stopped',
      )
      if (isDone !== 'stopped') break
      expect(isTimeZoneBehind(db, 'Asia/Kolkata')).toBe(true)
    }
    expect(runs).toBeGreaterThan(DAYS.length)
    expect(due().filter((reminder) => !isPast(reminder))).toEqual(planned('Asia/Kolkata'))
  })

  it('follow the second of two corrections if the first was interrupted', async () => {
    for (const date of DAYS) booked(date)
    const stop = new AbortController()
    stop.abort()
    await follow('Asia/Kolkata', { signal: stop.signal, stepMs: 0 }).catch(() => undefined)
    await follow('UTC', { signal: stop.signal, stepMs: 0 }).catch(() => undefined)
    await follow('America/Los_Angeles')
    expect(due().filter((reminder) => !isPast(reminder))).toEqual(planned('America/Los_Angeles'))
  })
})

describe('calendar files that were sent', () => {
  const from = { today: '2027-03-01', minute: 0 }
  const outdated = () => countOutdatedInvitations(db, { from, ofCalendars: CALENDAR_KINDS })
  const BY = { actor: 'rita', now: NOW }
  const resend = () => resendInvitations({ db, timeZone: test.emails.timeZone }, BY)

  /** The events in the sent emails, in order. */
  const events = () =>
    test.emails.sent.flatMap((subject) => {
      const sender = { ...SENDER, timeZone: test.emails.timeZone }
      const file = composeEmail(subject, sender).calendar
      if (!file) return []
      const { uid, sequence, startDate } = readInvitation(file.content, file.method).event
      return [{ uid, sequence, start: startDate.toJSDate() }]
    })

  it.each(ZONES)('are outdated in %s, and one press replaces them', async (zone) => {
    const ids = DAYS.map((date) => booked(date))
    await test.run()
    const before = events()
    test.emails.sent.length = 0
    await follow(zone)
    expect(outdated()).toBe(ids.length)
    expect(await resend()).toBe(ids.length)
    expect([outdated(), await resend()]).toEqual([0, 0])
    await test.run()
    expect(events().toSorted((a, b) => a.start.getTime() - b.start.getTime())).toEqual(
      DAYS.map((date, index) => ({
        uid: before[index]?.uid,
        sequence: (before[index]?.sequence ?? 0) + 1,
        start: instantOf({ date, startMinute: 540 }, zone),
      })),
    )
    expect(outdated()).toBe(0)
    expect(eventsOf(db, 'anna').map(({ kind, actor }) => [kind, actor])).toContainEqual([
      'user.email_resent',
      'rita',
    ])
  })

  it('are not outdated if both zones have the same time on that day', async () => {
    for (const date of DAYS) booked(date)
    await test.run()
    await follow('America/Toronto')
    expect(outdated()).toBe(0)
    // It has no daylight saving time.
    await follow('America/Panama')
    expect(outdated()).toBe(2)
    await follow(TIME_ZONE)
    expect(outdated()).toBe(0)
  })

  it('are not outdated if they were sent in the new time zone only', async () => {
    booked('2027-03-09')
    await follow('UTC')
    await test.run()
    expect(test.states()).toContain('booked sent')
    await follow(TIME_ZONE)
    expect(outdated()).toBe(1)
    await follow('UTC')
    expect(outdated()).toBe(0)
  })

  it('are counted per recipient, and sent to each of them', async () => {
    addPatient(db, 'anna')
    const child = addChildOf(db, 'anna', 'Mia')
    addPatient(db, 'ben')
    db.$client.exec(`
      UPDATE users SET email_verified = 1;
      INSERT INTO guardianships (child_id, uid, is_owner, may_book, may_pay, receives_email, created_at)
        VALUES ('${child}', 'ben', 0, 1, 0, 1, 0)`)
    booked('2027-03-09', { child })
    await test.run()
    await follow('UTC')
    expect(outdated()).toBe(2)
    expect(await resend()).toBe(2)
    test.emails.sent.length = 0
    await test.run()
    expect(test.emails.sent.map(({ recipient }) => recipient.name).toSorted()).toEqual([
      'anna',
      'ben',
    ])
  })

  it('are not outdated once the appointment is over, canceled or moved', async () => {
    booked(TUESDAY)
    const [canceled, moved] = [booked('2027-03-09'), booked('2027-03-16')]
    await test.run()
    await follow('UTC')
    expect(outdated()).toBe(3)
    expect(
      countOutdatedInvitations(db, {
        from: { today: dayAfter(TUESDAY), minute: 0 },
        ofCalendars: CALENDAR_KINDS,
      }),
    ).toBe(2)
    db.$client.prepare("UPDATE appointments SET status = 'cancelled' WHERE id = ?").run(canceled)
    expect(outdated()).toBe(2)
    db.$client
      .prepare(
        `INSERT INTO notifications (id, kind, appointment_id, uid, recipient, dedupe_key, data, due_at, created_at)
         VALUES ('zz', 'moved', ?, 'anna', 'anna@example.com', 'zz', '{}', 0, 0)`,
      )
      .run(moved)
    expect(outdated()).toBe(1)
  })

  it('are sent again in many short transactions', async () => {
    for (const date of DAYS) booked(date)
    await test.run()
    await follow('UTC')
    expect(await resendInvitations({ db, timeZone: 'UTC' }, BY, { stepMs: 0 })).toBe(DAYS.length)
    expect(outdated()).toBe(0)
  })

  it('of an earlier version count as sent in the time zone of the last start', () => {
    const old = oldDatabase('0094_ended_sign_ins')
    const notification =
      'INSERT INTO notifications (id, kind, appointment_id, recipient, dedupe_key, data, state, due_at, created_at)'
    old.$client.exec(`
      UPDATE clinic_settings SET time_zone = 'Europe/Berlin';
      INSERT INTO treatments (id, name, position) VALUES ('t', 'Allergy Testing', 1);
      INSERT INTO appointments (id, treatment_id, treatment, price_cents, date, start_minute, length_minutes,
        patient_name, email, phone, address, created_at)
        VALUES ('next', 't', 'Allergy Testing', 1, '2099-01-01', 540, 30, 'Anna', 'a@example.com', '1', '', 0),
          ('past', 't', 'Allergy Testing', 1, '2020-01-01', 540, 30, 'Anna', 'a@example.com', '1', '', 0);
      ${notification} VALUES
        ('1', 'booked', 'next', 'a@example.com', '1', '{}', 'sent', 0, 0),
        ('2', 'booked', 'next', 'a@example.com', '2', '{"others":["x"]}', 'sent', 0, 0),
        ('3', 'moved', 'next', 'a@example.com', '3', '{}', 'due', 0, 0),
        ('4', 'payment_due', 'next', 'a@example.com', '4', '{}', 'sent', 0, 0),
        ('5', 'booked', 'past', 'a@example.com', '5', '{}', 'sent', 0, 0)`)
    migrateDatabase(old)
    expect(listSentInvitations(old, '2099-01-01')).toMatchObject([
      { id: '1', timeZone: 'Europe/Berlin', isOutdated: false },
    ])
    expect(listSentInvitations(old, '2020-01-01')).toEqual([])
    expect(isTimeZoneBehind(old, 'Europe/Berlin')).toBe(false)
  })
})
