import { expect, type Page } from '@playwright/test'
import { dayAfter } from '#contract/dates.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { sessionOf } from './member.ts'
import { openWith } from './screen.ts'
import { registerStaff } from './staff.ts'

/** A day on which the clock of the page says 10:10. */
const BUSY_DAY = '2026-06-05'

/** The days that a request asks for. */
function daysOf(url: string): string[] {
  const { searchParams } = new URL(url)
  const first = searchParams.get('date') ?? ''
  const length = Number(searchParams.get('days') ?? 1)
  return Array.from({ length }, (_, index) => dayAfter(first, index))
}

/** Answers the agenda's requests, for days or for single appointments, instead of the server. */
export function answerAgenda(
  page: Page,
  entries: readonly AgendaEntry[],
  facts: Pick<Agenda, 'today' | 'minute'> & Partial<Agenda>,
): Promise<unknown> {
  const clinic = { checkInMinutes: 60, lateMinutes: 5, rooms: [], toSettle: 0, toHandBack: 0 }
  return page.route('**/agenda?*', (route) => {
    // The page itself has the same path.
    if (route.request().resourceType() === 'document') return route.fallback()
    // Changes by other tests make the page ask for single appointments.
    const ids = new URL(route.request().url()).searchParams.get('ids')?.split(',')
    const days = daysOf(route.request().url())
    const asked = entries.filter(
      ({ _id, date }) => days.includes(date) && (!ids || ids.includes(_id)),
    )
    return route.fulfill({ json: { ...clinic, ...facts, entries: asked } })
  })
}

/** Answers the calendar's requests: every day looks like the first one of `frame`. */
export function answerFrame(page: Page, frame: AgendaFrame): Promise<unknown> {
  const [day] = frame.days
  return page.route('**/agenda/frame?*', (route) => {
    const days = daysOf(route.request().url()).map((date) => ({ ...day, date }))
    return route.fulfill({ json: { ...frame, days } })
  })
}

/** Opens a busy day, whose doctors and appointments the test server does not have. */
export async function openBusyDay(
  page: Page,
  { doctors = 20, each = 15, from = BUSY_DAY, view = 'day' } = {},
) {
  const staff = await registerStaff()
  const today = BUSY_DAY
  const hours = [{ from: 9 * 60, to: 17 * 60 }]
  const everyone = Array.from({ length: doctors }, (_, index) => ({
    _id: `doctor-${index}`,
    name: `Dr. Number ${index}`,
    treatments: ['nutrition'],
  }))
  const frame: AgendaFrame = {
    today,
    minute: 10 * 60 + 10,
    doctors: everyone,
    treatments: [],
    days: [
      {
        date: today,
        hours,
        closures: [],
        doctors: everyone.map(({ _id }, index) => ({
          _id,
          hours,
          absences: index === 1 ? [{ from: 16 * 60, to: 17 * 60, reason: 'Training' }] : [],
        })),
      },
    ],
  }
  const attendances = ['expected', 'arrived', 'completed', 'no_show'] as const
  const entries = Array.from({ length: doctors * each }, (_, index): AgendaEntry => {
    const doctor = everyone[index % doctors]
    const startMinute = 9 * 60 + 30 * Math.floor(index / doctors)
    return {
      ...expected,
      _id: `visit-${index}`,
      date: today,
      startMinute,
      lengthMinutes: 30,
      patientName: `Patient ${index}`,
      note: index % 5 === 0 ? 'A note' : '',
      family: `family-${index}`,
      doctor: { _id: doctor?._id ?? '', name: doctor?.name ?? '' },
      attendance: startMinute < 11 * 60 ? (attendances[index % 4] ?? 'expected') : 'expected',
    }
  })
  const slots = ['04:30 PM - 05:00 PM']
  const available: Treatment[] = [
    {
      _id: 'nutrition',
      name: 'Nutrition Services',
      price: 70,
      slots,
      doctors: everyone.map(({ _id, name }) => ({ _id, name, slots })),
    },
  ]
  await answerAgenda(page, entries, { today, minute: frame.minute })
  await answerFrame(page, frame)
  const options = { ...changeFixture.options, treatmentId: 'nutrition' }
  await page.route('**/appointments/*/options', (route) => route.fulfill({ json: options }))
  await page.route('**/agenda/available?*', (route) => route.fulfill({ json: available }))
  await openWith(page, sessionOf(staff), `/dashboard/agenda?view=${view}&date=${from}`)
  await expect(page.locator('[data-entry]')).toHaveCount(from === today ? doctors * each : 0)
  return { entries }
}
