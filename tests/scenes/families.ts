import { expect } from '@playwright/test'
import type { Family, FamilyAppointment, ListedFamily } from '#contract/families/families.ts'
import type { Correction } from '#contract/front-desk/corrections.ts'
import { changeAddress, workingDay } from '../browser/visitor.ts'
import { DESK_REFUND } from './admin.ts'
import { openAsAdmin } from './demo-admin.ts'
import { answerWith, overlay, type Scene, scene, type Tour } from './scene.ts'

// The API call, not the page with the same name.
const CORRECTIONS_CALL = /(?<!dashboard)\/corrections(\?|$)/

const ACCOUNT: ListedFamily = {
  _id: 'engel',
  hasAccount: true,
  name: 'Hannah Engel',
  email: 'hannah.engel@example.com',
  phone: '(503) 555-0132',
  children: [
    { _id: 'ben', name: 'Benjamin Theodore Alexander', birthDate: '2019-02-03' },
    { _id: 'mia', name: 'Mia', birthDate: '2021-06-05' },
  ],
  next: { date: workingDay(1), startMinute: 9 * 60, treatment: 'Vaccinations/Immunizations' },
}

const CALLER: ListedFamily = {
  ...ACCOUNT,
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  hasAccount: false,
  phone: '(503) 555-0172',
  children: [],
  next: null,
}

const VISIT: FamilyAppointment = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8058',
  version: 0,
  date: workingDay(1),
  startMinute: 17 * 60 + 30,
  lengthMinutes: 30,
  treatment: 'Vaccinations/Immunizations',
  doctor: 'Dr. Amara Okafor',
  price: 45,
  paid: false,
  refunded: 45,
  status: 'booked',
  attendance: 'expected',
  note: 'Brings a wheelchair.',
  overrideReason: 'In pain; Dr. Okafor agreed.',
  squeezed: false,
}

const RIGHTS = { mayBook: true, mayPay: false, receivesEmail: true }

const { next: _, ...facts } = CALLER
const { date, startMinute, treatment } = VISIT
const moving = [{ _id: VISIT._id, date, startMinute, treatment }]

export const FAMILY: Family = {
  ...facts,
  dialablePhone: '+15035550172',
  isReachable: false,
  missed: 2,
  money: { paid: 190, refunded: 45 },
  children: [
    {
      ...RIGHTS,
      _id: 'mia',
      name: 'Mia',
      birthDate: '2021-06-05',
      archived: false,
      isOwner: true,
      alerts: [],
      guardians: [
        { ...RIGHTS, _id: 'engel', name: 'Hannah Engel', email: 'h@example.com', isOwner: true },
        { ...RIGHTS, _id: 'tom', name: 'Tom Engel', email: 'tom@example.com', isOwner: false },
      ],
      invitations: [
        {
          ...RIGHTS,
          _id: 'one',
          email: 'grandmother.of.mia@example.com',
          state: 'open',
          until: `${workingDay(9)}T12:00:00.000Z`,
        },
      ],
    },
  ],
  today: workingDay(0),
  minute: 10 * 60,
  appointments: [
    VISIT,
    { ...VISIT, _id: '2', date: '2026-01-05', attendance: 'no_show', paid: true },
    { ...VISIT, _id: '3', date: '2026-01-02', status: 'cancelled' },
  ],
  link: {
    account: { _id: 'engel', name: 'Hannah Engel', email: 'hannah.engel@example.com' },
    moving,
    conflicts: moving,
    children: [{ _id: 'mia', name: 'Mia', birthDate: '2021-06-05', same: 'own' }],
    accountChildren: [{ _id: 'own', name: 'Mia', birthDate: '2021-06-05' }],
  },
  proposed: null,
  linked: [
    { _id: 'link', name: 'Hannah E.', at: `${workingDay(0)}T12:00:00.000Z`, appointments: 2 },
  ],
  claim: {
    state: 'open',
    channel: 'email',
    sentAt: `${workingDay(0)}T12:00:00.000Z`,
    usedAt: null,
    until: workingDay(40),
  },
  secondGuardian: {
    name: 'Bartholomew Featherstonehaugh-Engel',
    phone: '(503) 555-0143',
    email: 'bartholomew.featherstonehaugh-engel@a-long-name.example.com',
  },
  linkable: [{ _id: 'other', name: 'Hannah E.' }],
}

const CORRECTIONS: Correction[] = [
  {
    _id: 'one',
    at: `${workingDay(0)}T12:00:00.000Z`,
    by: 'Bartholomew Theodore Wolfeschlegelsteinhausenbergerdorff',
    subject: {
      type: 'child',
      family: 'engel',
      patientName: 'Benjamin Theodore',
      child: { _id: 'ben', birthDate: '2021-05-06', age: '5 years', bookedBy: 'Hannah Engel' },
    },
    field: 'birthDate',
    from: '2021-06-05',
    to: '2021-05-06',
    corrected: 1,
    kept: 12,
  },
  {
    _id: 'two',
    at: `${workingDay(0)}T11:00:00.000Z`,
    by: 'Rita',
    subject: { type: 'family', patientName: 'Hannah Engel', family: CALLER._id },
    field: 'email',
    from: null,
    to: 'hannah.engel.with.a.long.address@wolfeschlegelsteinhausen.example.com',
    corrected: 2,
    kept: 0,
  },
]

const PAGE = `/dashboard/families/${CALLER._id}`

const scenes: Scene[] = [
  scene('families', async (page) => {
    await answerWith(page, '**/families?*', 200, { families: [ACCOUNT, CALLER], isCut: true })
    await openAsAdmin(page, '/dashboard/families?search=engel')
    await expect(page.getByRole('list', { name: 'Families' })).toBeVisible()
    await page.getByRole('button', { name: 'New family' }).click()
    await page.getByRole('button', { name: 'Add family' }).click()
    await expect(page.getByText('Phone is required')).toBeVisible()
  }),
  scene('family', async (page) => {
    await answerWith(page, `**/families/${CALLER._id}`, 200, FAMILY)
    await answerWith(page, '**/desk-refunds?*', 200, {
      refunds: [DESK_REFUND],
      handedBackToday: [],
      total: 95,
    })
    await changeAddress(page, PAGE)
    await expect(page.getByRole('region', { name: 'Upcoming' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'To hand back' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit details' }).click()
    await page.getByLabel('Phone').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Phone is required')).toBeVisible()
  }),
  overlay('family-link', async (page) => {
    await page.getByRole('button', { name: 'Edit details' }).click()
    await page.getByRole('button', { name: 'Link to the account' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  scene('family-link-proposed', async (page) => {
    const proposed = { at: `${workingDay(0)}T12:00:00.000Z`, by: 'Rita' }
    await answerWith(page, `**/families/${CALLER._id}`, 200, { ...FAMILY, proposed })
    await page.reload()
    await expect(page.getByText(/^Waiting for Hannah Engel to confirm/)).toBeVisible()
  }),
  scene('family-appointment', async (page) => {
    await changeAddress(page, `${PAGE}/appointments/${VISIT._id}`)
    await expect(page.getByRole('button', { name: 'Change patient' })).toBeVisible()
  }),
  overlay('family-change-patient', async (page) => {
    await page.getByRole('button', { name: 'Change patient' }).click()
    await page.getByRole('dialog').getByRole('radio').first().check()
  }),
  scene('corrections', async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave' }).click()
    await answerWith(page, CORRECTIONS_CALL, 200, { corrections: CORRECTIONS, next: 'two' })
    await changeAddress(page, '/dashboard/corrections')
    await expect(page.getByRole('list', { name: 'Corrections' })).toBeVisible()
  }),
  scene('family-book', async (page) => {
    // Late in the evening, today has no free times left.
    await changeAddress(page, `${PAGE}/book?date=${workingDay(1)}`)
    await page
      .getByRole('button', { name: 'Select Treatment' })
      .and(page.locator(':enabled'))
      .first()
      .click()
    await page.getByLabel('Also show times outside opening hours').check()
  }),
  overlay('family-book-outside-hours', async (page) => {
    await page
      .getByRole('listitem')
      .filter({ hasText: /outside opening hours$/ })
      .getByRole('button', { name: /^\d\d:/ })
      .first()
      .click()
    await expect(page.getByLabel('Reason')).toBeVisible()
  }),
  scene('family-squeeze-in', async (page) => {
    await page.keyboard.press('Escape')
    await changeAddress(page, `${PAGE}/squeeze?date=${workingDay(1)}`)
    await expect(page.getByText(/^Squeezing in/)).toBeVisible()
    await expect(page.getByText('No times of this day are taken.')).toBeVisible()
  }),
]

/** Families at the front desk. */
export const familiesTour: Tour = { name: 'families', scenes }
