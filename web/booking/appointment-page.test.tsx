import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Treatment } from '../../server/contract/treatments.ts'
import { saveSession } from '../auth/session.ts'
import AppointmentPage from './appointment-page.tsx'
import { preloadDialog } from './dialog-slot.tsx'

const MORNING = '09:00 AM - 09:30 AM'
const NOON = '12:00 PM - 12:30 PM'
// 2026-06-05 is a Friday; the Monday after it is a closure.
const config = {
  clinic: {
    timeZone: 'America/Los_Angeles',
    today: '2026-06-05',
    lastDay: '2026-07-30',
    closures: ['2026-06-08'],
  },
  identity: { mode: 'emulator', apiKey: 'key', authDomain: 'localhost', projectId: 'sprout' },
  payments: { publishableKey: 'pk_test' },
}
const treatments: Treatment[] = [
  { _id: 'allergy', name: 'Allergy Testing', slots: [MORNING, NOON], price: 120 },
  { _id: 'weight', name: 'Weight Loss', slots: [NOON], price: 80.5 },
  { _id: 'nutrition', name: 'Nutrition Services', slots: [], price: 60 },
]

const json = (body: unknown, status = 200) => Response.json(body, { status })
const refusedBooking = (body: object) => json({ success: false, message: 'No.', ...body }, 409)

/** What the server answers to `GET /available` and `POST /appointments`, and what it was sent. */
const server = {
  available: (_date: string) => json(treatments),
  book: (_body: Record<string, unknown>) => json({}, 500),
  asked: [] as string[],
  booked: [] as Record<string, unknown>[],
}

beforeAll(() => preloadDialog())

beforeEach(() => {
  server.available = () => json(treatments)
  server.asked = []
  server.booked = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const url = new URL(path, 'http://localhost')
    if (url.pathname === '/config') return json(config)
    if (url.pathname === '/available') {
      const date = url.searchParams.get('date') ?? ''
      server.asked.push(date)
      return server.available(date)
    }
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    server.booked.push(body)
    return server.book(body)
  })
  saveSession({
    accessToken: 'token',
    user: { email: 'parent@example.com', name: 'Paula Parent', photo: null, role: 'patient' },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output>{pathname + search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Browser back
      </button>
    </>
  )
}

async function open(entry: string | { pathname: string; state: unknown } = '/appointment') {
  const user = userEvent.setup()
  render(
    <MemoryRouter initialEntries={[entry]}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <AppointmentPage />
        <Address />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.findByRole('grid')
  return user
}

const dayButton = (name: RegExp) => screen.getByRole('button', { name })
const shown = (date: string) =>
  screen.findByRole('heading', { name: `Available Appointments on ${date}` })

async function card(name: string) {
  const heading = await screen.findByRole('heading', { name, level: 3 })
  const item = heading.closest('li')
  if (!item) throw new Error(`No card for ${name}`)
  return within(item)
}

async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(
    (await card('Allergy Testing')).getByRole('button', { name: 'Select Treatment' }),
  )
  await user.click(screen.getByRole('button', { name: MORNING }))
  return within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
}

describe('the calendar', () => {
  it('begins with the first day that can be booked and asks for its treatments, once', async () => {
    await open()
    await shown('Jun 5, 2026')
    await card('Allergy Testing')
    expect(server.asked).toEqual(['Jun 5, 2026'])
  })

  it('starts its weeks on Sunday', async () => {
    await open()
    const [first] = screen.getAllByRole('columnheader', { hidden: true })
    expect(first).toHaveAccessibleName('Sunday')
  })

  it('tells the weekday of each day and offers only those that can be booked', async () => {
    await open('/appointment?date=2026-06-09')
    expect(dayButton(/^Today, Friday, June 5, 2026$/)).toBeEnabled()
    expect(dayButton(/^Tuesday, June 9, 2026, selected$/)).toBeEnabled()
    expect(dayButton(/^Thursday, June 4, 2026$/)).toBeDisabled()
    expect(dayButton(/^Saturday, June 6, 2026$/)).toBeDisabled()
    expect(dayButton(/^Sunday, June 7, 2026$/)).toBeDisabled()
    expect(dayButton(/^Monday, June 8, 2026$/)).toBeDisabled()
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

  it('keeps the chosen day in the address, so that the back button returns to the last one', async () => {
    const user = await open()
    await user.click(dayButton(/^Tuesday, June 9, 2026$/))
    await shown('Jun 9, 2026')
    expect(screen.getByText('/appointment?date=2026-06-09')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Browser back' }))
    await shown('Jun 5, 2026')
  })

  it('shows the month of a day that the back button brings', async () => {
    const user = await open('/appointment?date=2026-07-10')
    await user.click(screen.getByRole('button', { name: 'Go to the Previous Month' }))
    await user.click(dayButton(/^Tuesday, June 9, 2026$/))
    await shown('Jun 9, 2026')
    await user.click(screen.getByRole('button', { name: 'Browser back' }))
    await shown('Jul 10, 2026')
    expect(screen.getByRole('grid', { name: 'July 2026' })).toBeInTheDocument()
  })

  it('is used with the keyboard: arrows pass over days that cannot be booked', async () => {
    const user = await open()
    dayButton(/^Today, Friday, June 5, 2026, selected$/).focus()
    await user.keyboard('{ArrowRight}')
    expect(dayButton(/^Tuesday, June 9, 2026$/)).toHaveFocus()
    await user.keyboard('{Enter}')
    await shown('Jun 9, 2026')
    expect(dayButton(/^Tuesday, June 9, 2026, selected$/)).toHaveFocus()
  })

  it.each([
    ['a weekend', '2026-06-06'],
    ['a closure', '2026-06-08'],
    ['the past', '2026-06-04'],
    ['beyond the horizon', '2026-08-03'],
    ['no date', 'soon'],
  ])('says so when the address asks for %s', async (_, date) => {
    await open(`/appointment?date=${date}`)
    await shown('Jun 5, 2026')
    expect(screen.getByText(/The day you asked for cannot be booked/)).toHaveTextContent(
      'Jun 5, 2026',
    )
  })
})

describe('the treatments of a day', () => {
  it('show name, price and spaces; one without slots cannot be selected', async () => {
    await open()
    const allergy = await card('Allergy Testing')
    expect(allergy.getByText('$120')).toBeInTheDocument()
    expect(allergy.getByText('2 spaces Available')).toBeInTheDocument()
    const weight = await card('Weight Loss')
    expect(weight.getByText('$80.50')).toBeInTheDocument()
    expect(weight.getByText('1 space Available')).toBeInTheDocument()
    const nutrition = await card('Nutrition Services')
    expect(nutrition.getByText('Try another date')).toBeInTheDocument()
    expect(nutrition.getByRole('button', { name: 'Select Treatment' })).toBeDisabled()
  })

  it('are announced', async () => {
    await open()
    await waitFor(() =>
      expect(screen.getByText('2 of 3 treatments have free times on Jun 5, 2026')).toHaveAttribute(
        'role',
        'status',
      ),
    )
  })

  it('lead to the next day that can be booked when everything is taken', async () => {
    server.available = (date) =>
      json(date === 'Jun 5, 2026' ? treatments.map((each) => ({ ...each, slots: [] })) : treatments)
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Show Jun 9, 2026' }))
    await shown('Jun 9, 2026')
    expect((await card('Allergy Testing')).getByText('2 spaces Available')).toBeInTheDocument()
  })

  it('can be asked for again when they could not be loaded', async () => {
    server.available = () => json({ code: 'internal', message: 'Database is gone' }, 500)
    const user = await open()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('The appointments could not be loaded')
    expect(alert).not.toHaveTextContent('Database is gone')
    server.available = () => json(treatments)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await card('Allergy Testing')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('move the focus to the slots when one is selected, each time', async () => {
    const user = await open()
    const select = (await card('Allergy Testing')).getByRole('button', { name: 'Select Treatment' })
    await user.click(select)
    const title = screen.getByRole('heading', { name: 'Choose a time for Allergy Testing' })
    expect(title).toHaveFocus()
    select.focus()
    await user.click(select)
    expect(title).toHaveFocus()
  })
})

describe('the booking dialog', () => {
  it('lets the browser require phone and address, and says what is missing', async () => {
    const user = await open()
    const dialog = await openDialog(user)
    const phone = dialog.getByLabelText('Phone')
    expect(phone).toHaveFocus()
    expect(phone).toBeRequired()
    expect(dialog.getByLabelText('Address')).toBeRequired()
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    expect(await dialog.findByText('Phone is required')).toBeInTheDocument()
    expect(dialog.getByText('Address is required')).toBeInTheDocument()
    expect(phone).toHaveAccessibleDescription('Phone is required')

    await user.type(phone, 'call me')
    await user.type(dialog.getByLabelText('Address'), '1 Orchard Lane')
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    expect(await dialog.findByText(/^Phone is not valid/)).toBeInTheDocument()
    expect(server.booked).toEqual([])
  })

  it('sends what was shown and typed', async () => {
    const user = await open()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText('Phone'), ' 555 0100 ')
    await user.type(dialog.getByLabelText('Address'), '1 Orchard Lane')
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(server.booked).toHaveLength(1))
    expect(server.booked[0]).toEqual({
      treatment: 'Allergy Testing',
      date: 'Jun 5, 2026',
      slot: MORNING,
      paid: false,
      price: 120,
      patientName: 'Paula Parent',
      email: 'parent@example.com',
      phone: '555 0100',
      address: '1 Orchard Lane',
    })
  })

  it('gives the focus back to the slot and keeps what was typed when it is closed', async () => {
    const user = await open()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText('Phone'), '555 0100')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: MORNING })).toHaveFocus()

    await user.click(screen.getByRole('button', { name: NOON }))
    const again = within(await screen.findByRole('dialog'))
    expect(again.getByLabelText('Phone')).toHaveValue('555 0100')
    expect(again.getByLabelText('Address')).toHaveFocus()
  })

  it('is closed by the back button, which then shows the day before', async () => {
    const user = await open()
    await user.click(dayButton(/^Tuesday, June 9, 2026$/))
    await shown('Jun 9, 2026')
    await openDialog(user)
    await user.click(screen.getByRole('button', { name: 'Browser back' }))
    await shown('Jun 5, 2026')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('a slot that somebody else has just taken', () => {
  it('leads back to the slots of now, with the nearest ones marked and all typed text kept', async () => {
    const near = '09:30 AM - 10:00 AM'
    const user = await open()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText('Phone'), '555 0100')
    await user.type(dialog.getByLabelText('Address'), '1 Orchard Lane')
    server.book = () =>
      refusedBooking({
        code: 'slot_taken',
        booking: { date: 'Jun 5, 2026', slot: MORNING },
        alternatives: [near],
      })
    server.available = () => json([{ ...treatments[0], slots: [near, NOON] }])
    await user.click(dialog.getByRole('button', { name: 'Book' }))

    await screen.findByText(/Somebody else has just taken 09:00 AM - 09:30 AM on Jun 5, 2026/)
    expect(screen.queryByRole('button', { name: MORNING })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: NOON })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: `${near} near your time` }))
    const again = within(await screen.findByRole('dialog'))
    expect(again.getByLabelText('Phone')).toHaveValue('555 0100')
    expect(again.getByLabelText('Address')).toHaveValue('1 Orchard Lane')
  })
})

describe('what was typed in the home page’s quick form', () => {
  const quick = { name: 'P', date: '2026-06-09', service: 'Weight Loss', phone: '555 0100' }

  it('chooses day and treatment and fills in the phone number', async () => {
    const user = await open({ pathname: '/appointment', state: { quick } })
    await shown('Jun 9, 2026')
    await screen.findByRole('heading', { name: 'Choose a time for Weight Loss' })
    expect(server.asked).toEqual(['Jun 9, 2026'])
    await user.click(screen.getByRole('button', { name: NOON }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Phone')).toHaveValue('555 0100')
  })

  it('comes through a login in session storage, which is emptied', async () => {
    sessionStorage.setItem('sprout.quick-appointment', JSON.stringify(quick))
    await open()
    await shown('Jun 9, 2026')
    expect(sessionStorage.getItem('sprout.quick-appointment')).toBeNull()
  })

  it('gives way to the address and to what can be booked', async () => {
    await open({ pathname: '/appointment', state: { quick: { ...quick, date: '2026-06-06' } } })
    await shown('Jun 5, 2026')
    expect(screen.queryByText(/The day you asked for/)).not.toBeInTheDocument()
  })
})
