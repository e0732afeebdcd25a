import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { bookAs, type Member, newParent } from './member.ts'
import { CARDS, expectPaid, expectPaidBefore, PRICE, payButton, typeCard } from './payer.ts'
import { newestMessage } from './provider.ts'
import { addChild, appointmentsOf, confirmEmail, vacate } from './records.ts'
import { test } from './test.ts'
import { arriveAsNewParent, DAYS, fillDialog, workingDay } from './visitor.ts'

const TREATMENT = 'Allergy Testing'
const CHILDREN = ['Ada', 'Ben', 'Cem']

type Patients = 'oneself' | 'one child' | 'three children'

/** Books from the calendar to the confirmation in as few steps as possible, and prints their number. */
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
    for (const name of CHILDREN.slice(1)) await click(page.getByRole('checkbox', { name }))
    await click(page.getByRole('button', { name: 'Show times' }))
    await click(time(page.getByRole('region', { name: /^Times for/ })))
  }
  // The form preselects the last patient, which was the parent.
  if (patients === 'one child') await click(dialog.getByLabel('Ada'))
  const fields = await dialog.locator('input[type=tel], textarea').count()
  await fillDialog(page)
  await click(dialog.getByRole('button', { name: isBlock ? 'Book all' : 'Book', exact: true }))
  await expect(page.getByRole('heading', { name: /^Your appointments? .* booked$/ })).toBeVisible()
  console.log(`Booking for ${patients}: ${clicks} clicks, ${fields} fields`)
  return clicks
}

test('booking for a child takes at most two more clicks, and for three children less than three times as many', async ({
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

/** Counts taps and fields between the home page and the payment. */
function effortOn(page: Page) {
  const effort = { taps: 0, fields: 0 }
  return {
    effort,
    async tap(target: Locator) {
      effort.taps += 1
      await target.click()
    },
    async type(place: Page | Locator, typed: Record<string, string>) {
      for (const [label, text] of Object.entries(typed)) {
        effort.fields += 1
        await place.getByLabel(label, { exact: true }).fill(text)
      }
    },
    /** The three inputs of a date count as one field. */
    async typeBirthDate(place: Page | Locator, parts: Record<'Month' | 'Day' | 'Year', string>) {
      effort.fields += 1
      for (const [label, text] of Object.entries(parts)) {
        await place.getByLabel(label, { exact: true }).fill(text)
      }
    },
    home: (treatment: string) =>
      page
        .getByRole('region', { name: 'Treatments' })
        .getByRole('link', { name: treatment, exact: true }),
    nextFree: (treatment: string) =>
      page.getByRole('link', { name: new RegExp(`^Next free: .* for ${treatment}$`) }),
    dialog: page.getByRole('dialog'),
  }
}

/** A treatment for any age with free times on the first day of the calendar; another one than `except`. */
async function freeTreatment(page: Page, except = 'years'): Promise<string> {
  await page.goto('/appointment')
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Select Treatment', disabled: false }) })
    .filter({ hasNotText: 'years' })
    .filter({ hasNotText: except })
  const name = await card.first().getByRole('heading').textContent()
  if (!name) throw new Error('Nothing is free')
  return name
}

/** From the confirmation to the receipt; only the card is typed. */
async function pay(page: Page, tap: (target: Locator) => Promise<void>): Promise<void> {
  await tap(page.getByRole('link', { name: /^Pay \$/ }))
  await typeCard(page, CARDS.good)
  await expect(payButton(page)).toBeEnabled()
  await tap(payButton(page))
  await expectPaid(page)
}

test('a returning parent types nothing but the card, and pays in four taps from a next free time, or in five from the treatments', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const parent = await arriveAsNewParent(page)
  await bookAs(parent, {
    day: workingDay(DAYS.effort + 1),
    treatment: TREATMENT,
    slot: '04:00 PM - 04:30 PM',
    price: PRICE,
  })
  const bookAndPay = async ({ effort, tap, dialog }: ReturnType<typeof effortOn>) => {
    await expect(dialog.getByLabel('Phone')).toHaveValue('+1 503 555 0100')
    await expect(dialog.getByLabel('Address')).toHaveValue('1 Orchard Lane')
    await tap(dialog.getByRole('button', { name: 'Book', exact: true }))
    await expect(page).toHaveURL(/\/dashboard\/appointment\/[0-9a-f-]{36}\?booked$/)
    await pay(page, tap)
    console.log(`A returning parent: ${effort.taps} taps, ${effort.fields} fields`)
    return effort
  }
  const treatment = await freeTreatment(page)
  const fromTime = effortOn(page)
  await page.goto('/')
  await fromTime.tap(fromTime.nextFree(treatment))
  expect(await bookAndPay(fromTime)).toEqual({ taps: 4, fields: 0 })

  // The next free time chooses treatment and slot at once; otherwise each is a press, as specified.
  const other = await freeTreatment(page, treatment)
  const fromTreatments = effortOn(page)
  await page.goto('/')
  await fromTreatments.tap(fromTreatments.home(other))
  // The parent already has an appointment at the first time.
  await fromTreatments.tap(page.getByRole('button', { name: /^01:00 PM / }))
  expect(await bookAndPay(fromTreatments)).toEqual({ taps: 5, fields: 0 })
})

test('a parent keeps the card that pays, pays the next appointment in four taps, and removes the card', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const parent = await arriveAsNewParent(page)
  const first = await bookAs(parent, {
    day: workingDay(DAYS.effort + 2),
    treatment: TREATMENT,
    slot: '04:30 PM - 05:00 PM',
    price: PRICE,
  })
  await page.goto(`/dashboard/appointment/${first._id}`)
  await typeCard(page, CARDS.good)
  const keep = page.getByRole('checkbox', { name: 'Keep this card for next time' })
  await expect(keep).not.toBeChecked()
  await keep.check()
  await payButton(page).click()
  await expectPaid(page)

  const treatment = await freeTreatment(page)
  const { effort, tap, nextFree, dialog } = effortOn(page)
  await page.goto('/')
  await tap(nextFree(treatment))
  await expect(dialog.getByLabel('Address')).toHaveValue('1 Orchard Lane')
  await tap(dialog.getByRole('button', { name: 'Book', exact: true }))
  await tap(page.getByRole('link', { name: /^Pay \$/ }))
  await expect(page.getByRole('radio', { name: /^Visa •••• 4242/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Another card' })).not.toBeChecked()
  await expectAccessible(page, 'a kept card')
  await tap(payButton(page))
  await expectPaid(page)
  console.log(`A parent with a kept card: ${effort.taps} taps, ${effort.fields} fields`)
  expect(effort).toEqual({ taps: 4, fields: 0 })

  await page.goto('/dashboard/profile')
  const cards = page.getByRole('list', { name: 'Your cards' })
  await cards.getByRole('button', { name: /^Remove Visa/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/^You keep no card\./)).toBeVisible()
  await page.goto(await bookedPage(parent))
  await expect(page.getByLabel('Card number')).toBeEditable()
  await expect(page.getByRole('radio')).toHaveCount(0)
})

/** Books an appointment; returns the path of its page. */
async function bookedPage(parent: Member): Promise<string> {
  const choice = { day: workingDay(DAYS.effort), treatment: TREATMENT, price: PRICE }
  const { _id } = await bookAs(parent, { ...choice, slot: '04:30 PM - 05:00 PM' })
  return `/dashboard/appointment/${_id}`
}

test('a new parent pays for a child in eight taps and seven fields, and the link of the confirmation email leads to the appointment', async ({
  browser,
  page,
}) => {
  const other = await browser.newPage()
  await arriveAsNewParent(other)
  const treatment = await freeTreatment(other)
  await other.close()
  await page.setViewportSize({ width: 390, height: 844 })
  const { effort, tap, type, typeBirthDate, nextFree, dialog } = effortOn(page)
  await page.goto('/')
  // The booking opens with the day, the treatment and the time chosen.
  await tap(nextFree(treatment))
  const { name, email, password } = newParent()
  await tap(page.getByRole('main').getByRole('link', { name: 'Create an account' }))
  await type(page, { Name: name, Email: email, Password: password })
  await tap(page.getByRole('button', { name: 'Sign Up' }))
  await tap(dialog.getByRole('button', { name: 'This is for my child: add them' }))
  await type(dialog, { 'Child’s name': 'Ada' })
  await typeBirthDate(dialog, { Month: '6', Day: '5', Year: '2021' })
  await tap(dialog.getByRole('button', { name: 'Add' }))
  await type(dialog, { Phone: '+1 503 555 0100', Address: '1 Orchard Lane' })
  await tap(dialog.getByRole('button', { name: 'Book', exact: true }))
  await pay(page, tap)
  console.log(`A new parent: ${effort.taps} taps, ${effort.fields} fields`)
  expect(effort).toEqual({ taps: 8, fields: 7 })

  // The link leads back to the time that the parent chose before signing up, which is now booked.
  const sent = await newestMessage(email)
  await page.goto(sent.kind === 'emailConfirmation' ? sent.link : '')
  await page.getByRole('link', { name: 'Continue where you were' }).click()
  await expect(page).toHaveURL(/\/dashboard\/appointment\/[0-9a-f-]{36}$/)
  await expectPaidBefore(page)
})
