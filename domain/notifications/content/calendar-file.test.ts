import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleAppointment, SENDER } from '../content/examples.ts'
import { CalendarModel } from '../testing/calendar-model.ts'
import { calendarFile } from './calendar-file.ts'
import type { EmailedAppointment } from './email-subject.ts'
import { speak } from './speech.ts'

const recipient = { name: 'Ann Parent', address: 'ann@example.test' }

/** Days before and after both clock changes, at several times. */
const time = fc.record({
  date: fc.constantFrom('2027-03-12', '2027-03-15', '2027-11-05', '2027-11-08'),
  startMinute: fc.integer({ min: 8 * 60, max: 16 * 60 }),
})

/** A booking, then moves, and perhaps a cancellation. Emails may arrive twice, and late. */
const history = fc.record({
  times: fc.array(time, { minLength: 1, maxLength: 5 }),
  isCancelled: fc.boolean(),
  again: fc.array(fc.nat(), { maxLength: 3 }),
})

test('leave a calendar right after any history', () => {
  fc.assert(
    fc.property(history, ({ times, isCancelled, again }) => {
      const versions = times.map((at, version) => ({ at, version, isCancelled: false }))
      const last = { at: times.at(-1) ?? times[0], version: times.length, isCancelled: true }
      const sent = [...versions, ...(isCancelled ? [last] : [])].map((step) => {
        const changedAt = new Date(Date.UTC(2027, 0, 1, 0, step.version))
        const appointment = exampleAppointment({ ...step.at, sequence: step.version, changedAt })
        return {
          ...calendarFile(
            { appointment, isCancelled: step.isCancelled, recipient },
            speak('en', SENDER),
          ),
        }
      })
      const late = again.map((index) => sent[index % sent.length] ?? sent[0])
      const model = new CalendarModel()
      for (const file of [...sent, ...late]) if (file) model.apply(file.content, file.method)

      expect(model.events.size).toBe(1)
      const [event] = model.events.values()
      expect(event).toMatchObject({
        isCancelled,
        sequence: sent.length - 1,
        start: startOf(exampleAppointment(times.at(-1))),
      })
      expect((event?.end ?? 0) - (event?.start ?? 0)).toBe(30 * 60)
    }),
    { numRuns: 2_000 },
  )
})

/** The start in seconds, computed independently: Intl reads the clock at both offsets. */
function startOf({ date, startMinute }: EmailedAppointment): number {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: SENDER.timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const time = new Date(startMinute * 60_000).toISOString().slice(11, 16)
  const instant = [7, 8]
    .map((offset) => Date.parse(`${date}T00:00:00Z`) + (offset * 60 + startMinute) * 60_000)
    .find((candidate) => clock.format(candidate) === `${date} ${time}`)
  return (instant ?? Number.NaN) / 1_000
}

test('is named as the clinic has set it', () => {
  const clinic = { ...SENDER.clinic, calendarTitle: 'Visit, at Sprout' }
  const file = { appointment: exampleAppointment(), isCancelled: false, recipient }
  const { content } = calendarFile(file, speak('en', { ...SENDER, clinic }))
  expect(content).toContain('SUMMARY:Visit\\, at Sprout')
})
