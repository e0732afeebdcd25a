import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ChangeOptions } from '#contract/booking/appointment-changes.ts'
import { formatFullDay } from '#contract/dates.ts'
import { quoteOf, REFUND_CASES } from '#contract/payments/refund-cases.ts'
import { MORNING } from '#machines/testing/booking/booking-fixture.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import type { BookedFamily } from '#web/both/appointments/booked-family.ts'
import { openChanges } from './testing/open-changes.tsx'

/** Opens it with loaded options. */
async function openAt(options: ChangeOptions, family?: BookedFamily | null) {
  const { page, server } = openChanges(family)
  const moment = { context: undefined, next: () => undefined }
  const succeed = (id: string, output: unknown) => server.succeed(id, output, moment)
  await succeed('loadOptions', options)
  return { page, succeed }
}

describe('the changes of an appointment', () => {
  it.each(REFUND_CASES)('say what canceling refunds $name', async (each) => {
    const { terms, price, ceiling: refundCeiling } = each
    const quote = quoteOf(each)
    const options = { ...changeFixture.options, terms, price, refundCeiling, quote }
    const { page, succeed } = await openAt(options)
    await page.click('button', 'Cancel appointment')
    await succeed('quoteRefund', options)
    await page.within('dialog').see('text', each.quote)
  })

  it.each([
    ['cancelled', 'This appointment is canceled.'],
    ['checked_in', 'The patient has checked in.'],
    ['completed', 'This visit is over.'],
    ['missed', 'This appointment was missed.'],
    ['too_late', 'The start of this appointment has passed.'],
    ['may_not_book', 'The start of this appointment has passed.'],
  ] as const)('say why nothing can be changed any more: %s', async (obstacle, sentence) => {
    const quote = { ...changeFixture.options.quote, minutesBefore: -1 }
    const closed = {
      canMove: false,
      canCancel: false,
      illMoveUntil: null,
      cancelObstacle: obstacle,
    }
    const options = { ...changeFixture.options, ...closed, moveObstacle: obstacle, quote }
    const { page } = await openAt(options)
    await page.see('text', new RegExp(`^${sentence}`))
  })

  it('say that the guardian who paid gets the refund', async () => {
    const quote = { ...changeFixture.options.quote, refund: 0, rule: 'other_payer' } as const
    const options = { ...changeFixture.options, quote }
    const { page, succeed } = await openAt(options)
    await page.click('button', 'Cancel appointment')
    await succeed('quoteRefund', options)
    const sentence = 'Another guardian paid. What the clinic’s terms refund goes back to them.'
    const dialog = page.within('dialog')
    await dialog.see('text', sentence)
    await dialog.click('button', 'Cancel appointment')
    await succeed('cancelAppointment', { kind: 'done', options, refund: 0 })
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
    const { page, succeed } = await openAt(
      { ...changeFixture.options, ceilingAfterMove: 0 },
      family,
    )
    await page.click('button', 'Move')
    await succeed('loadDay', changeFixture.treatment)
    await page.see('text', family ? /^The appointment stays on/ : /^Your appointment stays on/)
    await page.within('region', `Free times on ${formatFullDay(date)}`).click('button', MORNING)
    const dialog = page.within('dialog')
    await dialog.see('text', /payment moves with it\.$/)
    await dialog.see('text', sentence)
  })

  it.each([
    ['what is lost', { refund: 0, kept: 95, percent: 0, rule: 'band' as const }, undefined],
    ['the extra move for an illness', {}, 'Illness'],
  ])('offer the move before canceling, with %s', async (_, quote, reason) => {
    const options = {
      ...changeFixture.options,
      quote: { ...changeFixture.options.quote, ...quote },
    }
    const { page, succeed } = await openAt(options)
    await page.click('button', 'Cancel appointment')
    await succeed('quoteRefund', options)
    const dialog = page.within('dialog')
    if (reason) {
      await dialog.see('button', 'Move it instead')
      await dialog.click('field', reason)
      await dialog.see('status', 'Sick child? Move the visit for free')
    } else {
      await dialog.see('text', 'If you cancel now you lose $95.')
    }
    // The option without costs has the only filled button.
    const cancel = within(screen.getByRole('dialog')).getByRole('button', { name: /^Cancel app/ })
    expect(cancel).toHaveClass('button-secondary')
    await dialog.click('button', 'Move it instead, free')
    await page.see('heading', 'Choose a new time')
  })

  it('name another doctor before the move is confirmed', async () => {
    const [first, second] = changeFixture.treatment.doctors ?? []
    if (!first || !second) throw new Error('There are two doctors')
    const treatment = { ...changeFixture.treatment, doctors: [{ ...first, slots: [] }, second] }
    const { page, succeed } = await openAt(changeFixture.options)
    await page.click('button', 'Move')
    await succeed('loadDay', treatment)
    await page.see('field', first.name, { checked: true })
    await page.click('button', 'Show times with any doctor')
    await page.click('button', MORNING)
    await page
      .within('dialog')
      .see('text', `${first.name} isn’t free then; ${second.name} will see you.`)
  })

  it('read the refund out before the button that cancels', async () => {
    const { page, succeed } = await openAt(changeFixture.options)
    await page.click('button', 'Cancel appointment')
    await succeed('quoteRefund', changeFixture.options)
    const quote = 'Cancel now and you get the full $95 back.'
    expect(document.activeElement).toHaveTextContent(quote)
    await page.press('Tab')
    await page.see('field', 'Illness', { focused: true })
    await page.press('Tab')
    await page.see('button', 'Move it instead', { focused: true })
    await page.press('Tab')
    await page.see('button', 'Keep appointment', { focused: true })
  })
})
