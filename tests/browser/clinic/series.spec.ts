import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { addWeekday, dayAfter, formatWireDate } from '#contract/dates.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { expectAccessible, expectFits } from '../accessibility.ts'
import { callAs, sessionOf } from '../member.ts'
import { addTreatment, eventsOf, records, takeSlot } from '../records.ts'
import { openWith } from '../screen.ts'
import { registerStaff } from '../staff.ts'
import { test } from '../test.ts'
import { DAYS, workingDay } from '../visitor.ts'

const MORNING = '09:00 AM - 09:30 AM'
const NOON = '12:00 PM - 12:30 PM'

test('staff book a series of eight, with one conflicting date moved, in one step', async ({
  page,
}) => {
  test.slow()
  const first = workingDay(DAYS.series)
  const days = Array.from({ length: 8 }, (_, index) => dayAfter(first, 7 * index))
  const [, , third = ''] = days
  // A number that the booking walks do not use.
  const treatment = addTreatment(1_000)
  takeSlot(treatment, third, MORNING)
  const staff = await registerStaff('Sara Series')
  const family = await callAs<{ _id: string }>(staff, 'POST', '/families', {
    name: `Ola Often ${Date.now()}`,
    phone: '503 555 0199',
  })
  await openWith(page, sessionOf(staff), `/dashboard/families/${family._id}/book?date=${first}`)
  const card = page.getByRole('listitem').filter({ hasText: treatment.name })
  await card.getByRole('button', { name: 'Select Treatment' }).click()
  await page.getByRole('button', { name: MORNING }).click()
  const dialog = page.getByRole('dialog', { name: treatment.name })
  await dialog.getByRole('button', { name: 'Repeat this appointment' }).click()
  await dialog.getByLabel('Appointments').fill('8')
  await dialog.getByRole('button', { name: 'Show dates' }).click()
  const conflict = dialog.getByRole('listitem').filter({ hasText: '3 of 8' })
  const thirdDay = addWeekday(formatWireDate(third))
  await expect(conflict).toContainText(`9:00 AM on ${thirdDay} is taken.`)
  const book = dialog.getByRole('button', { name: 'Book all' })
  await expect(book).toBeDisabled()
  await expectAccessible(page, 'a series with a conflict')
  await expectFits(page, 'a series with a conflict')
  await conflict.getByLabel('12:00 PM').check()
  await expect(dialog.getByText('$960 for all, payable at the desk.')).toBeVisible()
  await book.click()
  await expect(page.getByRole('heading', { name: 'The appointments are booked' })).toBeFocused()
  const listed = page.getByRole('listitem').filter({ hasText: 'of 8 in a series' })
  await expect(listed).toHaveCount(8)
  await expect(listed.nth(2)).toContainText(`${thirdDay} ${NOON}`)
  await expectAccessible(page, 'a series that is booked')

  const rows = records()
    .select()
    .from(appointments)
    .where(eq(appointments.deskFamilyId, family._id))
    .orderBy(appointments.date)
    .all()
  expect(rows.map(({ date, startMinute }) => [date, startMinute])).toEqual(
    days.map((day) => [day, day === third ? 12 * 60 : 9 * 60]),
  )
  expect(rows.map(({ seriesNumber }) => seriesNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(rows.flatMap(({ id }) => eventsOf(id))).toEqual(rows.map(() => 'appointment.booked'))
})
