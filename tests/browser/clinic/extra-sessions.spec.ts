import { expect } from '@playwright/test'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { formatWeekday } from '#contract/dates.ts'
import { openAsAdmin } from '#tests/scenes/demo-admin.ts'
import { expectAccessible, expectFits } from '../accessibility.ts'
import { test } from '../test.ts'
import { arriveAsNewParent, book, chooseSlot } from '../visitor.ts'

/** A Saturday some weeks ahead. */
function saturday(): string {
  let day = addDays(new Date(), 30)
  while (day.getDay() !== 6) day = addDays(day, 1)
  return format(day, 'yyyy-MM-dd')
}

test('an admin opens a flu clinic on a Saturday, a parent books it, and the admin withdraws it', async ({
  page,
  browser,
}) => {
  test.slow()
  const day = saturday()
  await openAsAdmin(page, '/dashboard/schedule/extra-sessions')
  const form = page.getByRole('form', { name: 'Open an extra session' })
  await form.getByRole('button', { name: 'Open session' }).click()
  await expect(form.getByText('Choose a day')).toBeVisible()
  await form.getByLabel('Day', { exact: true }).fill(day)
  await form.getByLabel('Minutes from start to start (optional)').fill('20')
  await form.getByLabel('Price in dollars (optional)').fill('25')
  await form.getByLabel('Allergy Testing').check()
  await expectAccessible(page, 'an extra session, filled in')
  await expectFits(page, 'an extra session, filled in')
  await form.getByRole('button', { name: 'Open session' }).click()
  const session = page
    .getByRole('list', { name: 'Extra sessions' })
    .getByRole('listitem')
    .filter({ hasText: formatWeekday(day) })
  await expect(session).toContainText('Allergy Testing · every 20 minutes · $25')

  const parent = await (await browser.newContext()).newPage()
  await arriveAsNewParent(parent)
  const slot = '09:20 AM - 09:50 AM'
  await chooseSlot(parent, { day, treatment: 'Allergy Testing', slot })
  await book(parent)
  await expect(parent.getByRole('heading', { name: 'Your appointment is booked' })).toBeVisible()
  await parent.goto('/dashboard')
  const row = parent.getByRole('row').filter({ hasText: 'Allergy Testing' })
  await expect(row).toContainText(slot)
  await expect(row).toContainText('$25')
  await parent.context().close()

  await page.reload()
  await expect(session).toContainText('1 appointment')
  await session.getByRole('button', { name: /^Withdraw the session/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 appointment affected')).toBeVisible()
  await dialog.getByLabel('Cancel all, with a full refund').check()
  await expectAccessible(page, 'the question before a session is withdrawn')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The session is withdrawn. 1 appointment canceled.')).toBeVisible()
  await expect(session).toBeHidden()
})
