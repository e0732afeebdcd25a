import { expect } from '@playwright/test'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { timeAddress } from '#contract/booking/time-address.ts'
import { newParent } from './member.ts'
import { test } from './test.ts'
import { book, DAYS, logOut, signUp, workingDay } from './visitor.ts'

test('a visitor sees free times, and a link from another site leads through the sign-up to its booking', async ({
  page,
  request,
}) => {
  const answer = await request.get('/available/next')
  const all: NextTimes[] = await answer.json()
  const treatment = all.find(({ days }) => days.length > 0)
  const name = treatment?.name ?? ''

  // Before the scripts have run, and without layout shifts.
  const home = await (await request.get('/')).text()
  expect(home).toContain('Next free times')
  await page.goto('/')
  await page.getByRole('link', { name: 'See free times' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free Times')
  await page
    .getByRole('navigation', { name: 'Treatments' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  await expect(page).toHaveURL(new RegExp(`/times\\?treatment=${treatment?._id}`))
  await expect(
    page.getByRole('link', { name: new RegExp(`: book ${name}$`) }).first(),
  ).toBeVisible()

  // A day on which no other test books.
  const date = workingDay(DAYS.times)
  const slot = '11:00 AM - 11:30 AM'
  const link = timeAddress({ treatment: treatment?._id ?? '', date, slot })
  await page.goto(`${link}&source=source-abc&booking-referral=34d1a803`)
  await page.getByRole('link', { name: 'Book this time' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await signUp(page, newParent())

  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(slot)
  const sent = page.waitForRequest(
    (call) => call.method() === 'POST' && /\/appointments$/.test(call.url()),
  )
  await book(page)
  expect((await sent).postDataJSON()).toMatchObject({
    source: 'source-abc',
    bookingReferral: '34d1a803',
  })
  await expect(page.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()

  // The time is now the parent's and taken for all others: the link offers nearby times.
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You have booked this time' })).toBeVisible()
  await logOut(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'That time is no longer free' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^10:30 AM/ }).first()).toBeVisible()
})
