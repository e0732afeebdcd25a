import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import { siteQueries } from '#web/testing/site-queries.ts'
import '../testing/clinic-server.ts'
import { config } from '../testing/fake-clinic.ts'
import { dayButton, open, shown } from '../testing/page.tsx'

/** Opens the page with a loaded calendar. */
function openOn(days: Partial<BookingCalendar>) {
  const client = siteQueries()
  client.setQueryData(calendarOptions().queryKey, { ...config.clinic, ...days })
  return open('/appointment', client)
}

describe('the calendar', () => {
  it('starts its weeks on Sunday', async () => {
    await open()
    const [first] = screen.getAllByRole('columnheader', { hidden: true })
    expect(first).toHaveAccessibleName('Sunday')
  })

  it('names each day’s weekday and enables only bookable days', async () => {
    await open('/appointment?date=2026-06-09')
    expect(dayButton(/^Today, Friday, June 5, 2026$/)).toBeEnabled()
    expect(dayButton(/^Tuesday, June 9, 2026, selected$/)).toBeEnabled()
    expect(dayButton(/^Thursday, June 4, 2026$/)).toBeDisabled()
    expect(dayButton(/^Saturday, June 6, 2026$/)).toBeDisabled()
    expect(dayButton(/^Sunday, June 7, 2026$/)).toBeDisabled()
    expect(dayButton(/^Monday, June 8, 2026$/)).toBeDisabled()
  })

  it('says why the clinic is closed, and marks full days, which can be chosen', async () => {
    const user = await openOn({
      closedReasons: [{ date: '2026-06-08', reason: 'Staff training' }],
      fullDays: ['2026-06-09'],
    })
    const closed = dayButton(/^Monday, June 8, 2026, closed: Staff training$/)
    expect(closed).toBeDisabled()
    expect(closed.closest('td')).toHaveAttribute('title', 'Staff training')
    screen.getByText(/^Closed: Staff training/)
    screen.getByText('Days that are crossed out are fully booked.')
    await user.click(dayButton(/^Tuesday, June 9, 2026, fully booked$/))
    await shown('Jun 9, 2026')
  })

  it('starts with the first day that is not full', async () => {
    await openOn({ fullDays: ['2026-06-05'] })
    await shown('Jun 9, 2026')
  })

  it('ends at the horizon', async () => {
    const user = await open()
    const before = screen.getByRole('button', { name: 'Go to the Previous Month' })
    expect(before).toHaveAttribute('aria-disabled', 'true')
    const next = screen.getByRole('button', { name: 'Go to the Next Month' })
    await user.click(next)
    expect(next).toHaveAttribute('aria-disabled', 'true')
    expect(dayButton(/^Thursday, July 30, 2026$/)).toBeEnabled()
    expect(dayButton(/^Friday, July 31, 2026$/)).toBeDisabled()
  })

  it('shows the month of the day that the back button leads to', async () => {
    const user = await open('/appointment?date=2026-07-10')
    await user.click(screen.getByRole('button', { name: 'Go to the Previous Month' }))
    await user.click(dayButton(/^Tuesday, June 9, 2026$/))
    await shown('Jun 9, 2026')
    await user.click(screen.getByRole('button', { name: 'Browser back' }))
    await shown('Jul 10, 2026')
    expect(screen.getByRole('grid', { name: 'July 2026' })).toBeInTheDocument()
  })

  it('skips days that cannot be booked with the arrow keys', async () => {
    const user = await open()
    dayButton(/^Today, Friday, June 5, 2026, selected$/).focus()
    await user.keyboard('{ArrowRight}')
    expect(dayButton(/^Tuesday, June 9, 2026$/)).toHaveFocus()
    await user.keyboard('{Enter}')
    await shown('Jun 9, 2026')
    expect(dayButton(/^Tuesday, June 9, 2026, selected$/)).toHaveFocus()
  })

  it.each([
    ['a weekend', '2026-06-06', 'Jun 9, 2026'],
    ['a closure', '2026-06-08', 'Jun 9, 2026'],
    ['the past', '2026-06-04', 'Jun 5, 2026'],
    ['beyond the horizon', '2026-08-03', 'Jun 5, 2026'],
    ['no date', 'soon', 'Jun 5, 2026'],
  ])(
    'shows the nearest day that follows when the address asks for %s',
    async (_, date, nearest) => {
      await open(`/appointment?date=${date}`)
      await shown(nearest)
      expect(screen.getByText(/That day isn’t available/)).toHaveTextContent(nearest)
    },
  )
})
