import { expect, type Page } from '@playwright/test'
import { PROPOSED_LINKS_COUNT, SHARED_COUNT } from '#contract/guardians/guardians.ts'
import { NEXT_VISITS_COUNT } from '#contract/next-visits/next-visits-count.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { nextVisitFixture } from '#machines/testing/next-visit/next-visit-fixture.ts'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { bookAs, callAs, type Member } from '../browser/member.ts'
import { arriveAsNewParent, DAYS, workingDay } from '../browser/visitor.ts'
import { BLOCKS, FAMILY } from './booking.ts'
import { CLAIM_CALL, CLAIM_PAGE, OPEN_CLAIM } from './claims.ts'
import { appointments } from './dashboard.ts'
import { children, guardians, invitation, shared } from './guardians.ts'
import { PAST, RECEIPT } from './receipts.ts'
import { answerWith, overlay, restore, type Scene, scene } from './scene.ts'
import { CLOSED, ENTRY, PAUSED, REOFFER } from './waitlist.ts'

// Screens that are reached by their address and known by their data, so that no text of a language opens them.

/** The address of a page in the language of the scenes. */
type AddressOf = (path: string) => string

type Answer = [url: string | RegExp, json: unknown, headers?: Record<string, string>]

/** Scenes at these addresses. */
function scenesAt(addressOf: AddressOf) {
  return {
    /** A page as the server sends it. */
    sent: (name: string, path: string): Scene =>
      scene(name, async (page) => {
        await page.goto(addressOf(path), { waitUntil: 'networkidle' })
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      }),

    /** A page with these answers of the server, when it shows the text. */
    own: (name: string, path: string, shown: string | RegExp, ...answers: Answer[]): Scene =>
      scene(name, async (page) => {
        await restore(page)
        for (const [url, json, headers] of answers) await answerWith(page, url, 200, json, headers)
        await page.goto(addressOf(path))
        const text = page.getByRole('main').getByText(shown).filter({ visible: true })
        await expect(text.first()).toBeVisible()
      }),
  }
}

export function visitorScenes(addressOf: AddressOf): readonly Scene[] {
  const { sent, own } = scenesAt(addressOf)
  return [
    sent('home', '/'),
    sent('about', '/about'),
    sent('reviews', '/reviews'),
    sent('contact', '/contactus'),
    sent('doctors', '/doctors'),
    sent('times', '/times'),
    sent('not-found', '/no-such-page'),
    sent('login', '/login'),
    sent('signup', '/signup'),
    sent('reset-password', '/reset-password?oobCode=expired'),
    sent('confirm-email', '/confirm-email?mode=verifyEmail&oobCode=expired'),
    sent('unsubscribe', '/unsubscribe?token=any'),
    sent('stop-emails-about-visits', '/recalls/stop?token=a.b'),
    own('claim', CLAIM_PAGE, /\(503\) 555-0142/, [CLAIM_CALL, OPEN_CLAIM]),
  ]
}

const DAY = workingDay(DAYS.languages)
const CHILDREN: Answer = ['**/children', FAMILY]
const NEXT_VISITS = /\/next-visits(\?|$)/
const OFFER = '**/offers/*'
const offerPage = `/dashboard/offers/${offerFixture._id}`
const { date, slot } = offerFixture
const DOCTOR = 'Dr. Amara Okafor'
const SIBLINGS = [...offerFixture.children, { _id: 'ben', name: 'Ben' }]

/** For a user who is logged in. */
export function bookingScenes(addressOf: AddressOf): readonly Scene[] {
  const { own } = scenesAt(addressOf)
  return [
    own('booking', `/appointment?date=${DAY}`, /\$45/),
    own('siblings', `/appointment?date=${DAY}&siblings=`, 'Mia', CHILDREN, [
      '**/appointment-blocks?*',
      BLOCKS,
    ]),
    own('next-visit', `/appointment?ticket=${nextVisitFixture._id}`, /Mia/, [
      NEXT_VISITS,
      [{ ...nextVisitFixture, firstDay: null }],
    ]),
    own('waitlist', '/dashboard/waitlist', /Mia/, [
      /\/waitlist(\?|$)/,
      [ENTRY, PAUSED, REOFFER, CLOSED],
    ]),
    own('waitlist-join', '/dashboard/waitlist?treatment=Allergy+Testing', /9:00/),
    own('offer', offerPage, /Mia/, [
      OFFER,
      { ...offerFixture, reoffer: { others: [{ _id: 'other', child: 'Mia', date, slot }] } },
    ]),
    own('offer-siblings', offerPage, /Mia/, [
      OFFER,
      {
        ...offerFixture,
        ...{ child: 'Mia y Ben', children: SIBLINGS, from: null, price: 220 },
        times: SIBLINGS.map(({ name }) => ({ child: name, slot, doctor: DOCTOR })),
      },
    ]),
  ]
}

/** For a user who is logged in. */
export function dashboardScenes(addressOf: AddressOf): readonly Scene[] {
  const { sent, own } = scenesAt(addressOf)
  return [
    own('appointments', '/dashboard', 'Mia', ['**/appointments?patient=*', appointments]),
    own(
      'appointments-of-the-family',
      '/dashboard',
      /Mia/,
      [
        '**/appointments?patient=*',
        [],
        { [PROPOSED_LINKS_COUNT]: '1', [SHARED_COUNT]: '4', [NEXT_VISITS_COUNT]: '1' },
      ],
      [
        '**/family-links',
        [{ _id: 'link', familyName: 'Engel', appointments: [{ date: DAY, startMinute: 600 }] }],
      ],
      ['**/children/appointments', shared],
      [NEXT_VISITS, [nextVisitFixture]],
    ),
    own(
      'children',
      '/dashboard/children',
      'Mia',
      ['**/children', children],
      ['**/children/*/guardians', guardians],
    ),
    own('history', '/dashboard/history', DOCTOR, [
      /\/appointments\/history(\?|$)/,
      { appointments: PAST, next: '3' },
    ]),
    own('receipt', `/dashboard/receipts/${RECEIPT.number}`, RECEIPT.transactionId ?? '', [
      `**/receipts/${RECEIPT.number}`,
      RECEIPT,
    ]),
    sent('review', '/dashboard/review'),
    own('profile', '/dashboard/profile', /\d:\d\d/),
    own('invitation', `/invitation/${invitation._id}`, /Mia/, [
      /\/guardian-invitations\/[^/]+(\/accept)?$/,
      invitation,
    ]),
  ]
}

/** Books one of the last free times of a day, because other tests of the site book the first ones. */
async function bookLate(parent: Member, day: string, treatment: string, at = -1): Promise<string> {
  const offered = await callAs<Treatment[]>(parent, 'GET', `/available?date=${day}`)
  const { price = 0, slots = [] } = offered.find(({ name }) => name === treatment) ?? {}
  const { _id } = await bookAs(parent, { day, treatment, slot: slots.at(at) ?? '', price })
  return _id
}

/** Payments of appointments that are booked on that day. */
export function paymentScenes(addressOf: AddressOf, day: string): readonly Scene[] {
  const cardForm = (page: Page) =>
    expect(page.getByPlaceholder('1234 1234 1234 1234')).toBeEditable()
  return [
    scene('payment', async (page) => {
      const parent = await arriveAsNewParent(page)
      const id = await bookLate(parent, day, 'Allergy Testing')
      await page.goto(addressOf(`/dashboard/appointment/${id}`))
      await cardForm(page)
    }),
    overlay('cancel', async (page) => {
      // The summary, and in it the button, after the choices of moving.
      await page.getByRole('main').locator('summary').click()
      await page.getByRole('main').locator('details[open] button').last().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    }),
    scene('bill', async (page) => {
      const parent = await arriveAsNewParent(page)
      const first = await bookLate(parent, day, 'Allergy Testing')
      const second = await bookLate(parent, day, 'Nutrition Services', -4)
      await page.goto(addressOf(`/dashboard/pay?appointments=${first},${second}`))
      await cardForm(page)
    }),
  ]
}
