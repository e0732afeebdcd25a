import { expect, type Locator, type Page } from '@playwright/test'
import { and, eq } from 'drizzle-orm'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { describeEmail } from '#domain/notifications/kinds/describe-email.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { notifications, treatments } from '#drizzle/schema/index.ts'
import { expectAccessible } from './accessibility.ts'
import { makeDue } from './due-plan.ts'
import { bookAs, callAs, type Member, register, sessionOf } from './member.ts'
import { CARDS, expectPaid, payWith } from './payer.ts'
import { addChild, addTreatment, appointmentsOf, confirmEmail, records } from './records.ts'
import { openWith } from './screen.ts'
import { registerStaff } from './staff.ts'
import { test } from './test.ts'
import { DAYS, fillDialog, workingDay } from './visitor.ts'

const TREATMENT = 'Nutrition Services'

/** Counts presses. */
function pressing() {
  const presses = { count: 0 }
  return {
    presses,
    async press(target: Locator) {
      presses.count += 1
      await target.click()
    },
  }
}

/** Asks the family of an appointment at the desk for its next visit; returns the number of presses. */
async function ask(page: Page, staff: Member, { day, name }: { day: string; name: string }) {
  await openWith(page, sessionOf(staff), `/dashboard/agenda?view=list&date=${day}`)
  await page.getByRole('button', { name: `Details of the appointment of ${name}` }).click()
  const panel = page.getByRole('complementary', { name: 'Chosen appointment' })
  const { presses, press } = pressing()
  await press(panel.getByRole('button', { name: `Next visit of ${name}` }))
  await press(page.getByRole('dialog').getByRole('button', { name: '2 weeks' }))
  await expect(page.getByText(/^The family of .* is asked to book/)).toBeVisible()
  return presses.count
}

/** Registers a parent whose address is confirmed. */
async function registerParent(name: string): Promise<Member> {
  const parent = await register(name)
  confirmEmail(parent.uid)
  return parent
}

const time = (place: Page | Locator) => place.getByRole('button', { name: /^\d\d:\d\d / }).first()

test('a visit is asked for with two presses, booked by the family with three taps, and asked for again once it is canceled', async ({
  page,
}) => {
  const parent = await registerParent('Nora Newcomer')
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
  expect(await ask(page, await registerStaff(), { day, name })).toBe(2)

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

/** The path behind the button of the only email that asks a parent to book check-ups. */
async function linkOfEmail({ uid }: Member): Promise<string> {
  const findEmails = () =>
    records()
      .select()
      .from(notifications)
      .where(and(eq(notifications.uid, uid), eq(notifications.kind, 'visits_due')))
      .all()
  await expect.poll(() => findEmails().length).toBe(1)
  const [email] = findEmails() as NotificationOf<'visits_due'>[]
  if (!email) throw new Error('There is no email.')
  const url = () => 'https://clinic.example/stop'
  const reader = { db: records(), timeZone: readTimeZone(records()) }
  const urls = { unsubscribeUrl: url, recallUrl: url, claimUrl: url }
  const read = readSubject({ ...reader, ...urls }, email, email.dueAt)
  if (read.outcome !== 'send') throw new Error(`The email is not sent: ${read.outcome}.`)
  const { action } = describeEmail(read.subject, SENDER)
  const { pathname, search } = new URL(action?.url ?? '')
  return pathname + search
}

test('two siblings whose check-ups are due get one email, whose link books both, and one payment', async ({
  page,
}) => {
  const parent = await registerParent('Sonja Siblings')
  const children = ['Sina', 'Sven'].map((name) => addChild(parent.uid, name))
  const treatment = records()
    .select()
    .from(treatments)
    .all()
    .find(({ name }) => name === TREATMENT)
  const removePlan = makeDue(children, treatment?.id ?? '')
  try {
    await openWith(page, sessionOf(await registerStaff()), '/dashboard/todo?list=plan')
    await page.getByRole('button', { name: 'Send emails about 2 children' }).click()
    await expect(page.getByText('1 email about 2 children: sent at 10:00 AM')).toBeVisible()

    await page.setViewportSize({ width: 390, height: 844 })
    await openWith(page, sessionOf(parent), await linkOfEmail(parent))
    await time(page.getByRole('region', { name: /^Times for/ })).click()
    await fillDialog(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Book all' }).click()
    await expect(page.getByRole('heading', { name: 'Your appointments are booked' })).toBeVisible()
    const open = () => callAs<NextVisit[]>(parent, 'GET', '/next-visits')
    expect(await open()).toEqual([])
    await page.getByRole('link', { name: /^Pay \$/ }).click()
    await payWith(page, CARDS.good)
    await expectPaid(page)
    const booked = appointmentsOf(parent.uid)
    expect(booked.map(({ childName }) => childName).sort()).toEqual(['Sina', 'Sven'])
    expect(new Set(booked.map(({ transactionId }) => transactionId)).size).toBe(1)
  } finally {
    removePlan()
  }
})
