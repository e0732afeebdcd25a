import { expect, test } from '@playwright/test'
import { bookAs, call, register } from './member.ts'
import { arriveAsNewParent, chooseSlot, DAYS, selectTreatment, workingDay } from './visitor.ts'

/** In milliseconds: how soon a change shows in another browser. */
const SOON = 2_000

const day = workingDay(DAYS.liveTimes)
const treatment = 'Weight Loss'
const price = 80
const NINE = '09:00 AM - 09:30 AM'
const TEN = '10:00 AM - 10:30 AM'

test('a time that another browser books disappears, and one that is freed appears', async ({
  page,
}) => {
  const other = await register('Olga Other')
  await arriveAsNewParent(page, '/about')
  await page.goto(`/appointment?date=${day}`)
  await selectTreatment(page, treatment)
  const slot = page.getByRole('button', { name: NINE })
  await expect(slot).toBeVisible()
  const gone: number[] = []
  const back: number[] = []
  const since = (start: number) => performance.now() - start
  // The least is what other programs on the machine have disturbed least.
  for (let round = 0; round < 3; round += 1) {
    const { _id } = await bookAs(other, { day, treatment, slot: NINE, price })
    const booked = performance.now()
    await expect(slot).toBeHidden()
    gone.push(since(booked))
    await call({
      method: 'POST',
      path: `/appointments/${_id}/cancel`,
      bearer: other.session.token,
      body: { version: 0, refund: 0 },
    })
    const canceled = performance.now()
    await expect(slot).toBeVisible()
    back.push(since(canceled))
  }
  expect(Math.min(...gone)).toBeLessThan(SOON)
  expect(Math.min(...back)).toBeLessThan(SOON)
})

test('the dialog of a time that goes keeps what was typed and offers the nearest ones', async ({
  page,
}) => {
  const other = await register('Olga Other')
  await arriveAsNewParent(page, '/about')
  await chooseSlot(page, { day, treatment, slot: TEN })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill('+1 503 555 0100')
  await bookAs(other, { day, treatment, slot: TEN, price })
  await expect(dialog.getByRole('alert')).toContainText('10:00 AM is no longer free')
  await expect(dialog.getByLabel('Phone')).toHaveValue('+1 503 555 0100')
  await expect(dialog.getByRole('button', { name: 'Book', exact: true })).toBeDisabled()
  const nearest = dialog.getByRole('list', { name: 'Other times' }).getByRole('button')
  await expect(nearest).toHaveCount(3)
  await nearest.first().click()
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Book', exact: true })).toBeEnabled()
})
