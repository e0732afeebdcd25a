import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatWireDate } from '#contract/dates.ts'
import { quoteOf, REFUND_CASES } from '#contract/payments/refund-cases.ts'
import { MORNING } from '#machines/booking/booking-walks.ts'
import { changeDriver } from '#machines/change/change-driver.ts'
import { changeMachine } from '#machines/change/change-machine.ts'
import { changeFixture, changeWalks } from '#machines/change/change-walks.ts'
import { holdActors } from '#machines/testing/held-actors.ts'
import { take } from '#machines/testing/tours.ts'
import { jsdomScreen, screensServer } from '#web/testing/screen.ts'
import { type BookedFamily, BookedFamilyContext } from '../booking/booked-family.ts'
import { calendarOptions } from '../booking/calendar/calendar-query.ts'
import ChangeFlow from './change-section.tsx'

beforeAll(() => import('./move-section.tsx'))

/** @param family for which staff change it */
function open(family: BookedFamily | null = null) {
  const actors = holdActors(changeMachine)
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const [, lastDay] = changeFixture.days
  const calendar = { today: '2026-06-01', lastDay, closures: [changeFixture.options.date] }
  queries.setQueryData(calendarOptions().queryKey, calendar)
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <BookedFamilyContext value={family}>
          <ChangeFlow
            appointmentId={changeFixture.options._id}
            onChanged={() => undefined}
            logic={actors.machine}
          />
        </BookedFamilyContext>
      </QueryClientProvider>
    </MemoryRouter>,
    { reactStrictMode: true },
  )
  return screensServer(actors)
}

describe('the changes of an appointment', () => {
  it.each(changeWalks())('follow the machine: $name', async (walk) => {
    const server = open()
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    await take(walk, changeDriver(page, server, changeFixture))
  })

  it.each(REFUND_CASES)('say what canceling refunds $name, and under which terms', async (each) => {
    const { terms, price, ceiling: refundCeiling } = each
    const quote = quoteOf(each)
    const options = { ...changeFixture.options, terms, price, refundCeiling, quote }
    const server = open()
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    const moment = { context: undefined, next: () => undefined }
    await server.succeed('loadOptions', options, moment)
    await page.within('region', 'Change of plans?').seeAll('listitem', each.lines)
    await page.click('button', 'Cancel appointment')
    await server.succeed('quoteRefund', options, moment)
    await page.within('dialog').see('text', each.quote)
  })

  it('say that a refund goes back to the guardian who paid', async () => {
    const quote = { ...changeFixture.options.quote, refund: 0, rule: 'other_payer' } as const
    const options = { ...changeFixture.options, quote }
    const server = open()
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    const moment = { context: undefined, next: () => undefined }
    await server.succeed('loadOptions', options, moment)
    await page.click('button', 'Cancel appointment')
    await server.succeed('quoteRefund', options, moment)
    const sentence = 'Another guardian paid. What the clinic’s terms refund goes back to them.'
    const dialog = page.within('dialog')
    await dialog.see('text', sentence)
    await dialog.click('button', 'Cancel appointment')
    await server.succeed('cancelAppointment', { kind: 'done', options, refund: 0 }, moment)
    await page.see('status', sentence)
  })

  it.each([
    ['family itself', null, 'You move it late: if you cancel it afterwards, nothing is refunded.'],
    [
      'staff',
      { id: 'family', name: 'Okafor' },
      'It counts as moved late: if the family cancels it afterwards, nothing is refunded.',
    ],
  ])('tell the %s what a late move means', async (_, family, sentence) => {
    const [date] = changeFixture.days
    const server = open(family)
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    const moment = { context: undefined, next: () => undefined }
    await server.succeed('loadOptions', { ...changeFixture.options, ceilingAfterMove: 0 }, moment)
    await page.click('button', 'Move')
    await server.succeed('loadDay', changeFixture.treatment, moment)
    await page.see('text', family ? /^The appointment stays on/ : /^Your appointment stays on/)
    await page.within('region', `Free times on ${formatWireDate(date)}`).click('button', MORNING)
    const dialog = page.within('dialog')
    await dialog.see('text', 'The payment stays with it.')
    await dialog.see('text', sentence)
  })

  it('read the refund out before the button that cancels', async () => {
    const server = open()
    const page = jsdomScreen(userEvent.setup({ delay: null }))
    const moment = { context: undefined, next: () => undefined }
    await server.succeed('loadOptions', changeFixture.options, moment)
    await page.click('button', 'Cancel appointment')
    await server.succeed('quoteRefund', changeFixture.options, moment)
    const quote = 'You cancel 4 days before: full refund of $95.'
    expect(document.activeElement).toHaveTextContent(quote)
    await page.press('Tab')
    await page.see('field', 'Illness', { focused: true })
    await page.press('Tab')
    await page.see('button', 'Keep appointment', { focused: true })
  })
})
