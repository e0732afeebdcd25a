import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatSlot } from '#contract/booking/slots.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { moveToTime } from '#domain/booking/move-appointment.ts'
import { createClinicClock, instantOf } from '#domain/clinic-clock.ts'
import { booked, TIME_ZONE } from '#domain/testing/booking.ts'
import { type EmailTest, emailTest, HOUR, MINUTE } from '#domain/testing/emails.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { SENDER } from '../content/examples.ts'
import { CalendarModel } from '../testing/calendar-model.ts'
import { composeEmail } from './compose.ts'
import type { SendVerdict } from './mailer.ts'

// calendar-file.test.ts tests calendar files alone. Here they pass through the database, the job and a
// failing mail server.

/** More with `HISTORIES=10000`. */
const HISTORIES = Number(process.env.HISTORIES ?? 200)

const DAYS = ['2027-03-02', '2027-03-03', '2027-03-15'] as const

type Step =
  | { act: 'move'; date: string; startMinute: number }
  | { act: 'cancel' }
  | { act: 'wait'; minutes: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('move' as const),
    date: fc.constantFrom(...DAYS),
    startMinute: fc.integer({ min: 0, max: 15 }).map((half) => 9 * 60 + half * 30),
  }),
  fc.record({ act: fc.constant('cancel' as const) }),
  fc.record({ act: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 40 }) }),
)

/** The mail server's response to each attempt; afterwards it accepts all. */
const answers = fc.array(fc.constantFrom('accept', 'refuse', 'lose', 'accept and lose'), {
  maxLength: 6,
})

const RETRY: SendVerdict = { kind: 'retry', code: 'EENVELOPE', response: '450 later' }
const LOST: SendVerdict = { kind: 'maybe-sent', code: 'ECONNECTION', response: 'lost' }

/** A history of one appointment, and the family's calendar at its end. */
async function run(test: EmailTest, { steps, answers }: { steps: Step[]; answers: string[] }) {
  const { db, emails } = test
  const start = test.now
  const calendar = new CalendarModel()
  const sequences: number[] = []
  let dead = false
  const deadEmails: string[] = []
  const clock = createClinicClock({ timeZone: TIME_ZONE, horizonDays: 90 }, () => test.now)
  const replies = [...answers]
  emails.respond = (subject) => {
    const answer = replies.shift() ?? 'accept'
    if (answer === 'refuse') return RETRY
    if (answer === 'lose') return LOST
    if (dead && subject.kind !== 'cancelled') deadEmails.push(subject.kind)
    const file = composeEmail(subject, SENDER).calendar
    if (file && 'appointment' in subject) {
      calendar.apply(file.content, file.method)
      sequences.push(subject.appointment.sequence)
    }
    return answer === 'accept' ? { kind: 'sent', messageId: `<${subject.id}@clinic>` } : LOST
  }

  const { id } = booked(db, { date: DAYS[0] })
  const live = () => {
    const row = findAppointment(db, id)
    return row?.status === 'booked' ? row : undefined
  }
  const by = () => ({ actor: 'anna', moment: clock.moment(), now: test.now })
  await test.run()
  for (const step of steps) {
    const row = live()
    if (step.act === 'wait') await test.pass(step.minutes * MINUTE, 5 * MINUTE)
    else if (row && step.act === 'move') {
      const slot = formatSlot({ ...step, lengthMinutes: row.lengthMinutes })
      const isThere = row.date === step.date && row.startMinute === step.startMinute
      if (!isThere) {
        expect(moveToTime(db, row, { date: step.date, slot }, by())).toEqual({ outcome: 'moved' })
      }
    } else if (row && step.act === 'cancel') {
      dead = true
      cancelByClinic(db, row, by())
    }
    await test.run()
  }
  await test.pass(3 * HOUR, 15 * MINUTE)
  const row = findAppointment(db, id)
  const left = live()
  if (left) cancelByClinic(db, left, by())
  db.$client.exec("DELETE FROM notifications WHERE state = 'due'")
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
