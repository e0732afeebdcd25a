import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { unpaid } from '#machines/testing/payment/payment-walks.ts'
import { saveSession } from '#web/lib/session.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import TimesPage from './times-page.tsx'

const SLOTS = [
  '09:00 AM - 09:30 AM',
  '09:30 AM - 10:00 AM',
  '10:00 AM - 10:30 AM',
  '02:00 PM - 02:30 PM',
]
const LONG_MORNING = ['08', '09', '10', '11'].flatMap((hour) => [
  `${hour}:00 AM - ${hour}:30 AM`,
  `${hour}:30 AM - ${hour}:45 AM`,
])
const allergy = {
  _id: 'allergy',
  name: 'Allergy Testing',
  ages: '4 years and older',
  doctors: ['Dr. Ada Lind', 'Dr. Ben Okoro'],
  days: [
    { date: '2027-03-02', price: 50, slots: SLOTS },
    { date: '2027-03-03', price: 50, slots: SLOTS },
    { date: '2027-03-04', price: 60, slots: [...LONG_MORNING, '02:00 PM - 02:30 PM'] },
  ],
}
const full = { _id: 'weight', name: 'Weight Loss', days: [] }

let answers: Record<string, () => Response>

beforeEach(() => {
  answers = {
    '/available/next': () => Response.json([allergy, full]),
    '/available': () =>
      Response.json([{ _id: 'allergy', name: allergy.name, price: 50, slots: SLOTS }]),
  }
  vi.stubGlobal(
    'fetch',
    async (path: string) => answers[path.split('?')[0] ?? '']?.() ?? Response.error(),
  )
})

function show(search = '') {
  render(
    <InSite at={`/times${search}`}>
      <TimesPage />
    </InSite>,
  )
}

const links = (name: RegExp) =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))

describe('free times', () => {
  it('lead to their booking', async () => {
    show()
    expect(screen.getByRole('status')).toHaveTextContent('Loading free times')
    const section = await screen.findByRole('region', { name: 'Tue, Mar 2 · Allergy Testing' })
    expect(section).toHaveTextContent('$50 · with Dr. Ada Lind or Dr. Ben Okoro')
    expect(
      within(section)
        .getAllByRole('list')
        .map((half) => within(half).getAllByRole('link').length),
    ).toEqual([3, 1])
    expect(links(/9:30 AM on Tue, Mar 2: book Allergy Testing/)).toEqual([
      '/appointment?date=2027-03-02&treatment=allergy&slot=09%3A30+AM+-+10%3A00+AM',
    ])
  })

  it('name each treatment with its next free day, and say when one has none', async () => {
    show()
    const treatments = await screen.findByRole('navigation', { name: 'Treatments' })
    const [first, other] = within(treatments).getAllByRole('link')
    expect(first).toHaveTextContent(
      'Allergy Testing $50 · next free day Tue, Mar 2 4 years and older',
    )
    expect(first).toHaveAttribute('aria-current', 'true')
    expect(other).toHaveTextContent('Weight Loss Nothing free')
    await user.click(other ?? document.body)
    expect(screen.getByText(/^No times are free for/)).toHaveTextContent('Weight Loss')
    expect(screen.queryByRole('navigation', { name: 'Days' })).not.toBeInTheDocument()
  })

  it('of another day follow its press, with their number, and with prices that differ', async () => {
    show('?treatment=allergy')
    const days = await screen.findByRole('navigation', { name: 'Days' })
    expect(
      within(days)
        .getAllByRole('link')
        .map((day) => day.textContent),
    ).toEqual(['Tue Mar 2 4 free $50', 'Wed Mar 3 4 free $50', 'Thu Mar 4 9 free $60'])
    await user.click(within(days).getByRole('link', { name: /Mar 4/ }))
    expect(within(days).getByRole('link', { name: /Mar 4/ })).toHaveAttribute(
      'aria-current',
      'date',
    )
    const section = screen.getByRole('region', { name: 'Thu, Mar 4 · Allergy Testing' })
    expect(section).toHaveTextContent('$60')
  })

  it('open in place where they are many', async () => {
    show('?treatment=allergy&date=2027-03-04')
    await screen.findByRole('region', { name: 'Thu, Mar 4 · Allergy Testing' })
    expect(screen.getAllByRole('link', { name: /: book Allergy/ })).toHaveLength(7)
    await user.click(screen.getByRole('button', { name: 'and 2 more in the morning' }))
    expect(screen.getAllByRole('link', { name: /: book Allergy/ })).toHaveLength(9)
    expect(screen.getByRole('link', { name: /^11:00 AM/ })).toHaveFocus()
  })

  it('say that the treatment of an old link is gone', async () => {
    show('?treatment=gone')
    expect(await screen.findByText(/no longer offered/)).toBeVisible()
    expect(screen.getByRole('link', { name: /^Weight Loss/ })).toBeVisible()
  })

  it('can be asked for again after a failure', async () => {
    answers['/available/next'] = () =>
      Response.json({ code: 'refused', message: 'Too many requests.' }, { status: 400 })
    show()
    expect(await screen.findByText('We couldn’t load the free times')).toBeVisible()
    answers['/available/next'] = () => Response.json([])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No online appointments right now')).toBeVisible()
  })
})

describe('the time of a link', () => {
  const time = (slot: string) =>
    `?treatment=allergy&date=2027-03-02&slot=${encodeURIComponent(slot)}`

  it('is offered while it is free', async () => {
    show(time('09:00 AM - 09:30 AM'))
    expect(await screen.findByRole('heading', { name: 'Tue, Mar 2, 9:00 AM' })).toBeVisible()
    expect(links(/Book this time/)).toEqual([
      '/appointment?date=2027-03-02&treatment=allergy&slot=09%3A00+AM+-+09%3A30+AM',
    ])
  })

  it('leads to the nearest ones of its day once it is taken (sched-15, sched-16)', async () => {
    show(time('10:30 AM - 11:00 AM'))
    const heading = await screen.findByRole('heading', { name: 'That time is no longer free' })
    const nearest = within(heading.parentElement ?? document.body).getAllByRole('link')
    expect(nearest.map((link) => link.textContent?.slice(0, 8).trim())).toEqual([
      '9:00 AM',
      '9:30 AM',
      '10:00 AM',
    ])
  })

  it('says that nothing else is free that day', async () => {
    answers['/available'] = () =>
      Response.json([{ _id: 'allergy', name: allergy.name, price: 50, slots: [] }])
    show(time('10:30 AM - 11:00 AM'))
    expect(await screen.findByText(/Nothing else is free on Tue, Mar 2/)).toBeVisible()
  })

  it.each([
    ['is the family’s own', 'Mia', 'You have booked this time'],
    ['others have', null, 'That time is no longer free'],
  ])('says after a login when a taken one %s', async (_, child, title) => {
    saveSession({ accessToken: 'token', user: parent })
    const booked = { ...unpaid, date: 'Mar 2, 2027', slot: '10:30 AM - 11:00 AM' }
    const own = child === null ? [] : [{ ...booked, child: { _id: 'mia', name: child } }]
    answers['/appointments'] = () => Response.json(own)
    show(time('10:30 AM - 11:00 AM'))
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    const appointments = screen.queryAllByRole('link', { name: 'See the appointment' })
    expect(appointments.map((link) => link.getAttribute('href'))).toEqual(
      own.map(({ _id }) => `/dashboard/appointment/${_id}`),
    )
  })
})

it('says instead of times why families cannot book online', () => {
  render(
    <InSite at="/times" clinic={{ notOpen: 'Online booking opens on Mon, Jan 4' }}>
      <TimesPage />
    </InSite>,
  )
  expect(screen.getByRole('heading', { name: 'Online booking opens on Mon, Jan 4' })).toBeVisible()
  expect(screen.getByRole('link', { name: '(503) 555-0142' })).toBeVisible()
  expect(screen.queryByText(/^Pick a time/)).not.toBeInTheDocument()
})
