import type { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { unpaid } from '#machines/testing/payment/payment-walks.ts'
import { appointmentOptions, appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { clinic } from '#web/both/booking/testing/clinic-server.ts'
import { json, MORNING, mia, NOON, noa, treatments } from '#web/both/booking/testing/fake-clinic.ts'
import {
  address,
  card,
  dayButton,
  fillIn,
  open,
  openDialog,
  queriesWith,
  selectTreatment,
  shown,
} from '#web/both/booking/testing/page.tsx'
import { siteQueries } from '#web/testing/site-queries.ts'

const BOOKED: Appointment = { ...unpaid, _id: '01', date: 'Jun 1, 2026' }

describe('the treatments of a day', () => {
  it('show name, price and spaces, also read out; one without slots cannot be selected', async () => {
    await open()
    const allergy = await card('Allergy Testing')
    expect(allergy.getByText('$120')).toBeInTheDocument()
    expect(allergy.getByText('2 spaces Available')).toBeInTheDocument()
    expect(allergy.getByRole('button', { name: 'Select Treatment' })).toHaveAccessibleDescription(
      'Allergy Testing',
    )
    const weight = await card('Weight Loss')
    expect(weight.getByText('$80.50')).toBeInTheDocument()
    expect(weight.getByText('1 space Available')).toBeInTheDocument()
    const nutrition = await card('Nutrition Services')
    expect(nutrition.getByText('Try another date')).toBeInTheDocument()
    expect(nutrition.getByRole('button', { name: 'Select Treatment' })).toBeDisabled()
    const said = '2 of 3 treatments have times available on Jun 5, 2026'
    expect(screen.getByText(said)).toHaveAttribute('role', 'status')
  })

  it('lead to the next day on which a full one is free', async () => {
    const day = { price: 60, slots: [NOON] }
    clinic.next = [
      {
        _id: 'nutrition',
        name: 'Nutrition Services',
        days: [
          { ...day, date: '2026-06-04' },
          { ...day, date: '2026-06-09' },
        ],
      },
    ]
    const user = await open()
    const nutrition = await card('Nutrition Services')
    await user.click(await nutrition.findByRole('button', { name: /^Next: Tue, Jun 9/ }))
    await shown('Jun 9, 2026')
  })

  it('are refetched each time a day is shown', async () => {
    const user = await open()
    await shown('Jun 5, 2026')
    await user.click(dayButton(/June 9/))
    await shown('Jun 9, 2026')
    await user.click(dayButton(/June 5/))
    await shown('Jun 5, 2026')
    await waitFor(() => expect(clinic.asked).toEqual(['Jun 5, 2026', 'Jun 9, 2026', 'Jun 5, 2026']))
  })

  it('say first that the limit of unpaid appointments is reached, with the way out', async () => {
    clinic.unpaidLimit = 2
    clinic.appointments = [
      { ...BOOKED, _id: '01', date: 'Jun 9, 2026' },
      { ...BOOKED, _id: '02', date: 'Jun 10, 2026' },
    ]
    await open()
    const note = within(await screen.findByRole('complementary', { name: 'Before you book' }))
    expect(note.getByText(/You have 2 unpaid appointments coming up/)).toBeVisible()
    expect(note.getByRole('link', { name: 'Choose what to pay' })).toHaveAttribute(
      'href',
      '/dashboard/pay?appointments=01,02',
    )
  })

  it('offer the next bookable day when the day is full', async () => {
    clinic.available = (date) =>
      json(date === 'Jun 5, 2026' ? treatments.map((each) => ({ ...each, slots: [] })) : treatments)
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Show Tue, Jun 9, 2026' }))
    await shown('Jun 9, 2026')
    expect((await card('Allergy Testing')).getByText('2 spaces Available')).toBeInTheDocument()
  })

  it('move the focus to the slots each time one is selected', async () => {
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

/** What an open dialog says of changes and refunds. */
const termsIn = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  dialog.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('the booking dialog', () => {
  it('says until when the appointment can be canceled and moved', async () => {
    const user = await open('/appointment?date=2026-06-09', queriesWith(DEFAULT_TERMS))
    expect(termsIn(await openDialog(user))).toEqual([
      'Free to cancel until Mon, Jun 8, 9:00 AM',
      'Can be moved online until Tue, 7:00 AM',
    ])
  })

  it('says what is no longer possible as the time passes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
    // It is 2 PM, and the slot is at 5 PM the same day.
    const slot = '05:00 PM - 05:30 PM'
    clinic.available = () => json(treatments.map((one) => ({ ...one, slots: [slot] })))
    const user = await open(undefined, queriesWith(DEFAULT_TERMS))
    await selectTreatment(user)
    await user.click(screen.getByRole('button', { name: slot }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
    expect(termsIn(dialog)).toEqual([
      'No refund if you cancel',
      'Can be moved online until Fri, 3:00 PM',
    ])
    vi.setSystemTime(Date.now() + 128 * 60_000)
    await vi.advanceTimersByTimeAsync(10_000)
    await waitFor(() =>
      expect(termsIn(dialog)).toEqual(['Starts in 52 minutes: no refund, no change online']),
    )
    vi.useRealTimers()
  })

  it('shows the new terms when the clinic has changed them, and books under those', async () => {
    const refundTerms = { bands: [{ hours: 0, percent: 50 }] }
    clinic.book = () =>
      json({ success: false, code: 'terms_changed', message: 'Changed.', terms: refundTerms }, 409)
    const user = await open('/appointment?date=2026-06-09', queriesWith(DEFAULT_TERMS))
    const dialog = await openDialog(user)
    await fillIn(user, dialog)
    expect(termsIn(dialog)).toHaveLength(2)
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing you typed was lost.')
    expect(termsIn(dialog)[0]).toBe('50% refund until it starts')
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(clinic.booked).toHaveLength(2))
    expect(clinic.booked.map(({ terms }) => terms)).toEqual([DEFAULT_TERMS, refundTerms])
  })

  it('says why, when online booking was paused meanwhile', async () => {
    const message = 'Online booking is paused: Trouble. To book, call (503) 555-0142.'
    clinic.book = () => json({ success: false, code: 'not_open', message, opensOn: null }, 409)
    const user = await open()
    const dialog = await openDialog(user)
    await fillIn(user, dialog)
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(message)
  })

  it('requires phone and address, with messages beside the fields', async () => {
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
    expect(await dialog.findByText(/^Enter a valid phone number/)).toBeInTheDocument()
    expect(clinic.booked).toEqual([])
  })

  it('sends the shown and the typed values', async () => {
    const user = await open()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText('Phone'), ' 555 0100 ')
    await user.type(dialog.getByLabelText('Address'), '1 Orchard Lane')
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    await waitFor(() => expect(clinic.booked).toHaveLength(1))
    expect(clinic.booked[0]).toEqual({
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

  it('returns the focus to the slot and keeps the typed values when it is closed', async () => {
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

  it('is closed by the back button, which then undoes the treatment and the day', async () => {
    const user = await open()
    await user.click(dayButton(/^Tuesday, June 9, 2026$/))
    await shown('Jun 9, 2026')
    expect(address()).toBe('/appointment?date=2026-06-09')
    await openDialog(user)
    const back = screen.getByText('Browser back')
    await user.click(back)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: MORNING })).toBeEnabled()
    await user.click(back)
    expect(screen.queryByRole('button', { name: MORNING })).not.toBeInTheDocument()
    expect(dayButton(/^Tuesday, June 9, 2026, selected$/)).toBeInTheDocument()
    await user.click(back)
    await shown('Jun 5, 2026')
  })

  it('leaves no step in the history when it is closed by its button', async () => {
    const user = await open()
    await openDialog(user)
    await user.keyboard('{Escape}')
    await openDialog(user)
    await user.keyboard('{Escape}')
    expect(address()).not.toContain('slot=')
    await user.click(screen.getByText('Browser back'))
    expect(screen.queryByRole('button', { name: MORNING })).not.toBeInTheDocument()
    expect(address()).toBe('/appointment')
  })
})

describe('a reload or a login in between', () => {
  const chosen = `/appointment?date=2026-06-09&treatment=allergy&slot=${encodeURIComponent(MORNING)}`
  const draft = 'sprout.booking-draft.parent@example.com'

  it('restores the day, the treatment, the slot and what was typed', async () => {
    const user = await open()
    await user.type((await openDialog(user)).getByLabelText('Phone'), '555 0100')
    await waitFor(() => expect(sessionStorage.getItem(draft)).not.toBeNull())
    expect(JSON.parse(sessionStorage.getItem(draft) ?? '')).toEqual({
      phone: '555 0100',
      address: '',
    })
    cleanup()

    await open(chosen)
    const dialog = within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
    expect(dialog.getByText('Tue, Jun 9, 2026')).toBeVisible()
    expect(dialog.getByText(MORNING)).toBeVisible()
    expect(dialog.getByLabelText('Phone')).toHaveValue('555 0100')
  })

  it('fills in phone and address of the last booking, and keeps what is typed', async () => {
    const before = { ...BOOKED, phone: '555 0142', address: '7 Elm Street' }
    clinic.appointments = [
      { ...before, _id: '01', phone: '555 0100', address: '1 Orchard Lane' },
      { ...before, _id: '02' },
    ]
    sessionStorage.setItem(draft, '{"phone":"555 0177"}')
    await open(chosen)
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByLabelText('Address')).toHaveValue('7 Elm Street'))
    expect(dialog.getByLabelText('Phone')).toHaveValue('555 0177')
  })

  it('fills in phone and address of the profile rather than of the last booking', async () => {
    clinic.contact = { phone: '555 0111', address: '9 Profile Lane' }
    clinic.appointments = [{ ...BOOKED, phone: '555 0142', address: '7 Elm Street' }]
    await open(chosen)
    const dialog = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(dialog.getByLabelText('Address')).toHaveValue('9 Profile Lane'))
    expect(dialog.getByLabelText('Phone')).toHaveValue('555 0111')
  })

  it('does not show the draft to another user', async () => {
    sessionStorage.setItem('sprout.booking-draft.other@example.com', '{"phone":"555 0199"}')
    await open(chosen)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Phone')).toHaveValue('')
  })

  it('shows the other slots when the slot was taken meanwhile', async () => {
    clinic.available = () => json([{ ...treatments[0], slots: [NOON] }])
    await open(chosen)
    await screen.findByText(`${MORNING} on Tue, Jun 9, 2026 is no longer available.`, {
      exact: false,
    })
    await waitFor(() => expect(address()).toBe('/appointment?date=2026-06-09&treatment=allergy'))
    expect(screen.getByRole('button', { name: NOON })).toBeEnabled()
  })

  it.each([
    ['a treatment that no longer exists', 'treatment=gone'],
    ['a slot that is none', 'treatment=allergy&slot=Call+555+0199'],
  ])('ignores %s in the address', async (_, search) => {
    await open(`/appointment?date=2026-06-09&${search}`)
    await card('Allergy Testing')
    expect(screen.queryByText(/^(Call|no longer)/)).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('a booked appointment', () => {
  const _id = '01890a5d-ac96-774b-bcce-b302099a8057'
  const email = 'parent@example.com'

  async function book(client: QueryClient) {
    clinic.book = (body) =>
      json({ success: true, booking: { ...body, _id, patient: email, status: 'booked' } }, 201)
    const user = await open('/appointment', client)
    const dialog = await openDialog(user)
    await fillIn(user, dialog)
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    const title = await screen.findByRole('heading', { name: 'Your appointment is booked' })
    return { user, title }
  }

  it('replaces the page’s title, and offers to pay before the details', async () => {
    const { title } = await book(siteQueries())
    expect(screen.getAllByRole('heading', { level: 1 })).toEqual([title])
    const pay = screen.getByRole('link', { name: 'Pay $120.00' })
    const isBefore = pay.compareDocumentPosition(screen.getByText('Booked by'))
    expect(isBefore & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('is cached for the payment page, and the changed lists are refetched', async () => {
    const client = siteQueries()
    client.setQueryData(appointmentsOptions(email).queryKey, {
      own: [],
      shared: 0,
      proposed: 0,
      unpaidLimit: 0,
      toAnswer: 0,
      nextVisits: 0,
    })
    const { user } = await book(client)
    expect(screen.getByRole('link', { name: 'Pay $120.00' })).toHaveAttribute(
      'href',
      `/dashboard/appointment/${_id}`,
    )
    expect(client.getQueryData(appointmentOptions(_id).queryKey)?.slot).toBe(MORNING)
    expect(sessionStorage).toHaveLength(0)
    expect(client.getQueryState(appointmentsOptions(email).queryKey)?.isInvalidated).toBe(true)

    await user.click(screen.getByRole('button', { name: 'Book another appointment' }))
    await card('Allergy Testing')
    expect(clinic.asked).toEqual(['Jun 5, 2026', 'Jun 5, 2026'])
    expect(screen.getByRole('heading', { name: 'Choose a day' })).toHaveFocus()
  })
})

describe('the home page’s quick form', () => {
  const quick = { name: 'P', date: '2026-06-09', service: 'Weight Loss', phone: '555 0100' }

  it('sets day, treatment and phone number', async () => {
    const user = await open({ pathname: '/appointment', state: { quick } })
    await shown('Jun 9, 2026')
    await screen.findByRole('heading', { name: 'Choose a time for Weight Loss' })
    expect(clinic.asked).toEqual(['Jun 9, 2026'])
    await user.click(screen.getByRole('button', { name: NOON }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Phone')).toHaveValue('555 0100')
  })

  it('survives a login in session storage, which is then cleared', async () => {
    sessionStorage.setItem('sprout.quick-appointment', JSON.stringify(quick))
    await open()
    await shown('Jun 9, 2026')
    expect(sessionStorage.getItem('sprout.quick-appointment')).toBeNull()
  })

  it('does not override the URL', async () => {
    await open({ pathname: '/appointment', search: '?date=2026-07-10', state: { quick } })
    await shown('Jul 10, 2026')
    expect(screen.queryByText(/That day isn’t available/)).not.toBeInTheDocument()
  })

  it('leads to the slots of the next bookable day, and says so there', async () => {
    await open({ pathname: '/appointment', state: { quick: { ...quick, date: '2026-06-06' } } })
    const title = await screen.findByRole('heading', { name: 'Choose a time for Weight Loss' })
    await waitFor(() => expect(title).toHaveFocus())
    expect(screen.getByText(/^The day you asked for isn’t available/)).toBeInTheDocument()
    expect(screen.getByText(/That day isn’t available/)).toHaveTextContent('Jun 9, 2026')
    await waitFor(() => expect(address()).toBe('/appointment?date=2026-06-09&treatment=weight'))
  })
})

describe('an address with a time that the family has booked itself', () => {
  const time = `date=2026-06-05&treatment=allergy&slot=${encodeURIComponent(MORNING)}`
  const own: Appointment = { ...unpaid, _id: '01', date: 'Jun 5, 2026', slot: MORNING }
  const ofMia: Appointment = { ...own, child: { _id: 'mia', name: 'Mia' } }
  const taken = () => json([{ ...treatments[0], slots: [NOON] }])
  const full = () => json([{ ...treatments[0], slots: [] }])

  it.each([
    ['is taken', own, '', taken],
    ['is taken, for a child that the address does not name', ofMia, '', taken],
    ['was the last one of the day', own, '', full],
    ['is free with another doctor', own, '&child=', () => json(treatments)],
    [
      'is free with another doctor, and the child has it',
      ofMia,
      '&child=mia',
      () => json(treatments),
    ],
    ['is free with another doctor, and the only child has it', ofMia, '', () => json(treatments)],
  ])('leads to the appointment when it %s', async (_, appointment, child, available) => {
    clinic.children = [mia]
    clinic.appointments = [appointment]
    clinic.available = available
    await open(`/appointment?${time}${child}`)
    await waitFor(() => expect(address()).toBe('/dashboard/appointment/01'))
  })

  it('leads to the bill of siblings who have all their times', async () => {
    clinic.appointments = ['mia', 'noa'].map((child, index) => ({
      ...own,
      _id: `0${index + 1}`,
      child: { _id: child, name: child },
    }))
    await open(
      `/appointment?date=2026-06-05&siblings=mia:allergy,noa:allergy&slot=${encodeURIComponent(MORNING)}`,
    )
    await waitFor(() => expect(address()).toBe('/dashboard/pay?appointments=01,02'))
  })

  it.each([
    ['another child', ofMia, '&child=noa'],
    ['another child than the address names', ofMia, ''],
    ['another treatment', { ...own, treatment: 'Weight Loss' }, '&child='],
    ['another day', { ...own, date: 'Jun 9, 2026' }, '&child='],
    ['an appointment that was canceled', { ...own, status: 'cancelled' as const }, '&child='],
  ])('still opens the dialog for %s', async (_, appointment, child) => {
    clinic.children = [mia, noa]
    clinic.appointments = [appointment]
    await open(`/appointment?${time}${child}`)
    await screen.findByRole('dialog', { name: 'Allergy Testing' })
  })

  it('says that a time is gone when others have it', async () => {
    clinic.available = taken
    await open(`/appointment?${time}`)
    await screen.findByText(/is no longer available/)
  })
})
