import { expect } from '@playwright/test'
import type { Family } from '#contract/families/families.ts'
import type { DeskEntry, WaitlistEntry } from '#contract/waitlist/waitlist.ts'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { changeAddress } from '../browser/visitor.ts'
import { openAsAdmin } from './demo-admin.ts'
import { FAMILY } from './families.ts'
import { answerWith, type Scene, scene, type Tour } from './scene.ts'

const LIST = /\/waitlist(\?|$)/
const LONG = 'Mia Wolfeschlegelsteinhausenbergerdorff'
const { _id: OFFER, state, date, slot, until, untilAt } = offerFixture
const summary = { _id: OFFER, state, date, slot, until, untilAt }

export const ENTRY: WaitlistEntry = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8070',
  state: 'open',
  treatment: 'Vaccinations/Immunizations',
  doctor: 'Dr. Amara Okafor',
  child: LONG,
  children: [{ _id: 'mia', name: LONG }],
  from: '2027-03-01',
  to: '2027-03-09',
  weekdays: [1, 3, 5],
  part: 'morning',
  noticeMinutes: 1440,
  appointment: offerFixture.from,
  turn: 'first',
  offer: summary,
  isReoffer: false,
  closed: null,
}
export const PAUSED: WaitlistEntry = {
  ...ENTRY,
  _id: '01890a5d-ac96-774b-bcce-b302099a8071',
  state: 'paused',
  child: null,
  children: [],
  appointment: null,
  turn: 'next',
  offer: null,
}
export const REOFFER: WaitlistEntry = {
  ...ENTRY,
  _id: '01890a5d-ac96-774b-bcce-b302099a8072',
  isReoffer: true,
}
export const CLOSED: WaitlistEntry = {
  ...PAUSED,
  _id: '01890a5d-ac96-774b-bcce-b302099a8073',
  state: 'ended',
  child: LONG,
  children: ENTRY.children,
  closed: { next: '2027-03-15' },
}
const asPatient = ({ _id, name }: WaitlistEntry['children'][number]) => ({
  patientName: name,
  child: { _id, birthDate: '2021-06-05', age: '5 years', bookedBy: 'Gia Grandmother' },
})
const atDesk = ({ child, children, ...entry }: WaitlistEntry): DeskEntry => ({
  ...entry,
  patients: child === null ? [{ patientName: 'Gia Grandmother' }] : children.map(asPatient),
  family: { _id: 'gia', name: 'Gia Grandmother', email: 'gia.grandmother@example.com' },
  phone: '+1 503 555 0100',
  dialablePhone: '+15035550100',
  urgent: 'Cannot sleep, and the school asks for it',
  joinedAt: '2027-03-01T15:00:00.000Z',
  offers: [{ ...summary, state: 'expired' }],
})
const GIA: Family = {
  ...FAMILY,
  _id: 'gia',
  name: 'Gia Grandmother',
  link: null,
  children: FAMILY.children.map((child) => ({ ...child, name: LONG })),
}

const scenes: readonly Scene[] = [
  scene('waitlist', async (page) => {
    await answerWith(page, LIST, 200, [ENTRY, PAUSED, REOFFER, CLOSED])
    await openAsAdmin(page, '/dashboard/waitlist')
    await expect(page.getByRole('link', { name: 'Answer' })).toBeVisible()
  }),
  scene('waitlist-join', async (page) => {
    await changeAddress(page, '/dashboard/waitlist?treatment=Allergy+Testing')
    await expect(page.getByRole('group', { name: 'Weekdays' })).toBeVisible()
  }),
  scene('offer', async (page) => {
    const others = [{ _id: 'other', child: LONG, date, slot }]
    const who = { child: LONG, children: ENTRY.children }
    const offer = { ...offerFixture, ...who, reoffer: { others } }
    await answerWith(page, `**/offers/${OFFER}`, 200, offer)
    await changeAddress(page, `/dashboard/offers/${OFFER}`)
    await expect(page.getByRole('link', { name: 'Other times' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  }),
  scene('offer-siblings', async (page) => {
    const times = [
      { child: LONG, slot, doctor: 'Dr. Amara Okafor' },
      { child: 'Ben', slot: '09:30 AM - 10:00 AM', doctor: 'Dr. Amara Okafor' },
    ]
    const children = [...ENTRY.children, { _id: 'ben', name: 'Ben' }]
    const who = { child: `${LONG} and Ben`, children }
    const offer = { ...offerFixture, ...who, from: null, price: 220, times }
    await answerWith(page, `**/offers/${OFFER}`, 200, offer)
    await page.reload()
    await expect(page.getByRole('heading', { name: /^Times for / })).toBeVisible()
  }),
  scene('waiting', async (page) => {
    await answerWith(page, LIST, 200, [ENTRY, PAUSED, REOFFER].map(atDesk))
    await answerWith(page, /\/waitlist\?.*closed=true/, 200, [atDesk(CLOSED)])
    await changeAddress(page, '/dashboard/waiting?date=2027-03-02')
    await expect(page.getByRole('button', { name: /^Accept for the family/ })).toHaveCount(2)
  }),
  scene('waiting-join', async (page) => {
    await answerWith(page, '**/families/gia', 200, GIA)
    await changeAddress(page, '/dashboard/waiting?family=gia')
    await expect(page.getByRole('heading', { name: /^Add Gia Grandmother/ })).toBeVisible()
  }),
]

/** Waiting for a time, offers, and the list at the desk. */
export const waitlistTour: Tour = { name: 'waiting list', scenes }
