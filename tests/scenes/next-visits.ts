import { expect } from '@playwright/test'
import { dayAfter } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { CheckUpPlan, DueVisits } from '#contract/next-visits/check-up-plan.ts'
import type { CheckUpRow, CheckUps } from '#contract/next-visits/check-ups.ts'
import { NEXT_VISITS_COUNT } from '#contract/next-visits/next-visits-count.ts'
import { OFFERED_ROWS } from '#contract/next-visits/plan-windows.ts'
import { after, expected } from '#machines/testing/attendance/attendance-walks.ts'
import { nextVisitFixture } from '#machines/testing/next-visit/next-visit-fixture.ts'
import { answerAgenda } from '../browser/busy-day.ts'
import { arriveAsNewParent, changeAddress, workingDay } from '../browser/visitor.ts'
import { openAsAdmin } from './demo-admin.ts'
import { FAMILY } from './families.ts'
import { answerWith, overlay, type Scene, scene, type Tour } from './scene.ts'

const DUE_VISITS = '**/due-visits'
const PLAN_CALL = '**/check-up-plan'
const OWN = /\/next-visits(\?|$)/

const TO_CALL = ['stopped', 'custody', 'unreached', 'unreached'] as const

const NAMES = ['Mia', 'Ben', 'Maximiliana Wolfeschlegelsteinhausenbergerdorff', 'Zoë', 'Noah']

/** Forty children to email, and four to call, for each reason. */
const CHILDREN: DueVisits['children'] = Array.from({ length: 44 }, (_, index) => ({
  _id: `01890a5d-ac96-774b-bcce-b302099a8${String(index).padStart(3, '0')}`,
  name: `${NAMES[index % NAMES.length]} ${index < NAMES.length ? '' : 'Parker'}`.trim(),
  birthDate: dayAfter('2018-06-05', index * 60),
  family: 'family',
  to: dayAfter(workingDay(3), index),
  call: TO_CALL[index - 40] ?? null,
}))

const PLAN: CheckUpPlan = {
  ...{ isOn: true, isAutomatic: false, hasNoPastVisits: true, version: 1 },
  ...{ hasPastVisits: true, batches: 3, rows: [] },
}

/** The form keeps the treatment of each row, also one that the demo site does not have. */
const CHECK_UP = { _id: '01890a5d-ac96-774b-bcce-b302099a8099', name: 'Check-up' }

/** A completed appointment of a child, for another treatment than the check-up. */
const COMPLETED: AgendaEntry = after(
  {
    ...expected,
    ...{ date: workingDay(0), startMinute: 9 * 60, treatment: 'Parenatal/Newborn' },
    ...{ family: 'family', patientName: 'Mia Wolfeschlegelsteinhausenbergerdorff' },
    ...{ childId: 'mia' },
    child: { _id: 'mia', birthDate: '2021-06-05', age: '5 years', bookedBy: 'Paula Parent' },
  },
  'completed',
)

const rowAt = (ageMonths: number, state: CheckUpRow['state']): CheckUpRow => ({
  _id: `01890a5d-ac96-774b-bcce-b302099aa${String(ageMonths).padStart(3, '0')}`,
  ...{ ageMonths, fromDays: -30, toDays: 180, from: workingDay(0), to: workingDay(60) },
  ...{ state, visit: null },
})
const PAST = { _id: 'past', date: '2023-06-07', treatment: CHECK_UP.name }
const OF_TODAY = { _id: COMPLETED._id, date: COMPLETED.date, treatment: COMPLETED.treatment }
const [YOUNGER, DUE, NEXT] = [rowAt(48, 'over'), rowAt(60, 'due'), rowAt(72, 'coming')]

/** The check-ups of a child, with each state of a row. */
const CHECK_UPS: CheckUps = {
  isOn: true,
  rows: [
    { ...rowAt(24, 'done'), visit: { ...PAST, byStaff: false } },
    { ...rowAt(36, 'done'), visit: { ...PAST, date: '2024-06-07', byStaff: true } },
    ...[YOUNGER, DUE, NEXT],
  ],
  uncounted: [
    { ...OF_TODAY, rows: [DUE._id, NEXT._id] },
    { ...PAST, _id: 'other', treatment: 'Weight Loss', rows: [YOUNGER._id, DUE._id] },
  ],
}

const scenes: Scene[] = [
  scene('due-visits', async (page) => {
    await answerWith(page, DUE_VISITS, 200, { isOn: true, children: CHILDREN })
    await openAsAdmin(page, '/dashboard/todo?list=plan')
    await expect(page.getByRole('button', { name: 'Send emails about 40 children' })).toBeVisible()
  }),
  scene('due-letters', async (page) => {
    await page.getByRole('button', { name: 'Print 2 letters' }).click()
    await expect(page.getByText('2 letters are ready to print.')).toBeVisible()
  }),
  scene('due-visits-empty', async (page) => {
    await answerWith(page, DUE_VISITS, 200, { isOn: true, children: [] })
    await page.reload()
    await expect(page.getByText('No check-ups are due')).toBeVisible()
  }),
  scene('due-visits-off', async (page) => {
    await answerWith(page, DUE_VISITS, 200, { isOn: false, children: [] })
    await page.reload()
    await expect(page.getByText('The check-up plan is off')).toBeVisible()
  }),
  overlay('check-ups-of-a-child', async (page) => {
    await answerWith(page, `**/families/${FAMILY._id}`, 200, FAMILY)
    await answerWith(page, '**/children/*/check-ups', 200, CHECK_UPS)
    await changeAddress(page, `/dashboard/families/${FAMILY._id}`)
    await page.getByRole('button', { name: 'Check-ups of Mia' }).click()
    await expect(page.getByRole('heading', { name: 'Visits that are no check-up' })).toBeVisible()
  }),
  scene('visit-that-was-the-check-up', async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await answerAgenda(page, [COMPLETED], { today: workingDay(0), minute: 11 * 60 })
    await changeAddress(page, `/dashboard/agenda?view=list&date=${workingDay(0)}`)
    await page.getByRole('button', { name: 'Show 1 that is over' }).click()
    await page.getByRole('button', { name: /^Details of the appointment of Mia/ }).click()
    await expect(page.getByRole('button', { name: /^Was the check-up/ }).first()).toBeVisible()
  }),
  scene('check-up-plan-new', async (page) => {
    const hasPastVisits = { hasPastVisits: false, hasNoPastVisits: false, isOn: false, batches: 0 }
    await answerWith(page, PLAN_CALL, 200, { ...PLAN, ...hasPastVisits })
    await changeAddress(page, '/dashboard/check-up-plan')
    await expect(page.getByRole('button', { name: /^Begin with/ })).toBeVisible()
  }),
  scene('check-up-plan', async (page) => {
    const rows = OFFERED_ROWS.map((row, index) => ({
      ...{ ...row, treatment: CHECK_UP },
      _id: `01890a5d-ac96-774b-bcce-b302099a9${String(index).padStart(3, '0')}`,
    }))
    await answerWith(page, PLAN_CALL, 200, { ...PLAN, rows, childrenDue: 312 })
    await page.reload()
    await expect(page.getByRole('list', { name: 'Rows' }).getByRole('listitem')).toHaveCount(26)
  }),
  scene('check-up-plan-checked', async (page) => {
    await page.getByLabel('Families are asked for check-ups').uncheck()
    await page.getByRole('button', { name: 'Check and save' }).click()
    await expect(page.getByText('312 children have a visit due by this plan.')).toBeVisible()
  }),
  scene('next-visits-of-the-family', async (page) => {
    const visits = [
      nextVisitFixture,
      { ...nextVisitFixture, _id: 'desk', canBook: false, atDesk: true, doctor: null, note: '' },
      { ...nextVisitFixture, _id: 'later', canBook: false, opensOn: workingDay(20), note: '' },
    ]
    await answerWith(page, OWN, 200, visits)
    const count = { [NEXT_VISITS_COUNT]: `${visits.length}` }
    await answerWith(page, '**/appointments?patient=*', 200, [], count)
    await arriveAsNewParent(page, '/dashboard')
    await expect(page.getByRole('region', { name: 'Time to book' })).toBeVisible()
  }),
  scene('next-visit-without-a-free-time', async (page) => {
    await answerWith(page, OWN, 200, [{ ...nextVisitFixture, firstDay: null }])
    await page.goto(`/appointment?ticket=${nextVisitFixture._id}`)
    await expect(page.getByRole('button', { name: 'Tell me when one opens' })).toBeVisible()
  }),
  scene('next-visit-answered', async (page) => {
    await answerWith(page, OWN, 200, [{ ...nextVisitFixture, state: 'declined', canBook: false }])
    await page.reload()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  }),
  scene('stop-emails-about-visits', async (page) => {
    await page.goto('/recalls/stop?token=a.b')
    await expect(page.getByRole('button', { name: 'Stop these emails' })).toBeVisible()
  }),
]

/** Visits that families are asked to book, for the clinic and for families. */
export const nextVisitsTour: Tour = { name: 'next visits', scenes }
