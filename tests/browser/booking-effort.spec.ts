import { expect, type Locator, type Page, test } from '@playwright/test'
import { addChild, appointmentsOf, confirmEmail, vacate } from './records.ts'
import { arriveAsNewParent, DAYS, fillDialog, workingDay } from './visitor.ts'

const TREATMENT = 'Allergy Testing'
const CHILDREN = ['Ada', 'Ben', 'Cem']

type Patients = 'oneself' | 'one child' | 'three children'

/** Books from the calendar to the confirmation, as short as it can be, and prints what it takes. */
async function book(page: Page, day: string, patients: Patients): Promise<number> {
  const isBlock = patients === 'three children'
  let clicks = 0
  const click = async (button: Locator) => {
    clicks += 1
    await button.click()
  }
  const time = (place: Page | Locator) => place.getByRole('button', { name: /^\d\d:\d\d / }).first()
  const dialog = page.getByRole('dialog')
  await page.goto(`/appointment?date=${day}`)
  const heading = page.getByRole('heading', { name: TREATMENT })
  const card = page.getByRole('listitem').filter({ has: heading })
  await click(card.getByRole('button', { name: 'Select Treatment' }))
  await click(time(page))
  if (isBlock) {
    await click(dialog.getByRole('button', { name: 'Book for several children' }))
    await click(page.getByRole('button', { name: 'Show times' }))
    await click(time(page.getByRole('region', { name: /^Times for/ })))
  }
  // They have booked for themselves last.
  if (patients === 'one child') await click(dialog.getByLabel('Ada'))
  const fields = await dialog.locator('input[type=tel], textarea').count()
  await fillDialog(page)
  await click(dialog.getByRole('button', { name: isBlock ? 'Book all' : 'Book', exact: true }))
  await expect(page.getByRole('heading', { name: /^Your appointments? .* booked$/ })).toBeVisible()
  console.log(`Booking for ${patients}: ${clicks} clicks, ${fields} fields`)
  return clicks
}

test('booking for a child takes at most two clicks more, and for three less than thrice', async ({
  page,
}) => {
  const first = workingDay(DAYS.effort)
  const second = workingDay(DAYS.effort + 1)
  const third = workingDay(DAYS.effort + 2)
  const parent = await arriveAsNewParent(page)
  confirmEmail(parent.uid)
  const without = await book(page, first, 'oneself')
  addChild(parent.uid, 'Ada')
  const one = await book(page, second, 'one child')
  for (const name of CHILDREN.slice(1)) addChild(parent.uid, name)
  // A parent has at most four unpaid appointments.
  for (const day of [first, second]) vacate(day)
  const three = await book(page, third, 'three children')

  const booked = appointmentsOf(parent.uid).map(({ childName }) => childName)
  expect(booked).toEqual([null, 'Ada', ...CHILDREN])
  expect(one).toBeLessThanOrEqual(without + 2)
  expect(three).toBeLessThan(3 * one)
})
