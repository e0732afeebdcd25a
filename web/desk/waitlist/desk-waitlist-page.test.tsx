import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { dayAfter } from '#contract/dates.ts'
import type { Family } from '#contract/families/families.ts'
import type { DeskEntry } from '#contract/waitlist/waitlist.ts'
import { offerFixture } from '#machines/testing/offer/offer-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { ENTRY } from '#web/both/waitlist/testing/entry.ts'
import { childOf, FAMILY } from '#web/desk/patients/testing/noah.ts'
import { hasUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import DeskWaitlistPage from './desk-waitlist-page.tsx'

const DAY = '2027-03-05'
const family: Family = {
  ...FAMILY,
  _id: 'gia',
  hasAccount: false,
  name: 'Gia Grandmother',
  phone: '555 0100',
  dialablePhone: null,
  isReachable: false,
  today: '2027-03-01',
  children: [childOf('mia', 'Mia', '2021-06-05'), childOf('ben', 'Ben', '2023-01-02')],
  appointments: [],
}

const { child: _, children: __, ...fields } = ENTRY
const entry: DeskEntry = {
  ...fields,
  patients: [
    {
      patientName: 'Mia',
      child: { _id: 'mia', birthDate: '2021-06-05', age: '5 years', bookedBy: 'Gia Grandmother' },
    },
  ],
  from: DAY,
  to: DAY,
  weekdays: [1, 3],
  part: 'morning',
  noticeMinutes: 1440,
  family: { _id: 'gia', name: 'Gia Grandmother', email: null },
  phone: '555 0100',
  dialablePhone: null,
  urgent: 'Cannot sleep',
  joinedAt: '2027-03-01T15:00:00.000Z',
  offers: [],
}
const offer = {
  _id: 'offer',
  state: 'open' as const,
  date: DAY,
  slot: '09:00 AM - 09:30 AM',
  until: '2027-03-04T18:00:00.000Z',
  untilAt: { date: '2027-03-04', minute: 780 },
}

let server: ReturnType<typeof fakeServer>

/** Answers with the waiting families, and those whose entries were ended by closed days. */
function answerWith(waiting: readonly DeskEntry[], closed: readonly DeskEntry[] = []): void {
  server.answers['GET /waitlist'] = ({ url }) =>
    Response.json(url.searchParams.has('closed') ? closed : waiting)
}

beforeEach(() => {
  server = fakeServer()
  answerWith([entry])
  server.answers['GET /families/gia'] = () => Response.json(family)
  server.answers['GET /services'] = () =>
    Response.json([{ _id: 'allergy', name: 'Allergy Testing', slots: [], price: 110 }])
  server.answers['GET /available/to-move'] = () => Response.json([])
})

it('shows who waits for a day, with the family’s preferences', async () => {
  openAdminPage(`/dashboard/waiting?date=${DAY}`, DeskWaitlistPage)
  const item = (
    await screen.findByRole('heading', {
      name: 'Mia Grandmother, born Jun 5, 2021: Allergy Testing',
    })
  ).closest('li')
  if (!item) throw new Error('The entry is in no list')
  within(item).getByText('Urgent: Cannot sleep')
  within(item).getByText(/Mornings · Mon, Wed · 1 day of notice/)
  expect(server.callsOf('GET', '/waitlist')[0]?.url.searchParams.get('date')).toBe(DAY)
})

it('begins with all days, and offers a time on the first day that a family wants', async () => {
  server.answers['GET /config'] = () =>
    Response.json({ ...config, clinic: { ...config.clinic, today: '2027-03-01' } })
  const { user } = openAdminPage('/dashboard/waiting', DeskWaitlistPage)
  await user.click(await screen.findByRole('button', { name: 'Offer a time to Gia Grandmother' }))
  expect(server.callsOf('GET', '/waitlist')[0]?.url.search).toBe('?everyone=true')
  expect(screen.getByLabelText('Day')).toHaveValue(DAY)
  await screen.findByText('No time is free on Fri, Mar 5.')
  expect(hasUnsavedChanges()).toBe(false)
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: dayAfter(DAY) } })
  expect(hasUnsavedChanges()).toBe(true)
})

it('says itself which field of an offer is empty', async () => {
  server.answers['GET /available/to-move'] = () =>
    Response.json([{ _id: 'allergy', name: 'Allergy Testing', price: 110, slots: [offer.slot] }])
  const { user } = openAdminPage(`/dashboard/waiting?date=${DAY}`, DeskWaitlistPage)
  await user.click(await screen.findByRole('button', { name: 'Offer a time to Gia Grandmother' }))
  await user.click(await screen.findByRole('button', { name: 'Hold and offer it' }))
  expect(screen.getByRole('alert')).toHaveTextContent(/^Fill in “Free times on Fri, Mar 5/)
  expect(screen.getByLabelText(/^Free times/)).toHaveFocus()
})

it('loads the next page of a long list', async () => {
  server.answers['GET /waitlist'] = ({ url }) => {
    if (url.searchParams.has('closed')) return Response.json([])
    const isSecond = url.searchParams.get('after') === 'entry'
    const shown = isSecond ? { ...entry, _id: 'last', patients: [{ patientName: 'Ben' }] } : entry
    return Response.json([shown], { headers: { 'x-total-count': '2' } })
  }
  const { user } = openAdminPage('/dashboard/waiting', DeskWaitlistPage)
  await user.click(await screen.findByRole('button', { name: 'Show more families' }))
  await screen.findByRole('heading', { name: 'Ben: Allergy Testing' })
  screen.getByRole('heading', { name: 'Mia Grandmother, born Jun 5, 2021: Allergy Testing' })
  expect(screen.queryByRole('button', { name: 'Show more families' })).toBeNull()
})

it('says what to do if no family waits', async () => {
  answerWith([])
  openAdminPage('/dashboard/waiting', DeskWaitlistPage)
  await screen.findByRole('heading', { name: 'No family is waiting' })
  expect(screen.getByRole('link', { name: 'Find a family to add' })).toHaveAttribute(
    'href',
    '/dashboard/families',
  )
})

it('adds a child of a family without an account', async () => {
  server.answers['POST /waitlist'] = () => Response.json(ENTRY, { status: 201 })
  const { user, site } = openAdminPage('/dashboard/waiting?family=gia', DeskWaitlistPage)
  await screen.findByRole('heading', { name: 'Add Gia Grandmother to the waiting list' })
  screen.getByText(/call/)
  await user.selectOptions(await screen.findByLabelText('Treatment'), 'Allergy Testing')
  await user.click(screen.getByRole('checkbox', { name: 'Ben, Jan 2, 2023' }))
  await user.click(screen.getByRole('checkbox', { name: 'Sun' }))
  await user.click(screen.getByRole('radio', { name: 'Mornings' }))
  await user.selectOptions(screen.getByLabelText('How much notice do you need?'), '1 day')
  await user.type(screen.getByLabelText('Why it is urgent (optional)'), 'Cannot sleep')
  await user.click(screen.getByRole('button', { name: 'Add to the list' }))
  await screen.findByText('Gia Grandmother is on the waiting list')
  expect(server.callsOf('POST', '/waitlist')[0]?.body).toEqual({
    family: 'gia',
    child: 'ben',
    treatment: 'Allergy Testing',
    phone: '555 0100',
    from: '2027-03-01',
    to: '2027-03-29',
    weekdays: [1, 2, 3, 4, 5, 6],
    part: 'morning',
    noticeMinutes: 1440,
    urgent: 'Cannot sleep',
  })
  expect(site.location.search).toBe('?date=2027-03-01')
})

it('keeps the form if the server refuses siblings', async () => {
  server.answers['POST /waitlist'] = () => refusal(409, 'You are already on the list.')
  const { user } = openAdminPage(`/dashboard/waiting?family=gia&date=${DAY}`, DeskWaitlistPage)
  for (const name of ['Mia, Jun 5, 2021', 'Ben, Jan 2, 2023']) {
    await user.click(await screen.findByRole('checkbox', { name }))
  }
  await user.selectOptions(screen.getByLabelText('Treatment'), 'Allergy Testing')
  await user.click(screen.getByRole('button', { name: 'Add to the list' }))
  expect((await screen.findByRole('alert')).textContent).toBe('You are already on the list.')
  expect(server.callsOf('POST', '/waitlist')[0]?.body).toMatchObject({ children: ['mia', 'ben'] })
  const mia = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Mia, Jun 5, 2021' })
  expect(mia.checked).toBe(true)
})

it('says what is missing before a family is added', async () => {
  const { user } = openAdminPage('/dashboard/waiting?family=gia', DeskWaitlistPage)
  await user.click(await screen.findByRole('button', { name: 'Add to the list' }))
  expect(await screen.findByText('Fill in “Treatment”.')).toBeVisible()
  expect(screen.getByLabelText('Treatment')).toHaveFocus()
  expect(server.callsOf('POST', '/waitlist')).toEqual([])
})

it('accepts an offer for a family on the phone', async () => {
  answerWith([{ ...entry, offer, offers: [offer] }])
  const shown = { ...offerFixture, ...offer, version: 2, from: null }
  server.answers['GET /offers/offer'] = () => Response.json(shown)
  server.answers['POST /offers/offer/accept'] = () =>
    Response.json({ ...shown, state: 'accepted', appointmentId: 'made' })
  const { user } = openAdminPage(`/dashboard/waiting?date=${DAY}`, DeskWaitlistPage)
  await user.click(await screen.findByRole('button', { name: /^Accept for the family/ }))
  await screen.findByText(/is booked for Gia Grandmother/)
  expect(server.callsOf('POST', '/offers/offer/accept')[0]?.body).toEqual({ version: 2 })
})

it('cancels the appointment of a closed day for a family on the phone', async () => {
  const appointment = { _id: 'booked', date: DAY, slot: '10:00 AM - 10:30 AM' }
  const reoffered = { ...entry, appointment, isReoffer: true, offer, offers: [offer] }
  answerWith([reoffered])
  server.answers['POST /offers/offer/decline'] = () =>
    Response.json({ code: 'down' }, { status: 500 })
  const { user } = openAdminPage(`/dashboard/waiting?date=${DAY}`, DeskWaitlistPage)
  await screen.findByText(/^Closed: re-offered instead of .*10:00 AM/)
  expect(screen.queryByRole('button', { name: /^Take off the list/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Cancel the appointment for the family/ }))
  const question = within(screen.getByRole('dialog', { name: /^Cancel the appointment of/ }))
  question.getByText(/Fri, Mar 5(, 2027)?, 10:00 AM.*refund everything/)
  expect(server.callsOf('POST', '/offers/offer/decline')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Cancel the appointment' }))
  await waitFor(() => expect(server.callsOf('POST', '/offers/offer/decline')).toHaveLength(1))
})

it('removes a family from the list after a question', async () => {
  server.answers['DELETE /waitlist/entry'] = () => Response.json({ left: true })
  const { user } = openAdminPage(`/dashboard/waiting?date=${DAY}`, DeskWaitlistPage)
  await user.click(
    await screen.findByRole('button', { name: 'Take off the list: Gia Grandmother' }),
  )
  const question = within(screen.getByRole('dialog'))
  expect(server.callsOf('DELETE', '/waitlist/entry')).toEqual([])
  answerWith([])
  await user.click(question.getByRole('button', { name: 'Take off the list' }))
  await screen.findByText('Gia Grandmother is no longer on the list')
  await screen.findByText(/^No family waits for Fri, Mar 5/)
})

it('lists the families whose days the clinic has closed, and adds them for other days', async () => {
  const closed = { ...entry, state: 'ended' as const, closed: { next: '2027-03-08' } }
  answerWith([], [closed])
  openAdminPage('/dashboard/waiting', DeskWaitlistPage)
  const ended = within(await screen.findByRole('region', { name: 'No times left on their days' }))
  ended.getByText(/^The next day with times is Mon, Mar 8/)
  expect(ended.queryByRole('button')).toBeNull()
  expect(
    ended.getByRole('link', { name: 'Wait for other days: Gia Grandmother' }).getAttribute('href'),
  ).toBe('/dashboard/waiting?family=gia')
})
