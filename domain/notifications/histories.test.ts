import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findAppointment } from '../../drizzle/queries/appointments.ts'
import { notifyFamily } from '../../drizzle/queries/notifications.ts'
import { instantOf } from '../clinic-clock.ts'
import { book } from '../testing/booking.ts'
import { type EmailTest, emailTest, HOUR, MINUTE } from '../testing/emails.ts'
import { composeEmail } from './compose.ts'
import type { SendVerdict } from './mailer.ts'
import { CalendarModel } from './testing/calendar-model.ts'
import { SENDER } from './testing/subjects.ts'

// The calendar files alone: calendar-file.test.ts. Here they take the way through the database, the
// job and a mail server in trouble.

/** More with `HISTORIES=10000`. */
const HISTORIES = Number(process.env.HISTORIES ?? 200)

const DATE = '2027-03-02'

const step = fc.oneof(
  fc.record({ act: fc.constant('move' as const), minute: fc.integer({ min: 540, max: 900 }) }),
  fc.record({ act: fc.constant('cancel' as const), minute: fc.constant(0) }),
  fc.record({ act: fc.constant('wait' as const), minute: fc.integer({ min: 0, max: 40 }) }),
)

/** What the mail server does with each attempt; afterwards it accepts all. */
const answers = fc.array(fc.constantFrom('accept', 'refuse', 'lose', 'accept and lose'), {
  maxLength: 6,
})

const RETRY: SendVerdict = { kind: 'retry', code: 'EENVELOPE', response: '450 later' }
const LOST: SendVerdict = { kind: 'maybe-sent', code: 'ECONNECTION', response: 'lost' }

/** A history of one appointment, and the calendar of the family at its end. */
async function run(
  test: EmailTest,
  { steps, answers }: { steps: { act: string; minute: number }[]; answers: string[] },
) {
  const { db, emails } = test
  const start = test.now
  const calendar = new CalendarModel()
  const sequences: number[] = []
  let dead = false
  const deadEmails: string[] = []
  const left = [...answers]
  emails.respond = (subject) => {
    const answer = left.shift() ?? 'accept'
    if (answer === 'refuse') return RETRY
    if (answer === 'lose') return LOST
    if (dead && subject.kind !== 'cancelled') deadEmails.push(subject.kind)
    const { calendar: file } = composeEmail(subject, SENDER)
    if (file && 'appointment' in subject) {
      calendar.apply(file.content, file.method)
      sequences.push(subject.appointment.version)
    }
    return answer === 'accept' ? { kind: 'sent', messageId: `<${subject.id}@clinic>` } : LOST
  }

  const outcome = book(db, { date: DATE })
  if (outcome.outcome !== 'booked') throw new Error(outcome.outcome)
  const { id } = outcome.appointment
  const change = (set: string) =>
    db.$client.prepare(`UPDATE appointments SET ${set}, version = version + 1 WHERE id = ?`).run(id)
  await test.run()
  for (const { act, minute } of steps) {
    const row = findAppointment(db, id)
    if (act === 'wait') await test.pass(minute * MINUTE, 5 * MINUTE)
    else if (row?.status === 'booked' && act === 'move' && row.startMinute !== minute) {
      const { date, startMinute, lengthMinutes } = row
      change(`start_minute = ${minute}`)
      const from = { date, startMinute, lengthMinutes }
      notifyFamily(db, id, { kind: 'moved', data: { from } }, test.now)
      await test.run()
    } else if (row?.status === 'booked' && act === 'cancel') {
      change("status = 'cancelled'")
      dead = true
      const data = { by: 'clinic', refund: false } as const
      notifyFamily(db, id, { kind: 'cancelled', data }, test.now)
      await test.run()
    }
  }
  await test.pass(2 * HOUR, 5 * MINUTE)
  const row = findAppointment(db, id)
  if (row?.status === 'booked') change("status = 'cancelled'")
  test.now = start
  return { row, event: [...calendar.events.values()][0], sequences, deadEmails }
}

it(`${HISTORIES} random histories leave the family’s calendar right`, async () => {
  const test = emailTest()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), answers, async (steps, given) => {
      const { row, event, sequences, deadEmails } = await run(test, { steps, answers: given })
      expect(deadEmails).toEqual([])
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
      if (row?.status === 'booked') {
        const start = instantOf(row, SENDER.timeZone).getTime() / 1000
        expect(event).toMatchObject({ isCancelled: false, start, sequence: row.version })
      } else if (event) {
        expect(event).toMatchObject({ isCancelled: true })
      }
    }),
    { numRuns: HISTORIES },
  )
}, 600_000)
