import { expect, type Page } from '@playwright/test'
import type { Impact } from '#contract/schedule/schedule.ts'
import { grantAdmin } from '#domain/identity/roles.ts'
import { expectAccessible } from './accessibility.ts'
import { bookAs, callAs } from './member.ts'
import { addChild, addTreatment, records } from './records.ts'
import { registerWithRole } from './staff.ts'
import { test } from './test.ts'
import { arriveAsNewParent, DAYS, workingDay } from './visitor.ts'

/** Closes a day and holds other times for its appointments. */
async function closeWithReoffers(day: string): Promise<void> {
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
}

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
