import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { siteQueries } from '../../testing/site-queries.ts'
import { appointmentOptions, appointmentsOptions } from './appointments-api.ts'
import { preloadDialog } from './choosing-screen.tsx'
import { fakeClinic, json, MORNING, NOON, treatments } from './testing/fake-clinic.ts'
import { card, dayButton, open, openDialog, shown } from './testing/page.tsx'

beforeAll(preloadDialog)

let clinic: ReturnType<typeof fakeClinic>

beforeEach(() => {
  clinic = fakeClinic()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the treatments of a day', () => {
  it('show name, price and spaces; one without slots cannot be selected', async () => {
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

  it('are announced to screen readers', async () => {
    await open()
    await waitFor(() =>
      expect(
        screen.getByText('2 of 3 treatments have times available on Jun 5, 2026'),
      ).toHaveAttribute('role', 'status'),
    )
  })

  it('offer the next bookable day when the day is full', async () => {
    clinic.available = (date) =>
      json(date === 'Jun 5, 2026' ? treatments.map((each) => ({ ...each, slots: [] })) : treatments)
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Show Jun 9, 2026' }))
    await shown('Jun 9, 2026')
    expect((await card('Allergy Testing')).getByText('2 spaces Available')).toBeInTheDocument()
  })

  it('can be retried after a failure', async () => {
    clinic.available = () => json({ code: 'internal', message: 'Database is gone' }, 500)
    const user = await open()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('We couldn’t load appointments')
    expect(alert).not.toHaveTextContent('Database is gone')
    clinic.available = () => json(treatments)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await card('Allergy Testing')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
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

describe('the booking dialog', () => {
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

  it('is closed by the back button, which then shows the previous day', async () => {
    const user = await open()
    await user.click(dayButton(/^Tuesday, June 9, 2026$/))
    await shown('Jun 9, 2026')
    await openDialog(user)
    await user.click(screen.getByRole('button', { name: 'Browser back' }))
    await shown('Jun 5, 2026')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('a slot that another patient has just taken', () => {
  it('shows the current slots, marks the nearest ones and keeps the typed values', async () => {
    const near = '09:30 AM - 10:00 AM'
    const user = await open()
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText('Phone'), '555 0100')
    await user.type(dialog.getByLabelText('Address'), '1 Orchard Lane')
    clinic.book = () =>
      json(
        {
          success: false,
          message: 'No.',
          code: 'slot_taken',
          booking: { date: 'Jun 5, 2026', slot: MORNING },
          alternatives: [near],
        },
        409,
      )
    clinic.available = () => json([{ ...treatments[0], slots: [near, NOON] }])
    await user.click(dialog.getByRole('button', { name: 'Book' }))

    await screen.findByText(/Someone just booked 09:00 AM - 09:30 AM on Jun 5, 2026/)
    expect(screen.queryByRole('button', { name: MORNING })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: NOON })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: `${near} close to your time` }))
    const again = within(await screen.findByRole('dialog'))
    expect(again.getByLabelText('Phone')).toHaveValue('555 0100')
    expect(again.getByLabelText('Address')).toHaveValue('1 Orchard Lane')
  })
})

describe('a booked appointment', () => {
  const _id = '01890a5d-ac96-774b-bcce-b302099a8057'
  const email = 'parent@example.com'

  it('is cached for the payment page, and the changed lists are refetched', async () => {
    const client = siteQueries()
    client.setQueryData(appointmentsOptions(email).queryKey, [])
    clinic.book = (body) =>
      json({ success: true, booking: { ...body, _id, patient: email, status: 'booked' } }, 201)
    const user = await open('/appointment', client)
    const dialog = await openDialog(user)
    await user.type(dialog.getByLabelText('Phone'), '555 0100')
    await user.type(dialog.getByLabelText('Address'), '1 Orchard Lane')
    await user.click(dialog.getByRole('button', { name: 'Book' }))

    await screen.findByRole('heading', { name: 'Your appointment is booked' })
    expect(screen.getByRole('link', { name: 'Pay $120' })).toHaveAttribute(
      'href',
      `/dashboard/appointment/${_id}`,
    )
    expect(client.getQueryData(appointmentOptions(_id).queryKey)?.slot).toBe(MORNING)
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

  it('is replaced by the first bookable day, with a message', async () => {
    await open({ pathname: '/appointment', state: { quick: { ...quick, date: '2026-06-06' } } })
    await shown('Jun 5, 2026')
    expect(screen.getByText(/That day isn’t available/)).toBeInTheDocument()
  })
})
