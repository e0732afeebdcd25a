import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { describeDeadlines, type TermedAppointment } from '#contract/booking/deadlines.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import { DEFAULT_CHANGE_RULES } from '#contract/clinic/clinic-settings.ts'
import { instantOf, wallClockAt } from '#contract/clinic-time.ts'
import { dayAfter, formatWireDate } from '#contract/dates.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { exampleAppointment, SENDER, TERMS } from '#domain/notifications/content/examples.ts'
import { describeEmail } from '#domain/notifications/kinds/describe-email.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { Deadlines } from '#web/components/deadlines.tsx'
import { configOptions } from '#web/lib/api/config.ts'

const { timeZone } = SENDER
const STEPS = {
  bands: [
    { hours: 48, percent: 100 },
    { hours: 24, percent: 50 },
    { hours: 0, percent: 0 },
  ],
}

afterEach(() => vi.useRealTimers())

/** A random appointment, some around both clock changes, at a moment up to three days before its start. */
const anyMoment = fc.record({
  date: fc
    .tuple(
      fc.constantFrom('2026-11-01', '2027-03-14', '2027-01-20'),
      fc.integer({ min: -1, max: 3 }),
    )
    .map(([day, days]) => dayAfter(day, days)),
  startMinute: fc.integer({ min: 0, max: 23 * 60 }),
  minutesBefore: fc.integer({ min: 1, max: 72 * 60 }),
  terms: fc.constantFrom(DEFAULT_TERMS, STEPS),
  refundCeiling: fc.constantFrom(null, 0, 50),
  moves: fc.integer({ min: 0, max: 3 }),
})

it('screens and emails show the same sentence, for 1,000 random appointments', () => {
  const rules = DEFAULT_CHANGE_RULES
  fc.assert(
    fc.property(anyMoment, ({ date, startMinute, minutesBefore, ...own }) => {
      const startsAt = instantOf({ date, startMinute }, timeZone)
      const now = new Date(startsAt.getTime() - minutesBefore * 60_000)
      vi.useFakeTimers({ now, toFake: ['Date'] })
      const { mostMoves } = rules
      const { terms, refundCeiling: ceiling, moves } = own
      const online = { ...rules, canMove: moves < mostMoves }
      const question = { date, startMinute, timeZone, terms, ceiling, online, now }
      const expected = describeDeadlines(question)

      const slot = formatSlot({ startMinute, lengthMinutes: 30 })
      const surfaces: Record<string, TermedAppointment> = {
        // Confirmations, bills and lists read the appointment, its page the options.
        appointment: { date: formatWireDate(date), slot, ...own },
        options: { date, slot, terms, refundCeiling: ceiling, movesLeft: mostMoves - moves },
        // The dialog reads the chosen time, which was never moved.
        ...(moves === 0 && ceiling === null && { dialog: { date, slot, terms } }),
      }
      const queries = queriesAt(now)
      for (const appointment of Object.values(surfaces)) {
        expect(shownBy(appointment, queries)).toEqual(expected)
      }
      const email = describeEmail(
        {
          kind: 'booked',
          id: '1',
          recipient: { name: 'Ann', address: 'ann@example.test', hasAccount: true, language: 'en' },
          appointment: exampleAppointment({ date, startMinute }),
          terms: { ...TERMS, ...own, rules, now },
          others: [],
        },
        SENDER,
      )
      const detail = email.details.find(({ label }) => label === 'Changes and refunds')
      expect(detail?.lines).toEqual(describeDeadlines({ ...question, isReadLater: true }))
      // Only a sentence that counts from now is worded differently in emails.
      const isCounted = expected.some((line) => line.startsWith('Starts in'))
      if (!isCounted) expect(detail?.lines).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
})

function queriesAt(now: Date): QueryClient {
  const { today } = wallClockAt(now, timeZone)
  const nextDay = instantOf({ date: dayAfter(today), startMinute: 0 }, timeZone)
  const nextDayIn = nextDay.getTime() - now.getTime()
  const queries = new QueryClient()
  const { changeUntilHours, mostMoves } = DEFAULT_CHANGE_RULES
  queries.setQueryData(configOptions().queryKey, {
    ...config,
    identity: { ...config.identity, mode: 'emulator' },
    clinic: { ...config.clinic, timeZone, today, nextDayIn },
    onlineRules: { changeUntilHours, mostMoves },
  })
  return queries
}

function shownBy(appointment: TermedAppointment, queries: QueryClient): string[] {
  const html = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: queries },
      createElement(Deadlines, { appointments: [appointment] }),
    ),
  )
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = '']) => text)
}
