import { expect } from '@playwright/test'
import { format } from 'date-fns/format'
import { formatWireDate } from '#contract/dates.ts'
import type { ChildList } from '#contract/guardians/children.ts'
import {
  type Guardian,
  type GuardianList,
  PROPOSED_LINKS_COUNT,
  type ReceivedInvitation,
  SHARED_COUNT,
  type SharedAppointment,
} from '#contract/guardians/guardians.ts'
import { arriveAsNewParent, changeAddress, workingDay } from '../browser/visitor.ts'
import { claimScenes } from './claims.ts'
import { answerWith, overlay, restore, type Scene, scene, type Tour } from './scene.ts'

const CHILDREN = '**/children'
const GUARDIANS = '**/children/*/guardians'
const INVITATION = /\/guardian-invitations\/[^/]+(\/accept)?$/
const INVITATION_PAGE = '/invitation/0190a5c8-0000-7000-8000-000000000007'

const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
const mia = { _id: '1', name: 'Mia', birthDate: '2021-06-05', archived: false, ...rights }
export const children: ChildList = {
  today: format(new Date(), 'yyyy-MM-dd'),
  children: [
    { ...mia, _id: '2', name: 'Benjamin Theodore Alexander', birthDate: '2019-01-31' },
    mia,
    { ...mia, _id: '3', name: 'Ida', birthDate: '2012-04-01', archived: true },
  ],
}

const hannah: Guardian = {
  ...rights,
  _id: 'hannah',
  name: 'Hannah Engel',
  email: 'hannah.engel@example.com',
  isYou: true,
}
export const guardians: GuardianList = {
  guardians: [
    hannah,
    {
      ...hannah,
      _id: 'tom',
      name: 'Bartholomew Featherstonehaugh-Engel',
      email: 'bartholomew.featherstonehaugh-engel@a-long-name.example.com',
      isYou: false,
      isOwner: false,
      mayPay: false,
    },
  ],
  invitations: [
    {
      ...rights,
      _id: '0190a5c8-0000-7000-8000-000000000008',
      email: 'grandmother@example.com',
      state: 'open',
      until: `${workingDay(9)}T12:00:00.000Z`,
    },
  ],
}

const vaccination: SharedAppointment = {
  _id: '0190a5c8-0000-7000-8000-000000000005',
  child: { _id: '1', name: 'Mia' },
  treatment: 'Vaccinations/Immunizations',
  doctor: 'Dr. Amara Okafor',
  date: formatWireDate(workingDay(3)),
  slot: '10:00 AM - 10:30 AM',
  status: 'booked',
  paid: false,
  past: false,
  mayBook: true,
  mayCancel: true,
  price: 60,
}
export const shared: SharedAppointment[] = [
  vaccination,
  { ...vaccination, _id: '2', treatment: 'Allergy Testing', mayBook: false, price: undefined },
  { ...vaccination, _id: '3', treatment: 'Development Delay', paid: true },
  { ...vaccination, _id: '4', treatment: 'Weight Loss', status: 'cancelled' },
]

export const invitation: ReceivedInvitation = {
  ...rights,
  _id: '0190a5c8-0000-7000-8000-000000000007',
  inviterEmail: 'hannah@example.com',
  children: [
    { _id: '0190a5c8-0000-7000-8000-000000000010', name: 'Mia' },
    {
      _id: '0190a5c8-0000-7000-8000-000000000011',
      name: 'Benjamin Theodore Wolfeschlegelsteinhausenbergerdorff',
    },
  ],
  merges: [{ _id: '0190a5c8-0000-7000-8000-000000000009', name: 'Mia' }],
  bookable: [],
  state: 'open',
  until: `${workingDay(9)}T12:00:00.000Z`,
}

const scenes: Scene[] = [
  scene('children', async (page) => {
    await answerWith(page, GUARDIANS, 200, guardians)
    await answerWith(page, CHILDREN, 200, children)
    await arriveAsNewParent(page, '/dashboard/children')
    await page.getByRole('button', { name: 'Manage Mia' }).click()
    await page.getByRole('button', { name: 'Edit Mia' }).click()
    await expect(page.getByLabel('Year')).toBeVisible()
    await page.getByRole('button', { name: /^Change what Bartholomew.* for Mia$/ }).click()
    await expect(page.getByLabel('Owner')).toBeVisible()
    await page.getByText('Archived (1)').click()
  }),
  overlay('guardian-remove', async (page) => {
    await page.getByRole('button', { name: /^Remove Bartholomew.* from Mia$/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  scene('guardian-invite', async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Invite a guardian' }).click()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
  }),
  scene('children-without-right', async (page) => {
    const mayNot = { ...mia, isOwner: false, mayBook: false }
    await restore(page)
    await answerWith(page, CHILDREN, 200, { ...children, children: [mayNot] })
    await answerWith(page, GUARDIANS, 200, { ...guardians, invitations: [] })
    await page.reload()
    await expect(page.getByText(/^You can’t book for Mia/)).toBeVisible()
  }),
  scene('dashboard-family', async (page) => {
    const appointments = [1, 5].map((days) => ({ date: workingDay(days), startMinute: 600 }))
    await restore(page)
    const counts = { [PROPOSED_LINKS_COUNT]: '1', [SHARED_COUNT]: '4' }
    await answerWith(page, '**/appointments?patient=*', 200, [], counts)
    await answerWith(page, '**/family-links', 200, [
      { _id: 'link', familyName: 'Bartholomew Theodore Wolfeschlegelsteinhausen', appointments },
    ])
    await answerWith(page, '**/children/appointments', 200, shared)
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Booked by our front desk' })).toBeVisible()
    await expect(page.getByText('Booked by another guardian').first()).toBeVisible()
  }),
  scene('invitation', async (page) => {
    await restore(page)
    await answerWith(page, INVITATION, 200, invitation)
    await changeAddress(page, INVITATION_PAGE)
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  }),
  scene('invitation-accepted', async (page) => {
    await restore(page)
    await answerWith(page, INVITATION, 200, {
      ...invitation,
      state: 'accepted',
      children: [],
      merges: [],
      bookable: invitation.children,
    })
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByText(/^You can now see/)).toBeVisible()
  }),
  scene('invitation-unverified', async (page) => {
    await restore(page)
    await answerWith(page, INVITATION, 403, { code: 'unverified', message: 'No.' })
    await page.reload()
    await page.getByRole('button', { name: 'Resend email' }).click()
    await expect(page.getByRole('button', { name: 'Resend email' })).toBeEnabled()
  }),
  ...claimScenes,
]

/** Children, their guardians, and invitations to look after them. */
export const guardiansTour: Tour = { name: 'guardians', scenes }
