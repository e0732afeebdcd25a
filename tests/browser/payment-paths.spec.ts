import { type Page, test } from '@playwright/test'
import { describePath, walk } from '../../machines/paths.ts'
import { paymentPaths } from '../../machines/payment.paths.ts'
import { bookFor, type Wish } from './payer.ts'
import { walkPayment } from './payment-walker.ts'
import { arriveAsNewParent, workingDay } from './visitor.ts'

const OFFERS = [
  { treatment: 'Allergy Testing', slot: '01:00 PM - 01:30 PM', price: 110 },
  { treatment: 'Weight Loss', slot: '02:00 PM - 02:30 PM', price: 80 },
  { treatment: 'Nutrition Services', slot: '03:00 PM - 03:30 PM', price: 70 },
] as const

/** An appointment of their own for each path, on days that no other test takes. */
function wish(number: number): Wish {
  const offer = OFFERS[number % OFFERS.length] ?? OFFERS[0]
  return { ...offer, day: workingDay(30 + Math.floor(number / OFFERS.length)) }
}

test.describe('the payment machine in the whole app', () => {
  // One parent pays for many appointments, one after the other.
  let page: Page

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage()
    await arriveAsNewParent(page)
  })
  test.afterAll(() => page.close())

  for (const [number, path] of paymentPaths().entries()) {
    test(`${number + 1}: ${describePath(path)}`, async () => {
      const what = wish(number)
      const address = await bookFor(page, what)
      await walk(path, await walkPayment({ page, address, what, path }))
    })
  }
})
