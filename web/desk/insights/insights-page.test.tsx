import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type {
  CheckUpInsights,
  InsightCounts,
  Insights,
  InsightsMoney,
} from '#contract/insights/insights.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { VISIT } from '#web/desk/patients/testing/noah.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { onScreen } from '#web/testing/screen-width.ts'
import InsightsPage from './insights-page.tsx'

const TODAY = '2026-06-05'

const counts: InsightCounts = {
  booked: 120,
  completed: 94,
  missed: 6,
  unsettled: 20,
  cancelledLate: 2,
  newFamilies: 7,
  bookedMinutes: 3_600,
  openMinutes: 9_600,
}
const before: InsightCounts = { ...counts, booked: 3, completed: 2, missed: 1, cancelledLate: 0 }
const noMoney = {
  taken: { card: 0, cash: 0, terminal: 0 },
  refunded: { cancelled: 0, already_paid: 0, mismatch: 0, staff: 0, dashboard: 0 },
  disputeLost: 0,
}
const days = {
  from: '2025-06-05',
  to: '2026-06-04',
  before: { from: '2024-06-05', to: '2025-06-04' },
}

const insights: Insights = {
  ...days,
  today: TODAY,
  unit: 'month',
  countedAt: '2026-06-05T15:00:00.000Z',
  doctors: [
    { _id: 'okafor', name: 'Dr. Amara Okafor', hasLeft: false },
    { _id: 'gone', name: 'Dr. Gone', hasLeft: true },
  ],
  treatments: [{ _id: 'allergy', name: 'Allergy Testing' }],
  total: counts,
  totalBefore: before,
  periods: [
    { from: '2026-05-01', to: '2026-05-31', ...counts, booked: 118 },
    { from: '2026-06-01', to: '2026-06-04', ...before, booked: 2 },
  ],
  filled: [{ weekday: 1, hour: 9, bookedMinutes: 60, openMinutes: 120 }],
  lead: { median: 4, bands: [60, 10, 10, 20, 10, 10] },
  leadBefore: { median: null, bands: [0, 0, 0, 0, 0, 0] },
  sources: { site: 90, desk: 26, links: [{ source: 'city.gov', booked: 4 }], otherLinks: 0 },
  thirdNext: [{ _id: 'allergy', name: 'Allergy Testing', date: '2026-06-09', days: 4 }],
  unpaid: {
    ages: [3, 0, 0, 2],
    doctors: [{ _id: 'okafor', name: 'Dr. Amara Okafor', ages: [3, 0, 0, 2] }],
  },
}
const money: InsightsMoney = {
  ...days,
  unit: 'month',
  total: { ...noMoney, taken: { card: 1_000.1, cash: 200.2, terminal: 0 } },
  totalBefore: noMoney,
  periods: [
    {
      from: '2026-05-01',
      to: '2026-05-31',
      ...noMoney,
      taken: { card: 1_000.1, cash: 200.2, terminal: 0 },
    },
  ],
  treatments: [{ _id: 'allergy', name: 'Allergy Testing', taken: 1_200.3, refunded: 0 }],
  unpaid: { ages: [330, 0, 0, 220], doctors: [] },
}

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  onScreen('wide')
  // Charts need a width to be drawn.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  server = fakeServer()
  server.answers['GET /config'] = () =>
    Response.json({ ...config, clinic: { ...config.clinic, today: TODAY } })
  server.answers['GET /insights'] = () => Response.json(insights)
  server.answers['GET /insights/money'] = () => Response.json(money)
  server.answers['GET /insights/check-ups'] = () => Response.json(checkUps)
})

const checkUps: CheckUpInsights = [
  {
    ...{ _id: 'row', ageMonths: 48, fromDays: -30, toDays: 180, treatment: 'Check-up' },
    ...{ asked: 20, booked: 9 },
  },
]

const open = (path = '/dashboard/insights') =>
  openAdminPage(path, InsightsPage, undefined, '/dashboard/insights/:figure?')

const tile = async (title: string) => {
  const list = await screen.findByRole('list', { name: 'Figures' })
  const heading = await within(list).findByRole('heading', { name: title })
  const item = heading.closest('li')
  if (!item) throw new Error(`${title} is in no list`)
  return item
}

it('shows figures with the previous ones, and numbers instead of rates for few cases', async () => {
  open()
  expect(await tile('No-shows')).toHaveTextContent('6%')
  expect(await tile('No-shows')).toHaveTextContent('1 of 3 before; 20 not settled')
  expect(await tile('Filled')).toHaveTextContent('38%')
  expect(await tile('Booked ahead')).toHaveTextContent('4 daysmedian; – before')
  expect(await tile('Not paid, over 30 days')).toHaveTextContent('$220.00')
  expect(await tile('Money taken')).toHaveTextContent('$1,200.30')
})

it('describes each chart in a sentence, with a table and its CSV', async () => {
  const save = vi.fn((_: Blob) => 'blob:csv')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL() {} }))
  const { user } = open()
  expect(
    await screen.findByRole('img', {
      name: '120 appointments in all, the most in the month of May 2026: 118.',
    }),
  ).toBeVisible()
  const chart = within(screen.getByRole('region', { name: 'Booked per month' }))
  await user.click(chart.getByText('As a table'))
  expect(chart.getByRole('row', { name: /^May 2026/ })).toHaveTextContent('May 202611894620')
  await user.click(chart.getByRole('button', { name: /CSV/ }))
  expect(await save.mock.calls[0]?.[0].text()).toContain('May 2026,118,94,6,20,38%')
})

it('links from a figure to its appointments', async () => {
  server.answers['GET /insights/appointments'] = () =>
    Response.json(
      [
        {
          ...VISIT,
          doctor: null,
          patientName: 'Mia Parent',
          family: 'paula',
          phone: '(503) 555-0100',
          dialablePhone: '+15035550100',
        },
      ],
      { headers: { 'x-total-count': '1' } },
    )
  const { user } = open()
  await user.click(await screen.findByRole('link', { name: 'Show 2 not paid' }))
  expect(await screen.findByRole('heading', { name: 'Not paid' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Mia Parent' })).toHaveAttribute(
    'href',
    '/dashboard/families/paula',
  )
  const [call] = server.callsOf('GET', '/insights/appointments')
  expect(Object.fromEntries(call?.url.searchParams ?? [])).toEqual({
    of: 'unpaid',
    from: '2000-01-01',
    to: '2026-05-05',
  })
})

it('requests the chosen days, doctor and treatment', async () => {
  const { user } = open()
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Doctor' }),
    'Dr. Gone (has left)',
  )
  await user.click(screen.getByRole('radio', { name: '4 weeks' }))
  const last = server.callsOf('GET', '/insights').at(-1)
  expect(Object.fromEntries(last?.url.searchParams ?? [])).toEqual({
    from: '2026-05-08',
    to: '2026-06-04',
    doctor: 'gone',
  })
})

it('shows for how many children families were asked to book check-ups, and how many are booked', async () => {
  open()
  const card = await screen.findByRole('region', { name: 'Check-ups asked for' })
  expect(card).toHaveTextContent('At 4 years: 9 of 20 booked')
  expect(card).toHaveTextContent('45%')
})

it('says that the figures are being counted, and shows them as soon as they are', async () => {
  server.answers['GET /insights'] = () => Response.json({ ...insights, countedAt: null })
  open()
  expect(await screen.findByText('The figures are being counted for the first time')).toBeVisible()
  server.answers['GET /insights'] = () => Response.json(insights)
  expect(await screen.findByRole('list', { name: 'Figures' }, { timeout: 5_000 })).toBeVisible()
})
