import { expect } from '@playwright/test'
import { weekdayOf } from '#contract/dates.ts'
import type { AgendaEntry, AgendaMonth } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import { after, expected as visit } from '#machines/testing/attendance/attendance-walks.ts'
import { answerAgenda, answerFrame } from '../browser/busy-day.ts'
import { sessionOf } from '../browser/member.ts'
import { openWith } from '../browser/screen.ts'
import { registerDoctor } from '../browser/staff.ts'
import { changeAddress, workingDay } from '../browser/visitor.ts'
import { openAsAdmin } from './demo-admin.ts'
import { answerWith, overlay, restore, type Scene, scene, type Tour } from './scene.ts'

const DAY = workingDay(0)
/** 10:40 AM */
const NOW = 10 * 60 + 40
const HOURS = [{ from: 9 * 60, to: 17 * 60 }]
const LUNCH = [
  { from: 9 * 60, to: 12 * 60 },
  { from: 13 * 60, to: 17 * 60 },
]

const DOCTORS = [
  'Dr. Amara Okafor',
  'Dr. Daniel Reyes',
  'Dr. Fatima Ali',
  'Dr. Henrik Larsen',
  'Dr. Ingrid Lindqvist',
  'Dr. Leila Haddad',
  'Dr. Maria Rossi',
  'Dr. Ravi Patel',
].map((name, index) => ({ _id: `doctor-${index}`, name, treatments: [] }))
const FIRST_NAMES =
  'Mia Noah Ava Liam Emma Lucas Zoe Ethan Ida Omar Lena Kofi Nora Jonas Priya Mateo Aisha Theo Ren Hana Elif Hugo Ruth Max Lina Leo Zuri Bruno Amani Emil Frieda Walter Sofia Danylo Rohan Anika Jin'.split(
    ' ',
  )
const SURNAMES = ['Garcia', 'Lindqvist', 'Okonkwo', 'Parker', 'Nguyen', 'Petersen', 'Silva']
const TREATMENTS = [
  'Vaccinations/Immunizations',
  'Weight Loss',
  'Allergy Testing',
  'Nutrition Services',
]

/** Unpaid, paid by card, and paid at the desk. */
const PAYMENTS: readonly Partial<AgendaEntry>[] = [
  {},
  { paid: true, payment: { method: 'card', day: DAY, receipt: null } },
  { paid: true, payment: { method: 'cash', day: DAY, receipt: '2026-000042' } },
]

const pick = <Item>(items: readonly Item[], at: number): Item => {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

/** Sets the attendance that an appointment has reached by now. */
function attended(entry: AgendaEntry, at: number): AgendaEntry {
  if (entry.startMinute > NOW) return entry
  if (at % 13 === 0) return after(entry, 'no_show')
  const now = [entry, after(entry, 'arrived'), after(entry, 'completed')]
  if (entry.startMinute > NOW - 45) return pick(now, at)
  return after(entry, 'completed')
}

const ENTRIES = DOCTORS.flatMap((doctor, column) =>
  Array.from({ length: 16 }, (_, index) => ({ index, at: column * 16 + index }))
    // Some times are free, and one doctor has a lunch break at noon.
    .filter(({ index, at }) => at % 7 !== 5 && !(column === 2 && (index === 6 || index === 7)))
    .map(({ index, at }) =>
      attended(
        {
          ...visit,
          _id: `visit-${at}`,
          date: DAY,
          startMinute: 9 * 60 + 30 * index,
          lengthMinutes: at % 5 === 3 ? 15 : 30,
          treatment: pick(TREATMENTS, at),
          doctor,
          family: `family-${at}`,
          patientName: `${pick(FIRST_NAMES, at)} ${pick(SURNAMES, at)}`,
          note: at % 11 === 4 ? 'Brings the vaccination card.' : '',
          missed: at % 11 === 3 ? 2 : 0,
          ...pick(PAYMENTS, at),
        },
        at,
      ),
    ),
).sort((a, b) => a.startMinute - b.startMinute)

const FRAME: AgendaFrame = {
  today: DAY,
  minute: NOW,
  doctors: DOCTORS,
  treatments: [],
  days: [
    {
      date: DAY,
      hours: HOURS,
      closures: [],
      doctors: DOCTORS.map(({ _id }, index) => ({
        _id,
        hours: index === 2 ? LUNCH : HOURS,
        absences: index === 4 ? [{ from: 15 * 60, to: 17 * 60, reason: 'Training' }] : [],
      })),
    },
  ],
}

const ALERT = {
  ...{ _id: 'alert', version: 1, kind: 'allergy', text: 'Penicillin' },
  ...{ by: 'Rita Receptionist', at: `${DAY}T15:00:00.000Z` },
}
const CHILD = {
  ...{ _id: 'child', birthDate: '2023-05-14', age: '3 years' },
  bookedBy: 'Paula Garcia',
}

const AGENDA = { today: DAY, minute: NOW, toSettle: 2, toHandBack: 1 }

/** Weekends are closed, and so is one of the weekdays. */
const MONTH: AgendaMonth = {
  today: DAY,
  days: Array.from({ length: 28 }, (_, index) => {
    const date = `${DAY.slice(0, 7)}-${String(index + 1).padStart(2, '0')}`
    const isClosed = [0, 6].includes(weekdayOf(date)) || index === 9
    const appointments = isClosed ? 0 : 20 + ((index * 37) % 90)
    return {
      ...{ date, appointments, unpaid: index < 14 ? index % 4 : appointments % 50 },
      ...{ bookedMinutes: appointments * 30, openMinutes: isClosed ? 0 : 3600 },
      closures: index === 9 ? ['Staff training, with a long reason'] : [],
    }
  }),
}

const scenes: readonly Scene[] = [
  scene('workspace-calendar', async (page) => {
    await answerAgenda(page, ENTRIES, AGENDA)
    await answerFrame(page, FRAME)
    await openAsAdmin(page, `/dashboard/agenda?view=day&date=${DAY}`)
    await expect(page.locator('[data-entry]').nth(20)).toBeVisible()
  }),
  scene('workspace-list', async (page) => {
    // Slightly more rows than a window shows, with one of each kind after the first open one.
    const entries = ENTRIES.filter(({ doctor }) =>
      DOCTORS.slice(0, 3).some(({ _id }) => _id === doctor?._id),
    )
    await answerAgenda(page, entries, AGENDA)
    await page.goto(`/dashboard/agenda?view=list&date=${DAY}`)
    for (const state of ['Arrived', 'Late', 'Next', 'Completed']) {
      await expect(page.getByRole('row').getByText(state, { exact: true }).first()).toBeVisible()
    }
  }),
  overlay('agenda-keys', async (page) => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  }),
  scene('agenda-week', async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Week' }).click()
    await expect(page.getByRole('link', { name: /^Mon, / })).toBeVisible()
  }),
  scene('agenda-month', async (page) => {
    await answerWith(page, '**/agenda/month?*', 200, MONTH)
    await page.getByRole('link', { name: 'Month' }).click()
    await expect(page.getByRole('link', { name: /full/ }).first()).toBeVisible()
  }),
  overlay('agenda-walk-in', async (page) => {
    await restore(page)
    await page.goto('/dashboard/agenda')
    await page.getByRole('button', { name: 'Walk-in' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  }),
  scene('help', async (page) => {
    await changeAddress(page, '/dashboard/help')
    await expect(page.getByRole('list', { name: 'Handbook' })).toBeVisible()
  }),
  scene('handbook', async (page) => {
    await page.getByRole('link', { name: 'Handbook for receptionists' }).click()
    await expect(page.getByRole('navigation', { name: 'Tasks' })).toBeVisible()
  }),
  scene('doctor-day', async (page) => {
    const [doctor] = DOCTORS
    const entries = ENTRIES.filter((entry) => entry.doctor?._id === doctor?._id).map(
      (entry, at) => ({
        ...entry,
        ...(at % 4 === 1 && { firstVisit: true }),
        ...(at % 5 === 2 && { alerts: [ALERT] }),
        ...(at % 3 !== 0 && { child: CHILD, childId: CHILD._id }),
      }),
    )
    const day = {
      ...{ doctor: doctor?.name, date: DAY, today: DAY, minute: NOW, lateMinutes: 5, entries },
      ...{ hours: [{ from: 540, to: 1020 }], closures: [], absences: [] },
    }
    await answerWith(page, '**/my-day', 200, day)
    await openWith(page, sessionOf(await registerDoctor()), '/dashboard/day')
    await expect(page.getByText(entries[0]?.patientName ?? '').first()).toBeVisible()
  }),
  overlay('doctor-day-next-visit', async (page) => {
    await page
      .getByRole('button', { name: /^Next visit of / })
      .first()
      .click()
    await page.getByText('Another day, treatment, or a note').click()
    await expect(page.getByLabel('Around')).toBeVisible()
  }),
]

/** The front desk's days, and a doctor's day. */
export const workspaceTour: Tour = { name: 'workspace', scenes }
