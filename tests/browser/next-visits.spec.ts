import { expect, type Locator, type Page } from '@playwright/test'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { expectAccessible } from './accessibility.ts'
import { bookAs, callAs, type Member, register, sessionOf } from './member.ts'
import { addChild, addTreatment, appointmentsOf, confirmEmail } from './records.ts'
import { openWith } from './screen.ts'
import { registerStaff } from './staff.ts'
import { test } from './test.ts'
import { DAYS, fillDialog, workingDay } from './visitor.ts'

/** Asks the family of an appointment at the desk for its next visit, with two presses. */
async function ask(page: Page, staff: Member, { day, name }: { day: string; name: string }) {
  await openWith(page, sessionOf(staff), `/dashboard/agenda?view=list&date=${day}`)
  await page.getByRole('button', { name: `Details of the appointment of ${name}` }).click()
  const panel = page.getByRole('complementary', { name: 'Chosen appointment' })
  await panel.getByRole('button', { name: `Next visit of ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '2 weeks' }).click()
  await expect(page.getByText(/^The family of .* is asked to book/)).toBeVisible()
}

test('a visit is asked for at the desk, booked by the family with few taps, and asked for again once it is canceled', async ({
  page,
}) => {
  const parent = await register('Nora Newcomer')
  confirmEmail(parent.uid)
  const name = 'Tilda Ticket'
  const { _id: child } = addChild(parent.uid, name)
  const { name: treatment, price, slots } = addTreatment(60)
  const day = workingDay(DAYS.reoffers)
  const { _id: first } = await bookAs(parent, {
    day,
    treatment,
    slot: slots[0] ?? '',
    price,
    child,
  })
  await ask(page, await registerStaff(), { day, name })

  await page.setViewportSize({ width: 390, height: 844 })
  await openWith(page, sessionOf(parent), '/')
  const chooseTime = page.getByRole('link', { name: `Choose a time: ${treatment} for ${name}` })
  await expect(chooseTime).toBeInViewport({ ratio: 1 })
  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Time to book' })
  await expect(card.getByRole('heading', { name: `${treatment} for ${name}` })).toBeVisible()
  await expectAccessible(page, 'a visit to book')
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.click()
  }
  await tap(card.getByRole('link', { name: /^Choose a time/ }))
  await expect(page).toHaveURL(/\/appointment\?.*date=/)
  await tap(page.getByRole('button', { name: /^\d\d:\d\d / }).first())
  await fillDialog(page)
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Book', exact: true }))
  await expect(page.getByRole('heading', { name: /^Your appointment .* booked$/ })).toBeVisible()
  expect(taps).toBe(3)
  const listed = () => callAs<NextVisit[]>(parent, 'GET', '/next-visits')
  expect(await listed()).toEqual([])
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(card).toHaveCount(0)

  const booked = appointmentsOf(parent.uid).find(({ id }) => id !== first)
  expect(booked).toMatchObject({ childName: name, treatment })
  await callAs(parent, 'POST', `/appointments/${booked?.id}/cancel`, { version: 0, refund: 0 })
  expect(await listed()).toHaveLength(1)
  await page.reload()
  await expect(card.getByRole('link', { name: /^Choose a time/ })).toBeVisible()
})
