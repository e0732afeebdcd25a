import { expect } from '@playwright/test'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type {
  CheckUpInsights,
  InsightAppointments,
  InsightCounts,
  Insights,
  InsightsMoney,
} from '#contract/insights/insights.ts'
import { changeAddress } from '../browser/visitor.ts'
import { openAsAdmin } from './demo-admin.ts'
import { answerWith, type Scene, scene, type Tour } from './scene.ts'

const FIGURES = /\/insights\?/
const MONEY = /\/insights\/money\?/
const CHECK_UPS = /\/insights\/check-ups\?/
const ROWS = /\/insights\/appointments\?/

const DAYS = {
  from: '2025-11-01',
  to: '2026-10-31',
  before: { from: '2024-11-01', to: '2025-10-31' },
}
const TODAY = '2026-11-01'
const DOCTOR = { _id: 'okafor', name: 'Dr. Amara Wolfeschlegelsteinhausenbergerdorff' }
const TREATMENTS = ['Parenatal/Newborn', 'Vaccinations/Immunizations', 'Allergy Testing'].map(
  (name, at) => ({ _id: `treatment-${at}`, name }),
)

/** Twelve months, each busier than the previous one. */
const MONTHS = Array.from({ length: 12 }, (_, at) => {
  const from = new Date(Date.UTC(2025, 10 + at, 1)).toISOString().slice(0, 10)
  const to = dayAfter(new Date(Date.UTC(2025, 11 + at, 1)).toISOString().slice(0, 10), -1)
  return { from, to, at }
})

const countsOf = (busy: number): InsightCounts => ({
  booked: 900 + 20 * busy,
  completed: 820 + 18 * busy,
  missed: 52 + (busy % 4),
  unsettled: 28,
  cancelledLate: 21 - (busy % 3),
  newFamilies: 40 + busy,
  bookedMinutes: 27_000 + 600 * busy,
  openMinutes: 43_200,
})
const sum = (rows: readonly InsightCounts[]): InsightCounts =>
  structuredClone(rows).reduce((total, row) => {
    for (const key of Object.keys(row) as (keyof InsightCounts)[]) total[key] += row[key]
    return total
  })

const monthly = MONTHS.map(({ at }) => countsOf(at))
const YEAR: Insights = {
  ...DAYS,
  today: TODAY,
  unit: 'month',
  countedAt: '2026-11-01T15:00:00.000Z',
  doctors: [{ ...DOCTOR, hasLeft: false }],
  treatments: TREATMENTS,
  total: sum(monthly),
  totalBefore: sum(monthly.slice(0, 10)),
  periods: MONTHS.map(({ from, to, at }) => ({ from, to, ...countsOf(at) })),
  filled: [1, 2, 3, 4, 5].flatMap((weekday) =>
    [9, 10, 11, 12, 13, 14, 15, 16].map((hour) => ({
      weekday,
      hour,
      bookedMinutes: 60 * (20 - weekday - Math.abs(hour - 10)),
      openMinutes: 1_200,
    })),
  ),
  lead: { median: 8, bands: [2_400, 1_200, 1_900, 1_700, 2_200, 1_600] },
  leadBefore: { median: 6.5, bands: [2_400, 1_200, 1_900, 1_700, 2_200, 1_600] },
  sources: {
    site: 8_900,
    desk: 3_000,
    links: [
      { source: 'vaccines.example.gov', booked: 214 },
      { source: `${'school-nurse-'.repeat(7)}newsletter`, booked: 6 },
    ],
    otherLinks: 3,
  },
  thirdNext: TREATMENTS.map((treatment, at) => ({
    ...treatment,
    date: at === 0 ? null : dayAfter(TODAY, 4 * at),
    days: at === 0 ? null : 4 * at,
  })),
  unpaid: { ages: [24, 11, 6, 3], doctors: [{ ...DOCTOR, ages: [24, 11, 6, 3] }] },
}

const moneyOf = (busy: number) => ({
  taken: { card: 52_000 + 900.1 * busy, cash: 11_000.2, terminal: 20_000 + 100 * busy },
  refunded: { cancelled: 2_300, already_paid: 110, mismatch: 0, staff: 95.5, dashboard: 0 },
  disputeLost: 0,
})
const MONEY_OF_YEAR: InsightsMoney = {
  ...DAYS,
  unit: 'month',
  total: { ...moneyOf(700), disputeLost: 110 },
  totalBefore: moneyOf(500),
  periods: MONTHS.map(({ from, to, at }) => ({ from, to, ...moneyOf(at) })),
  treatments: TREATMENTS.map((treatment, at) => ({
    ...treatment,
    taken: 300_000.4 / (at + 1),
    refunded: 1_200,
  })),
  unpaid: {
    ages: [2_640, 1_210, 660, 330],
    doctors: [{ ...DOCTOR, ages: [2_640, 1_210, 660, 330] }],
  },
}

const MISSED: InsightAppointments = Array.from({ length: 3 }, (_, at) => ({
  _id: `missed-${at}`,
  date: dayAfter('2026-10-30' as IsoDate, -at),
  startMinute: 540 + 30 * at,
  lengthMinutes: 30,
  treatment: 'Vaccinations/Immunizations',
  doctor: DOCTOR.name,
  patientName: 'Mia Wolfeschlegelsteinhausenbergerdorff',
  family: 'family',
  phone: '+1 503 555 0100',
  dialablePhone: '+15035550100',
  price: 110,
}))

const ASKED: CheckUpInsights = [0, 12, 24, 48, 120].map((ageMonths, at) => ({
  _id: `row-${at}`,
  ...{ ageMonths, fromDays: 3, toDays: 7, treatment: 'Parenatal/Newborn' },
  ...{ asked: 240 - 40 * at, booked: 171 - 30 * at },
}))

const scenes: readonly Scene[] = [
  scene('insights', async (page) => {
    await answerWith(page, FIGURES, 200, YEAR)
    await answerWith(page, MONEY, 200, MONEY_OF_YEAR)
    await answerWith(page, CHECK_UPS, 200, ASKED)
    await openAsAdmin(page, '/dashboard/insights')
    await expect(page.getByText('On day 3–7: 171 of 240 booked')).toBeVisible()
    await expect(page.getByRole('img', { name: /were taken and/ })).toBeVisible()
  }),
  scene('insights-tables', async (page) => {
    for (const summary of await page.getByText('As a table').all()) await summary.click()
    await expect(page.getByRole('table', { name: /^Booked per month/ })).toBeVisible()
  }),
  scene('insights-missed', async (page) => {
    await answerWith(page, ROWS, 200, MISSED)
    await changeAddress(page, `/dashboard/insights/missed?from=${DAYS.from}&to=${DAYS.to}`)
    await expect(page.getByRole('link', { name: /Wolfeschlegel/ }).first()).toBeVisible()
  }),
]

/** The clinic's figures, for admins. */
export const insightsTour: Tour = { name: 'insights', scenes }
