import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { bookAs, type Choice, call } from './member.ts'
import { arriveAsNewParent, DAYS, workingDay } from './visitor.ts'

/** Test cards by their outcome (https://docs.stripe.com/testing). */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  authentication: '4000002760003184',
  mistyped: '4242424242424241',
}

const CONGRATS = 'Congrats! Your payment is completed.'

/** The price of `choice`, in dollars. */
export const PRICE = 110
const SLOTS = ['09:00 AM - 09:30 AM', '10:00 AM - 10:30 AM', '11:00 AM - 11:30 AM']

/** A different slot for each number, on days that no other test uses. */
export function choice(number: number): Choice {
  const slot = SLOTS[number % SLOTS.length] ?? ''
  return {
    day: workingDay(DAYS.payment + Math.floor(number / SLOTS.length)),
    treatment: 'Allergy Testing',
    slot,
    price: PRICE,
  }
}

/** Books the slot for a new parent and opens its payment page. Returns the page's address. */
export async function arriveAtPayment(page: Page, what: Choice): Promise<string> {
  await bookFor(page, what)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Pay/ }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/appointment\/[0-9a-f-]{36}$/)
  await expect(page.getByLabel('Card number')).toBeEditable()
  return page.url()
}

/** Books the slot for a new parent and logs them in. Returns the payment page's path. */
export async function bookFor(page: Page, what: Choice): Promise<string> {
  const parent = await arriveAsNewParent(page)
  const { _id } = await bookAs(parent, what)
  return `/dashboard/appointment/${_id}`
}

/** Types a card into the form, replacing earlier input. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })

/** The card field with its label and error message. */
export const cardField = (page: Page) => page.getByRole('group', { name: 'Card', exact: true })

/** Types a card and pays with it. */
export async function payWith(page: Page, number: string): Promise<void> {
  await typeCard(page, number)
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
}

/** Waits for the success view; returns the transaction id that it shows. */
export async function expectPaid(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: CONGRATS })).toBeVisible()
  return shownTransaction(page)
}

async function shownTransaction(page: Page): Promise<string> {
  const id = await page.getByText(/^pi_\w+$/).textContent()
  if (!id) throw new Error('There is no transaction id')
  return id
}

/** Waits for the page of an earlier payment; opens and returns its transaction id. */
export async function expectPaidBefore(page: Page): Promise<string> {
  await page.getByText('Transaction ID', { exact: true }).click()
  await expect(page.getByText(CONGRATS)).toHaveCount(0)
  return shownTransaction(page)
}

/** Host and port of the card provider's sandbox, and the clinic's secret key for it. */
export function sandboxAccess(): { host: string; port: number; secretKey: string } {
  const { SPROUT_TEST_STRIPE = '', SPROUT_TEST_DATA_DIR = '' } = process.env
  const [host = '', port] = SPROUT_TEST_STRIPE.split(':')
  const file = join(SPROUT_TEST_DATA_DIR, 'stripe-sandbox-keys.json')
  const { secretKey } = JSON.parse(readFileSync(file, 'utf8'))
  return { host, port: Number(port), secretKey }
}

interface SandboxRecord {
  payment_intents: { id: string; metadata: { appointment_id?: string } }[]
  charges: { amount: number; payment_intent: string; status: string }[]
}

/** Calls the control API of the card provider's sandbox. */
export function controlSandbox<Answer>(
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const { host, port, secretKey } = sandboxAccess()
  const address = `http://${host}:${port}/_sandbox${path}`
  return call<Answer>(method, address, { bearer: secretKey, body })
}

const readRecord = () => controlSandbox<SandboxRecord>('GET', '/record')

/** The charges for an intent, from the card provider's records. */
export async function chargesOf(intentId: string): Promise<SandboxRecord['charges']> {
  const { charges } = await readRecord()
  return charges.filter(
    ({ payment_intent, status }) => payment_intent === intentId && status === 'succeeded',
  )
}

/** The newest intent of an appointment, from the card provider's records. */
export async function intentOf(appointmentId: string): Promise<string> {
  const { payment_intents: intents } = await readRecord()
  const own = intents.findLast(({ metadata }) => metadata.appointment_id === appointmentId)
  if (!own) throw new Error('The appointment has no intent')
  return own.id
}
