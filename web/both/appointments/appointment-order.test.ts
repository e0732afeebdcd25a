import { describe, expect, it } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import { unpaid } from '#machines/testing/payment/payment-walks.ts'
import { findNext, inOrder, isUpcoming } from './appointment-order.ts'

const TODAY = '2026-06-05'

/** At 9 AM today, unless `fields` say otherwise. */
const appointment = (_id: string, fields: Partial<Appointment> = {}): Appointment => ({
  ...unpaid,
  _id,
  ...fields,
})

describe('an upcoming appointment', () => {
  it('is on a day that is not over, including today, and not canceled', () => {
    expect(isUpcoming(appointment('a'), TODAY)).toBe(true)
    expect(isUpcoming(appointment('a', { date: 'Jun 4, 2026' }), TODAY)).toBe(false)
    expect(isUpcoming(appointment('a', { status: 'cancelled' }), TODAY)).toBe(false)
  })
})

describe('the next appointment', () => {
  const noon = { today: TODAY, minute: 12 * 60 }
  const morning = appointment('morning', { slot: '11:30 AM - 12:00 PM' })
  const lunch = appointment('lunch', { slot: '11:45 AM - 12:15 PM' })

  it('is the first one that is not over, including one that has begun', () => {
    expect(findNext([morning, lunch], noon)).toEqual([lunch])
    const tomorrow = appointment('tomorrow', { date: 'Jun 6, 2026' })
    expect(findNext([morning, tomorrow], noon)).toEqual([tomorrow])
    expect(findNext([morning], noon)).toEqual([])
    expect(findNext([{ ...lunch, status: 'cancelled' }], noon)).toEqual([])
  })

  it('is over at midnight if it ends then', () => {
    const late = appointment('late', { slot: '11:30 PM - 12:00 AM' })
    expect(findNext([late], noon)).toEqual([late])
    expect(findNext([late], { ...noon, minute: 24 * 60 - 1 })).toEqual([late])
    expect(findNext([late], { ...noon, minute: 24 * 60 })).toEqual([])
  })

  it('is both siblings’ if theirs begin at the same time', () => {
    const longer = { ...lunch, _id: 'longer', slot: '11:45 AM - 12:45 PM' }
    expect(findNext([morning, lunch, longer], noon)).toEqual([lunch, longer])
    expect(findNext([lunch, { ...longer, date: 'Jun 6, 2026' }], noon)).toEqual([lunch])
  })
})

describe('the order of appointments', () => {
  it('is by time, not by text: noon comes after the morning, January after October', () => {
    const ids = inOrder(
      [
        appointment('january', { date: 'Jan 2, 2027' }),
        appointment('one', { slot: '01:00 PM - 01:30 PM' }),
        appointment('october', { date: 'Oct 1, 2026' }),
        appointment('noon', { slot: '12:00 PM - 12:30 PM' }),
        appointment('nine'),
      ],
      TODAY,
    ).map(({ _id }) => _id)
    expect(ids).toEqual(['nine', 'noon', 'one', 'october', 'january'])
  })

  it('has past and canceled ones below, the latest first', () => {
    const ids = inOrder(
      [
        appointment('older', { date: 'May 1, 2026' }),
        appointment('next', { date: 'Jun 8, 2026' }),
        appointment('cancelled', { date: 'Jun 9, 2026', status: 'cancelled' }),
        appointment('yesterday', { date: 'Jun 4, 2026' }),
      ],
      TODAY,
    ).map(({ _id }) => _id)
    expect(ids).toEqual(['next', 'cancelled', 'yesterday', 'older'])
  })
})
