import { render, screen, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { saveSession } from '#web/lib/session.ts'
import { fetched } from '#web/testing/fetched.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import HomePage from './home-page.tsx'
import { homeTimesOptions } from './home-times.ts'

function Appointment() {
  return <pre data-testid="appointment">{JSON.stringify(useLocation().state)}</pre>
}

// The server sends them with the page.
beforeEach(() => queryClient.setQueryData(homeTimesOptions().queryKey, []))

function show(clinic?: Partial<ClinicDetails>) {
  render(
    <InSite queries={queryClient} {...(clinic && { clinic })}>
      <Routes>
        <Route path="/" element={<HomePage />} />
        <Route path="/appointment" element={<Appointment />} />
      </Routes>
    </InSite>,
  )
}

const quickForm = () => {
  const section = screen.getByRole('region', { name: 'Quick appointment' })
  return {
    name: within(section).getByLabelText('Name'),
    date: within(section).getByLabelText('Date'),
    service: within(section).getByLabelText('Service'),
    phone: within(section).getByLabelText('Phone'),
    submit: within(section).getByRole('button', { name: 'Find a time' }),
  }
}

describe('the home page', () => {
  it('has its sections in the required order', () => {
    show()
    const names = screen
      .getAllByRole('region')
      .map(
        (region) => region.getAttribute('aria-label') ?? region.querySelector('h1,h2')?.textContent,
      )
    expect(names).toEqual([
      'Gentle care as they grow',
      'Visit us',
      'Quick appointment',
      'How we care',
      'Treatments',
      'Why choose us',
      'Our clinic by the numbers',
      'Our doctors',
      'What families say',
      'Contact',
    ])
  })

  it('links to the appointment page and to all doctors', () => {
    show()
    const way = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(way('Make Appointment')).toBe('/appointment')
    expect(way('See all members')).toBe('/doctors')
    expect(way('Allergy Testing')).toBe('/appointment')
  })

  it('has the fixed texts word for word', () => {
    show()
    expect(screen.getByText('Monday to Friday 09:00am to 05:00pm')).toBeVisible()
    const treatments = within(screen.getByRole('region', { name: 'Treatments' }))
    expect(treatments.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      'Parenatal/Newborn',
      'Vaccinations/Immunizations',
      'Nutrition Services',
      'Development Delay',
      'Allergy Testing',
      'Weight Loss',
    ])
    const figures = within(screen.getByRole('region', { name: 'Our clinic by the numbers' }))
    expect(figures.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '980+satisfied patients',
      '100+professional doctors',
      '100%quality',
      '15+years experience',
    ])
    const doctors = within(screen.getByRole('region', { name: 'Our doctors' }))
    expect(doctors.getAllByRole('heading', { level: 3 })).toHaveLength(4)
    const families = within(screen.getByRole('region', { name: 'What families say' }))
    expect(families.getAllByRole('figure')).toHaveLength(3)
  })
})

describe('the quick appointment form', () => {
  it('offers two services behind a placeholder', () => {
    show()
    const options = within(quickForm().service).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual([
      'Select service',
      'Vaccinations/Immunizations',
      'Nutrition Treatment',
    ])
    expect(options[0]).toBeDisabled()
  })

  it('offers no day before the clinic’s today, whatever the device’s calendar says', async () => {
    const clinic = { ...config.clinic, today: '2026-06-04' }
    fetched.mockImplementation(async () => Response.json({ ...config, clinic }))
    show()
    await user.click(quickForm().date)
    await expect.poll(() => quickForm().date.getAttribute('min')).toBe('2026-06-04')
  })

  it('leads to the appointment page with the typed values, also through a login', async () => {
    show()
    const form = quickForm()
    await user.type(form.name, 'Maya')
    await user.type(form.date, '2030-06-05')
    await user.selectOptions(form.service, 'Nutrition Treatment')
    await user.type(form.phone, '555 0100')
    await user.click(form.submit)
    const quick = {
      name: 'Maya',
      date: '2030-06-05',
      service: 'Nutrition Treatment',
      phone: '555 0100',
    }
    expect(JSON.parse(screen.getByTestId('appointment').textContent)).toEqual({ quick })
    expect(JSON.parse(sessionStorage.getItem('sprout.quick-appointment') ?? '')).toEqual(quick)
  })

  it('validates nothing', async () => {
    show()
    await user.click(quickForm().submit)
    expect(JSON.parse(screen.getByTestId('appointment').textContent)).toEqual({
      quick: { name: '', date: '', service: '', phone: '' },
    })
  })
})

it('shows visitors the next times of three treatments', () => {
  const times = ['Weight Loss', 'Allergy Testing', 'Nutrition Services', 'Development Delay'].map(
    (name) => ({ treatment: name, name, date: '2026-06-08', slot: '10:00 AM - 10:30 AM' }),
  )
  queryClient.setQueryData(homeTimesOptions().queryKey, times)
  show()
  const links = screen.getAllByRole('link', { name: /^Mon, Jun 8, 10:00 AM / })
  expect(links.map((link) => link.textContent?.slice('Mon, Jun 8, 10:00 AM '.length))).toEqual([
    'Weight Loss',
    'Allergy Testing',
    'Nutrition Services',
  ])
  expect(links[0]).toHaveAttribute(
    'href',
    '/appointment?date=2026-06-08&treatment=Weight+Loss&slot=10%3A00+AM+-+10%3A30+AM',
  )
})

describe('the contact form', () => {
  it('has its three fields, and a Submit that does nothing', async () => {
    show()
    const contact = within(screen.getByRole('region', { name: 'Contact' }))
    await user.type(contact.getByLabelText('Email address'), 'not an email')
    await user.type(contact.getByLabelText('Subject'), 'Sleep')
    await user.type(contact.getByLabelText('Message'), 'She wakes at three.')
    await user.click(contact.getByRole('button', { name: 'Submit' }))
    expect(contact.getByLabelText('Message')).toHaveValue('She wakes at three.')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

it('leads to the contact page’s form where messages are sent', () => {
  show({ takesMessages: true })
  const contact = within(screen.getByRole('region', { name: 'Contact' }))
  expect(contact.getByRole('link', { name: 'Send us a message' })).toHaveAttribute(
    'href',
    '/contactus',
  )
  expect(contact.queryByRole('button')).not.toBeInTheDocument()
})

describe('after a login', () => {
  const email = 'parent@example.com'
  const booked = {
    treatment: 'Allergy Testing',
    slot: '09:00 AM - 09:30 AM',
    status: 'booked',
    child: { _id: 'mia', name: 'Mia' },
    price: 110,
  }

  function logIn({ paid, nextVisits = 0 }: { paid: boolean; nextVisits?: number }) {
    saveSession({ accessToken: 'token', user: parent })
    queryClient.setQueryData(['config'], { clinic: { today: '2026-06-05', nextDayIn: 36_000_000 } })
    queryClient.setQueryData(['appointments', email], {
      own: [
        { ...booked, _id: 'a', date: 'Jun 9, 2026', paid },
        { ...booked, _id: 'b', date: 'Jun 4, 2026', paid: true },
      ],
      shared: 0,
      proposed: 0,
      unpaidLimit: 0,
      toAnswer: 0,
      nextVisits,
    })
    onTestFinished(() => queryClient.clear())
  }

  it('names the family’s next appointment', async () => {
    logIn({ paid: true })
    show()
    const next = await screen.findByRole('link', { name: 'Tue, Jun 9 · 9:00 AM' })
    expect(next).toHaveAttribute('href', '/dashboard/appointment/a')
    expect(next.parentElement).toHaveTextContent(/Allergy Testing for Mia$/)
    expect(screen.getByRole('link', { name: 'See my appointments' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    expect(screen.queryByText(/ to pay$/)).not.toBeInTheDocument()
  })

  it('begins with what is to pay', async () => {
    logIn({ paid: false })
    show()
    const pay = await screen.findByRole('link', {
      name: 'Pay $110 for Allergy Testing',
    })
    const title = screen.getByRole('heading', { level: 1 })
    expect(pay.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  const toBook = {
    _id: '01890a5d-ac96-774b-bcce-b302099a8059',
    version: 0,
    state: 'open',
    child: { _id: 'mia', name: 'Mia', birthDate: '2021-06-05' },
    treatment: { _id: 'allergy', name: 'Allergy Testing' },
    doctor: null,
    around: '2026-06-17',
    from: '2026-06-10',
    to: '2026-07-08',
    isOver: false,
    note: '',
    mayAnswer: true,
    canBook: true,
    atDesk: false,
    opensOn: null,
    appointment: null,
  }

  it.each([
    [
      'one',
      [toBook],
      'Choose a time: Allergy Testing for Mia',
      `/appointment?ticket=${toBook._id}`,
    ],
    [
      'one at the desk',
      [{ ...toBook, canBook: false, atDesk: true }],
      'See what to book',
      '/dashboard',
    ],
    ['several', [toBook, { ...toBook, _id: 'other' }], 'See what to book', '/dashboard'],
  ])(
    'begins with the visits to book, before what is to pay: %s',
    async (_, visits, label, href) => {
      logIn({ paid: false, nextVisits: visits.length })
      fetched.mockImplementation(async () => Response.json(visits))
      show()
      const link = await screen.findByRole('link', { name: label })
      expect(link).toHaveAttribute('href', href)
      const pay = screen.getByRole('link', { name: /^Pay \$110/ })
      expect(link.compareDocumentPosition(pay) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    },
  )

  it('says nothing of visits that are booked later, or by another guardian', async () => {
    logIn({ paid: false, nextVisits: 2 })
    const others = [
      { ...toBook, canBook: false, opensOn: '2026-09-01' },
      { ...toBook, _id: 'other', canBook: false, mayAnswer: false },
    ]
    fetched.mockImplementation(async () => Response.json(others))
    show()
    await screen.findByRole('link', { name: /^Pay \$110/ })
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledWith('/next-visits', expect.anything()))
    expect(screen.queryByText(/^Time to book/)).not.toBeInTheDocument()
  })

  it('offers the next times that fit the children’s ages', async () => {
    logIn({ paid: true })
    const time = (name: string, limits = {}) => ({
      treatment: name,
      name,
      date: '2026-06-08',
      slot: '10:00 AM - 10:30 AM',
      ...limits,
    })
    queryClient.setQueryData(homeTimesOptions().queryKey, [
      time('Parenatal/Newborn', { maxAgeMonths: 24 }),
      time('Allergy Testing'),
      time('Weight Loss', { minAgeMonths: 36 }),
    ])
    const mia = { _id: 'mia', name: 'Mia', birthDate: '2021-06-05', archived: false, mayBook: true }
    fetched.mockImplementation(async () =>
      Response.json({
        today: '2026-06-05',
        children: [{ ...mia, isOwner: true, mayPay: true, receivesEmail: true }],
      }),
    )
    show()
    const times = () =>
      screen
        .getAllByRole('link', { name: /^Mon, Jun 8, 10:00 AM / })
        .map((link) => link.textContent)
    await expect
      .poll(times)
      .toEqual(['Mon, Jun 8, 10:00 AM Allergy Testing', 'Mon, Jun 8, 10:00 AM Weight Loss'])
  })
})

it('says instead of free times why families cannot book online', () => {
  render(
    <InSite queries={queryClient} clinic={{ notOpen: 'Online booking opens on Mon, Jan 4' }}>
      <HomePage />
    </InSite>,
  )
  const hero = within(screen.getByRole('region', { name: 'Gentle care as they grow' }))
  const link = hero.getByRole('link', { name: 'Online booking opens on Mon, Jan 4' })
  expect(link).toHaveAttribute('href', '/times')
  expect(hero.queryByRole('link', { name: 'See free times' })).not.toBeInTheDocument()
})
