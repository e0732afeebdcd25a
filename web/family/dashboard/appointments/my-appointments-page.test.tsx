import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import { thingsToBring } from '#contract/clinic/clinic-details.ts'
import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import {
  PROPOSED_LINKS_COUNT,
  SHARED_COUNT,
  type SharedAppointment,
} from '#contract/guardians/guardians.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { TO_ANSWER_COUNT } from '#contract/reoffer.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { unpaid as toPay } from '#machines/testing/payment/payment-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { LOGOUT_EVENT } from '#web/both/session/log-out.ts'
import { REOFFERED } from '#web/both/waitlist/testing/entry.ts'
import { saveSession } from '#web/lib/session.ts'
import { fakeServer, refusal } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { onScreen } from '#web/testing/screen-width.ts'
import MyAppointmentsPage from './my-appointments-page.tsx'

function appointment(treatment: string, fields: Partial<Appointment> = {}): Appointment {
  return { ...toPay, _id: `id-of-${treatment}`, treatment, date: 'Jun 9, 2026', ...fields }
}
const unpaid = appointment('Allergy Testing')
const paid = appointment('Weight Loss', {
  date: 'Jun 8, 2026',
  price: 80.5,
  paid: true,
  transactionId: 'pi_123',
})
const shared: SharedAppointment = {
  _id: 'shared',
  child: { _id: 'mia', name: 'Mia' },
  treatment: 'Vaccinations/Immunizations',
  date: 'Jun 12, 2026',
  slot: '10:00 AM - 10:30 AM',
  status: 'booked',
  paid: false,
  past: false,
  mayBook: true,
  mayCancel: true,
  price: 60,
}
const cancelled = appointment('Development Delay', { status: 'cancelled' })
const over = appointment('Nutrition Services', { date: 'May 4, 2026' })

let answers: ReturnType<typeof fakeServer>['answers']
const logOut = vi.fn((event: Event) => event.preventDefault())

const refused = (status: number) => refusal(status, 'You may not see this.')

beforeEach(() => {
  answers = fakeServer().answers
  answers['GET /config'] = () => Response.json(config)
  answers['GET /appointments'] = () => Response.json([over, unpaid, cancelled, paid])
  saveSession({ accessToken: 'token', user: parent })
  window.addEventListener(LOGOUT_EVENT, logOut)
})
afterEach(() => {
  window.removeEventListener(LOGOUT_EVENT, logOut)
  logOut.mockClear()
})

function open({ Page = MyAppointmentsPage, Site = InSite } = {}) {
  render(
    <Site at="/dashboard">
      <Page />
    </Site>,
  )
  return userEvent.setup()
}

describe('my appointments', () => {
  it('are a table of those ahead, the soonest first; the others are in the history', async () => {
    onScreen('wide')
    open()
    const table = await screen.findByRole('table', { name: 'My Appointments' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent))
    expect(rows).toEqual([
      ['Treatment', 'Date', 'Slot', 'Price'],
      ['Weight Loss', 'Mon, Jun 8, 2026', '09:00 AM - 09:30 AM', '$80.50'],
      ['Allergy Testing', 'Tue, Jun 9, 2026', '09:00 AM - 09:30 AM', '$120'],
    ])
    // The button is above: one for each payment.
    const pay = within(table).getByRole('link', { name: /^Pay for Allergy Testing/ })
    expect(pay).toHaveAttribute('href', '/dashboard/appointment/id-of-Allergy Testing')
    expect(pay).not.toHaveClass('button')
    expect(screen.getByRole('link', { name: 'Past and canceled (2)' })).toHaveAttribute(
      'href',
      '/dashboard/history',
    )
  })

  it('are rows on small screens', async () => {
    onScreen('small')
    open()
    const list = within(await screen.findByRole('list', { name: 'My Appointments' }))
    const [first, ...rest] = list.getAllByRole('listitem')
    expect(first).toHaveTextContent('Allergy TestingTue, Jun 9 · 9:00 AM · $120Pay')
    // The next one has a card of its own above.
    expect(rest).toEqual([])
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  it('begin with the next one: what, when, where, what to bring, and paid or not', async () => {
    open()
    const next = within(await screen.findByRole('region', { name: 'Next appointment, in 3 days' }))
    expect(next.getByText('Weight Loss')).toBeVisible()
    expect(next.getByText('Mon, Jun 8 · 9:00 AM')).toBeVisible()
    expect(next.getByText(/^24 Willow Lane, Portland/)).toBeVisible()
    const things = within(next.getByRole('list', { name: 'What to bring' }))
    expect(things.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      thingsToBring(DEFAULT_SETTINGS),
    )
    expect(next.getByRole('button', { name: 'Paid' })).toBeVisible()
    expect(next.getByRole('link', { name: /^Move or cancel Weight Loss/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/dashboard\/appointment\/.+\?move$/),
    )
  })

  it('name both siblings who come at the same time, each with its payment', async () => {
    const ofChild = (name: string, treatment: string, fields = {}) =>
      appointment(treatment, { date: 'Jun 8, 2026', child: { _id: name, name }, ...fields })
    const theo = ofChild('Theo', 'Allergy Testing', { doctor: 'Dr. Leila Haddad' })
    answers['GET /appointments'] = () =>
      Response.json([theo, ofChild('Lena', 'Weight Loss'), unpaid])
    onScreen('small')
    open()
    const next = within(await screen.findByRole('region', { name: 'Next appointments, in 3 days' }))
    const [theos, lenas] = next.getAllByRole('listitem')
    expect(theos).toHaveTextContent('Allergy Testingfor Theowith Dr. Leila Haddad')
    expect(lenas).toHaveTextContent('Weight Lossfor Lena')
    const links = next.getAllByRole('link', { name: /^Pay for/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/appointment/id-of-Allergy Testing',
      '/dashboard/appointment/id-of-Weight Loss',
    ])
    expect(next.getByRole('button', { name: 'Add to calendar for Lena' })).toBeVisible()
    expect(
      next.getByRole('link', { name: 'Move or cancel Weight Loss for Lena on Jun 8, 2026' }),
    ).toBeVisible()
    // Neither is repeated below.
    const others = within(screen.getByRole('list', { name: 'My Appointments' }))
    expect(others.getAllByRole('listitem')).toHaveLength(1)
  })

  it('lead to one payment for all that are unpaid, with the sum of upcoming ones', async () => {
    const later = appointment('Vaccinations', { date: 'Jun 12, 2026', price: 45.5 })
    answers['GET /appointments'] = () => Response.json([later, unpaid, cancelled, paid, over])
    open()
    const link = await screen.findByRole('link', { name: 'Pay both · $165.50' })
    const ids = [over, unpaid, later].map(({ _id }) => _id).join()
    expect(link).toHaveAttribute('href', `/dashboard/pay?appointments=${ids}`)
    expect(link.parentElement).toHaveTextContent('3 to pay')
  })

  it('have one main action: paying the one that is unpaid', async () => {
    answers['GET /appointments'] = () => Response.json([unpaid, cancelled, paid])
    open()
    const line = await screen.findByText('1 to pay')
    const pay = screen.getByRole('link', { name: /^Pay \$120 for Allergy Testing/ })
    expect(pay).toHaveAttribute('href', '/dashboard/appointment/id-of-Allergy Testing')
    expect(line.closest('div')).toContainElement(pay)
    const filled = screen
      .getAllByRole('link')
      .filter(({ className }) => /^button(?! button-)/.test(className))
    expect(filled).toEqual([pay])
  })

  it('are paid in the card of the next one, when no other is unpaid', async () => {
    answers['GET /appointments'] = () => Response.json([unpaid, cancelled])
    open()
    const next = within(await screen.findByRole('region', { name: /^Next appointment/ }))
    expect(next.getByText('To pay')).toBeVisible()
    expect(next.getByRole('link', { name: /^Pay for Allergy Testing/ })).toBeVisible()
    expect(screen.queryByText(/ to pay$/)).not.toBeInTheDocument()
  })

  it('have no next one when all are over or canceled', async () => {
    answers['GET /appointments'] = () => Response.json([over, cancelled])
    open()
    await screen.findByRole('heading', { name: 'No upcoming appointments' })
    expect(screen.getByRole('link', { name: 'Past and canceled (2)' })).toBeVisible()
    // What is over can still be paid for.
    expect(screen.getByRole('link', { name: /^Pay \$120 for Nutrition Services/ })).toBeVisible()
    expect(screen.queryByText(/^Next appointment/)).not.toBeInTheDocument()
  })

  it('show the Transaction Id of a paid one by keyboard, touch and pointer', async () => {
    answers['GET /appointments'] = () => Response.json([paid])
    const person = open()
    const label = await screen.findByRole('button', { name: 'Paid' })
    expect(label).toHaveAccessibleDescription('Transaction Id: pi_123')
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()

    label.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent('pi_123')
    await person.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()

    await person.pointer({ keys: '[TouchA]', target: label })
    expect(screen.getByRole('tooltip')).toBeInTheDocument()
    await person.pointer({ keys: '[TouchA]', target: document.body })
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()

    await person.hover(label)
    await person.hover(screen.getByRole('tooltip'))
    expect(screen.getByRole('tooltip')).toBeInTheDocument()
    await person.unhover(screen.getByRole('tooltip'))
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('show that they are loading', async () => {
    answers['GET /appointments'] = () => new Promise<Response>(() => undefined)
    open()
    expect(screen.getByRole('status')).toHaveTextContent('Loading your appointments')
  })

  it('invite to book when there are none', async () => {
    answers['GET /appointments'] = () => Response.json([])
    open()
    await screen.findByRole('heading', { name: 'No appointments yet' })
    expect(screen.getByRole('link', { name: 'Make Appointment' })).toHaveAttribute(
      'href',
      '/appointment',
    )
  })

  it('can be retried after a failure', async () => {
    answers['GET /appointments'] = () => refused(500)
    const person = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load your appointments')
    answers['GET /appointments'] = () => Response.json([unpaid])
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Allergy Testing')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(logOut).not.toHaveBeenCalled()
  })

  // Even with a new token: lib/api/request.test.ts. Where it leads: auth/access/protected-pages.test.tsx.
  it.each([401, 403])('log out a user who is refused them (%s)', async (status) => {
    answers['GET /appointments'] = () => refused(status)
    open()
    await expect.poll(() => logOut).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('are shown even without the clinic’s settings', async () => {
    answers['GET /config'] = () => refused(500)
    // The settings are kept for as long as the page lives: this one begins without them.
    vi.resetModules()
    const { default: Page } = await import('./my-appointments-page.tsx')
    const { InSite: Site } = await import('#web/testing/in-site.tsx')
    open({ Page, Site })
    await screen.findByText('Allergy Testing')
  })
})

describe('appointments that another guardian has booked', () => {
  const openShared = (...listed: SharedAppointment[]) => openWithOwn([], ...listed)
  const openWithOwn = (own: Appointment[], ...listed: SharedAppointment[]) => {
    const headers = { [SHARED_COUNT]: String(listed.length) }
    answers['GET /appointments'] = () => Response.json(own, { headers })
    answers['GET /children/appointments'] = () => Response.json(listed)
    return open()
  }
  const row = async (treatment = 'Vaccinations', patient = 'Mia') =>
    within(
      within(await screen.findByRole('region', { name: patient }))
        .getAllByRole('listitem')
        .find(({ textContent }) => textContent.includes(treatment)) as HTMLElement,
    )

  it('are listed by child, to be paid by users who may', async () => {
    openShared(
      { ...shared, _id: 'past', date: 'Jun 1, 2026', treatment: 'Allergy Testing', past: true },
      shared,
    )
    const first = await row()
    expect(first.getByText('Booked by another guardian')).toBeVisible()
    expect(first.getByText('Fri, Jun 12 · 10:00 AM')).toBeVisible()
    const pay = 'Pay $60 for Vaccinations/Immunizations for Mia on Jun 12, 2026'
    expect(first.getByRole('link', { name: pay })).toHaveAttribute(
      'href',
      '/dashboard/appointment/shared',
    )
    // Upcoming ones are above past ones.
    const treatments = within(screen.getByRole('region', { name: 'Mia' }))
      .getAllByRole('link', { name: /^[VA]/ })
      .map(({ textContent }) => textContent)
    expect(treatments).toEqual(['Vaccinations/Immunizations', 'Allergy Testing'])
  })

  it('stand in one list with the own ones, the child who comes next first', async () => {
    const ben = { _id: 'ben', name: 'Ben' }
    openWithOwn([over, appointment('Weight Loss', { child: ben, date: 'Jun 15, 2026' })], shared, {
      ...shared,
      _id: 'bens',
      child: ben,
      date: 'Jun 22, 2026',
    })
    await row()
    const titles = screen
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
    expect(titles).toEqual(['What to bring', 'Mia', 'Ben'])
    expect((await row('Vaccinations', 'Ben')).getByText('Mon, Jun 22 · 10:00 AM')).toBeVisible()
  })

  it('are groups of one table on wide screens, and long ones are shortened', async () => {
    onScreen('wide')
    const many = Array.from({ length: 7 }, (_, index) => ({
      ...shared,
      _id: `shared-${index}`,
      date: `Jun ${index + 12}, 2026`,
    }))
    const person = openWithOwn([unpaid], ...many)
    const group = within(await screen.findByRole('rowgroup', { name: 'Mia' }))
    expect(screen.getByRole('rowgroup', { name: 'Paula Parent' })).toBeVisible()
    expect(group.getAllByText('Booked by another guardian')).toHaveLength(5)
    await person.click(group.getByRole('button', { name: 'Show all 7 of Mia' }))
    expect(group.getAllByText('Booked by another guardian')).toHaveLength(7)
  })

  it.each([
    ['Canceled', { status: 'cancelled' }],
    ['Paid', { paid: true }],
  ] as const)('say %s', async (state, facts) => {
    openShared({ ...shared, ...facts })
    expect((await row()).getByText(state)).toBeVisible()
  })

  it('are not links for users who may neither book nor pay', async () => {
    openShared({ ...shared, mayBook: false, mayCancel: false, price: undefined })
    expect((await row()).queryByRole('link')).toBeNull()
  })

  it('are links for users who may only cancel what they have paid for', async () => {
    const paid = { mayBook: false, mayCancel: true, price: undefined, paid: true }
    openShared({ ...shared, ...paid, child: undefined })
    const link = (await row('Vaccinations', 'Another guardian')).getByRole('link')
    expect(link).toHaveAttribute('href', '/dashboard/appointment/shared')
  })

  it('are paid together with the user’s own, the earliest first', async () => {
    openWithOwn(
      [unpaid, cancelled, paid],
      { ...shared, _id: 'theirs', price: undefined },
      { ...shared, _id: 'paid', paid: true },
      { ...shared, _id: 'canceled', status: 'cancelled' },
      { ...shared, _id: 'earliest', date: 'Jun 8, 2026', price: 45.5 },
      shared,
    )
    const link = await screen.findByRole('link', { name: 'Pay all 3 · $225.50' })
    const ids = ['earliest', unpaid._id, shared._id].join()
    expect(link).toHaveAttribute('href', `/dashboard/pay?appointments=${ids}`)
  })

  it('are named first when one of them is the next of the family', async () => {
    openWithOwn([unpaid], { ...shared, date: 'Jun 8, 2026' })
    const name = 'Next appointment of your children'
    const next = within(await screen.findByRole('region', { name }))
    expect(next.getByText(/^Mon, Jun 8 · /)).toBeVisible()
    expect(next.getByRole('link', { name: 'See the appointment' })).toBeVisible()
  })

  it('leave the first place to an own one that is sooner', async () => {
    openWithOwn([unpaid], shared)
    expect(await row()).toBeDefined()
    await screen.findByRole('region', { name: /^Next appointment, / })
    const name = 'Next appointment of your children'
    expect(screen.queryByRole('region', { name })).toBeNull()
  })

  it('are paid together by users without appointments of their own', async () => {
    openShared(shared, { ...shared, _id: 'second' })
    expect(await screen.findByRole('link', { name: 'Pay both · $120' })).toBeVisible()
  })

  it('leave the own ones to be paid together when they cannot be loaded', async () => {
    openWithOwn([unpaid, over], shared)
    answers['GET /children/appointments'] = () => refused(400)
    expect(await screen.findByRole('link', { name: 'Choose what to pay' })).toBeVisible()
  })

  it('can be retried after a failure', async () => {
    const person = openShared(shared)
    answers['GET /children/appointments'] = () => refused(400)
    await person.click(await screen.findByRole('button', { name: 'Try again' }))
    answers['GET /children/appointments'] = () => Response.json([shared])
    await person.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await row()).toBeDefined()
  })
})

describe('appointments that the front desk proposes to link', () => {
  const proposed = {
    _id: 'link-1',
    familyName: 'Zoë Grandmother',
    appointments: [{ date: '2026-06-12', startMinute: 600 }],
  }
  const openProposed = () => {
    const headers = { [PROPOSED_LINKS_COUNT]: '1' }
    answers['GET /appointments'] = () => Response.json([], { headers })
    answers['GET /family-links'] = () => Response.json([proposed])
    return open()
  }

  it('are shown with their times, and taken after a confirmation', async () => {
    const confirmed = vi.fn(() => Response.json({ appointments: 1 }))
    answers['POST /family-links/link-1/confirm'] = confirmed
    const user = openProposed()
    const card = within(await screen.findByRole('region', { name: 'Booked by our front desk' }))
    expect(card.getByText('Zoë Grandmother')).toBeVisible()
    expect(card.getByText('Fri, Jun 12, 2026, 10:00 AM')).toBeVisible()
    answers['GET /appointments'] = () => Response.json([unpaid])
    await user.click(card.getByRole('button', { name: 'They are mine' }))
    await screen.findByText('Allergy Testing')
    expect(confirmed).toHaveBeenCalledOnce()
    expect(screen.queryByRole('region', { name: 'Booked by our front desk' })).toBeNull()
  })

  it('are refused by users whose they are not; a failure is said', async () => {
    answers['POST /family-links/link-1/decline'] = () => refused(500)
    const user = openProposed()
    await user.click(await screen.findByRole('button', { name: 'Not mine' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')
    answers['POST /family-links/link-1/decline'] = () => Response.json({ declined: true })
    answers['GET /appointments'] = () => Response.json([])
    await user.click(screen.getByRole('button', { name: 'Not mine' }))
    await screen.findByRole('heading', { name: 'No appointments yet' })
    expect(screen.queryByRole('button', { name: 'Not mine' })).toBeNull()
  })
})

it.each([
  ['appointments that another guardian has booked', '/children/appointments'],
  ['links that the front desk proposes', '/family-links'],
])('does not ask for %s when there are none', async (_, path) => {
  const asked = vi.fn(() => refused(404))
  answers[`GET ${path}`] = asked
  open()
  await screen.findByText('Allergy Testing')
  expect(asked).not.toHaveBeenCalled()
})

describe('an appointment whose time is closed', () => {
  const reoffered = { ...unpaid, terms: DEFAULT_TERMS, reoffer: { offer: 'offer' } }

  function openReoffered(own: Appointment[]) {
    answers['GET /appointments'] = () => Response.json(own, { headers: { [TO_ANSWER_COUNT]: '1' } })
    answers['GET /waitlist'] = () => Response.json([REOFFERED])
    return open()
  }

  it('asks for an answer before all else, and neither for money nor for changes in time', async () => {
    openReoffered([{ ...paid, terms: DEFAULT_TERMS }, reoffered])
    const answer = await screen.findByRole('region', { name: 'Needs your answer' })
    const next = screen.getByRole('region', { name: /^Next appointment/ })
    expect(answer.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    const card = within(screen.getByRole('list', { name: 'My Appointments' }))
    expect(card.getByText('Needs your answer')).toBeVisible()
    expect(card.getByText('Not paid')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Pay/ })).not.toBeInTheDocument()
    // Only the paid one has any.
    expect(screen.getAllByRole('list', { name: 'Changes and refunds' })).toHaveLength(1)
  })

  it('is said to be closed where it is the next one, and is not among all that is paid', async () => {
    openReoffered([reoffered, appointment('Weight Loss', { date: 'Jun 20, 2026' })])
    const next = within(await screen.findByRole('region', { name: /^Next appointment/ }))
    expect(next.getByText('Needs your answer')).toBeVisible()
    expect(next.queryByText(/^Free to cancel/)).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /^Pay (both|all)/ })).not.toBeInTheDocument()
  })
})
