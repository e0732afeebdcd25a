import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { SiteConfig } from '#contract/config/config.ts'
import type { Impact } from '#contract/schedule/schedule.ts'
import { grantAdmin } from '#domain/identity/roles.ts'
import { offers, waitlistEntries } from '#drizzle/schema/index.ts'
import { expectAccessible } from './accessibility.ts'
import { bookAs, callAs, type Member, sessionOf } from './member.ts'
import { addChild, addTreatment, confirmEmail, records } from './records.ts'
import { openWith } from './screen.ts'
import { registerWithRole } from './staff.ts'
import { test } from './test.ts'
import { arriveAsNewParent, DAYS, workingDay } from './visitor.ts'

/** Closes a day and holds other times for its appointments. */
async function closeWithReoffers(day: string): Promise<Member> {
  const admin = await registerWithRole('Ada Admin', (email) =>
    grantAdmin(records(), { email, actor: null, now: new Date() }),
  )
  const times = { fromDate: day, toDate: day, fromMinute: 0, toMinute: 24 * 60 }
  const closure = { ...times, reason: 'Training' }
  const { reoffer } = await callAs<Impact>(admin, 'POST', '/schedule/closures/preview', closure)
  await callAs(admin, 'POST', '/schedule/closures', {
    ...closure,
    appointments: 'reoffer',
    fingerprint: reoffer?.fingerprint,
  })
  return admin
}

/** '6:00 PM on Wed, Dec 2, 2026': the evening of the `count`-th open day after today. */
function eveningAfter({ today, closures }: SiteConfig['clinic'], count: number): string {
  let day = new Date(`${today}T00:00:00Z`)
  for (let left = count; left > 0; ) {
    day = new Date(day.getTime() + 24 * 60 * 60_000)
    const isClosed = closures.includes(day.toISOString().slice(0, 10))
    if (day.getUTCDay() % 6 !== 0 && !isClosed) left -= 1
  }
  return `6:00 PM on ${UTC_DAY.format(day)}`
}

const UTC_DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

const answers = (page: Page) => page.getByRole('region', { name: 'Needs your answer' })

test('home, dashboard, child, bill and appointment show that a day is closed, and a phone answers the re-offer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const parent = await arriveAsNewParent(page)
  const [mia, noa] = [addChild(parent.uid, 'Mia'), addChild(parent.uid, 'Noa')]
  const day = workingDay(DAYS.reoffers)
  const { name: treatment, price, slots } = addTreatment(50)
  const [slot = ''] = slots
  const [id, other] = await Promise.all(
    [mia, noa].map(async ({ _id: child }) => {
      const booked = await bookAs(parent, { day, treatment, slot, price, child })
      return booked._id
    }),
  )
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Pay both · $240' })).toBeVisible()
  await closeWithReoffers(day)

  await test.step('home', async () => {
    await page.goto('/')
    await expect(answers(page).getByRole('listitem')).toHaveCount(2)
    await expect(answers(page).getByText(/can’t take place/)).toHaveCount(2)
    const accept = answers(page).getByRole('button', { name: /^Accept .* for Mia$/ })
    await expect(accept).toBeInViewport({ ratio: 1 })
  })

  await test.step('dashboard', async () => {
    await page.goto('/dashboard')
    await expect(answers(page).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
    await expect(page.getByText(/^Free to cancel/)).toHaveCount(0)
    const bar = page.getByRole('navigation', { name: 'My family' })
    await expect(
      bar.getByRole('link', { name: /^Appointments\W+needs your answer$/ }),
    ).toBeVisible()
    await expectAccessible(page, 'the dashboard with re-offers')
  })

  await test.step('children', async () => {
    await page.goto('/dashboard/children')
    await expect(page.getByText('Needs your answer', { exact: true })).toHaveCount(2)
  })

  await test.step('bill', async () => {
    await page.goto(`/dashboard/pay?appointments=${id},${other}`)
    await expect(page.getByText(/2 appointments can’t take place/)).toBeVisible()
    await expect(answers(page)).toBeVisible()
    await expect(page.getByLabel('Card number')).toHaveCount(0)
    await expectAccessible(page, 'a bill with re-offers')
  })

  await test.step('offer', async () => {
    await page.goto('/dashboard')
    await answers(page).getByRole('link', { name: 'See details' }).first().click()
    const accept = page.getByRole('button', { name: 'Accept', exact: true })
    await expect(accept).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('Why: Training')).toBeVisible()
    await expectAccessible(page, 'a re-offer')
  })

  await test.step('other times', async () => {
    await page.goto('/dashboard')
    await answers(page).getByRole('link', { name: 'Other times for Noa' }).click()
    await expect(page.getByRole('heading', { name: 'Choose a new time' })).toBeFocused()
    await page.goBack()
    await expect(answers(page)).toBeVisible()
  })

  await test.step('appointment', async () => {
    await page.goto(`/dashboard/appointment/${id}`)
    await expect(page.getByText('There’s nothing to pay yet')).toBeVisible()
    await expect(page.getByText(/^Free to cancel/)).toHaveCount(0)
    await expectAccessible(page, 'an appointment with a re-offer')
    await answers(page)
      .getByRole('button', { name: /^Accept/ })
      .click()
    await expect(page.getByText(/^Your appointment is now on/)).toBeVisible()
    await expect(answers(page)).toHaveCount(0)
    await expect(page.getByLabel('Card number')).toBeVisible()
    await expect(page.getByText(/^Free to cancel/)).toBeVisible()
  })

  await page.goto('/dashboard')
  await expect(answers(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Pay/ })).toHaveCount(1)
})

test('a re-offer says until when it is answered; then the clinic calls, and the time is still held', async ({
  page,
  browser,
}) => {
  const parent = await arriveAsNewParent(page)
  confirmEmail(parent.uid)
  const mia = addChild(parent.uid, 'Mia')
  const day = workingDay(DAYS.reoffers + 1)
  const { name: treatment, price, slots } = addTreatment(51)
  const choice = { day, treatment, price, slot: slots[0] ?? '', child: mia._id }
  const { _id: id } = await bookAs(parent, choice)
  const admin = await closeWithReoffers(day)
  const { clinic } = await callAs<SiteConfig>(parent, 'GET', '/config')
  const [answer, held] = [eveningAfter(clinic, 2), eveningAfter(clinic, 3)]

  await page.goto('/dashboard')
  await expect(answers(page).getByText(`please answer by ${answer}`)).toBeVisible()
  await answers(page).getByRole('link', { name: 'See details' }).click()
  const offer = page.getByRole('main')
  await expect(offer).toContainText(`please answer by ${answer}. If you don’t, we’ll try to call`)
  await expect(offer).toContainText(`by ${held}, we’ll cancel your appointment`)

  const desk = await browser.newPage()
  const openCalls = async () => {
    await desk.goto('/dashboard/todo?list=calls')
    await expect(desk.getByRole('heading', { name: 'To do' })).toBeVisible()
  }
  await openWith(desk, sessionOf(admin), '/dashboard')
  await openCalls()
  const call = desk.getByRole('listitem').filter({ hasText: 'no answer to our emails' })
  await expect(call.filter({ hasText: 'Mia' })).toHaveCount(0)
  const late = new Date(Date.now() - 60_000)
  records()
    .update(offers)
    .set({ answerBy: late })
    .where(eq(offers.id, offerOf(id)))
    .run()
  await openCalls()
  await expect(call.filter({ hasText: 'Mia' })).toContainText(
    `is held until ${held.replace(/, \d{4}$/, '')}`,
  )
  await desk.close()

  await page.goto('/dashboard')
  await answers(page)
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(answers(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Pay/ }).first()).toBeVisible()
})

/** Id of the offer for an appointment. */
function offerOf(appointmentId: string): string {
  const [held] = records()
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .where(eq(waitlistEntries.appointmentId, appointmentId))
    .all()
  if (!held) throw new Error('No time is held')
  return held.id
}
