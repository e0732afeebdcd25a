import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect } from 'vitest'
import { fromPromise } from 'xstate'
import {
  allergyTesting,
  type BookingDriver,
  FIRST_DAY,
  MORNING,
  NOON,
  patient,
} from '../../../machines/booking.paths.ts'
import { bookingMachine } from '../../../machines/booking.ts'
import type { BookingResult } from '../../../machines/booking-setup.ts'
import { type Case, type Path, walk } from '../../../machines/paths.ts'
import type { NewAppointment } from '../../../server/contract/appointments.ts'
import type { IsoDate } from '../../../server/contract/dates.ts'
import type { Treatment } from '../../../server/contract/treatments.ts'
import { ToastHost } from '../../components/toast-host.tsx'
import { BookingFlow } from '../booking-flow.tsx'

const calendar = { today: '2026-06-03', lastDay: '2026-09-01', closures: [] }
const ASKED = `Jun 5, 2026 at ${MORNING}`

type Port = 'loadTreatments' | 'createAppointment'

/** The server, as far as the machine knows it: calls that wait until the test answers them. */
function heldServer(machine: typeof bookingMachine) {
  const held: Record<Port, PromiseWithResolvers<unknown>[]> = {
    loadTreatments: [],
    createAppointment: [],
  }
  const hold = <Output, Input>(port: Port) =>
    fromPromise<Output, Input>(() => {
      const call = Promise.withResolvers<unknown>()
      held[port].push(call)
      return call.promise as Promise<Output>
    })
  // The last call: earlier ones were abandoned by leaving the state that made them.
  function answer(port: Port, settle: (call: PromiseWithResolvers<unknown>) => void) {
    const call = held[port].at(-1)
    if (!call) throw new Error(`${port} was not called`)
    return act(async () => settle(call))
  }
  return {
    logic: machine.provide({
      actors: {
        loadTreatments: hold<Treatment[], { date: IsoDate }>('loadTreatments'),
        createAppointment: hold<BookingResult, NewAppointment>('createAppointment'),
      },
    }),
    succeed: (port: Port) => (event: Case) => answer(port, (call) => call.resolve(event.output)),
    fail: (port: Port) => (event: Case) => answer(port, (call) => call.reject(event.error)),
  }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })

async function press(user: UserEvent, control: HTMLElement) {
  expect(control).toBeEnabled()
  expect(control).not.toHaveAttribute('aria-disabled')
  await user.click(control)
}

function cardOf(treatment: string) {
  const card = screen.getByRole('heading', { name: treatment, level: 3 }).closest('li')
  if (!card) throw new Error(`No card for ${treatment}`)
  return within(card)
}

async function type(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.type(field, text)
}

const slotsTitle = () => screen.queryByRole('heading', { name: /^Choose a time for/ })

function expectSlots(...slots: string[]) {
  expect(slotsTitle()).toHaveTextContent('Choose a time for Allergy Testing')
  for (const slot of slots) {
    const choice = button(new RegExp(`^${slot}`))
    expect(choice).not.toHaveAttribute('aria-disabled')
  }
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
}

async function expectNotice(text: string | RegExp) {
  const notice = (await screen.findAllByText(text)).find((element) => element.closest('section'))
  expect(notice?.closest('[tabindex="-1"]')).toHaveFocus()
}

async function findDialog() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
  expect(dialog.getByLabelText('Name')).toHaveValue(patient.name)
  expect(dialog.getByLabelText('Date')).toHaveValue('Jun 5, 2026')
  expect(dialog.getByLabelText('Slot')).toHaveValue(MORNING)
  for (const label of ['Name', 'Date', 'Slot']) {
    expect(dialog.getByLabelText(label)).toHaveAttribute('readonly')
  }
  return dialog
}

function driveScreens(user: UserEvent, server: ReturnType<typeof heldServer>): BookingDriver {
  // What the visitor has typed so far; a refusal and a closed dialog keep it.
  let typed = { phone: '', address: '' }

  function expectLocked(isLocked: boolean) {
    for (const label of ['Phone', 'Address']) {
      if (isLocked) expect(screen.getByLabelText(label)).toHaveAttribute('readonly')
      else expect(screen.getByLabelText(label)).not.toHaveAttribute('readonly')
    }
  }
  function expectTyped() {
    expect(screen.getByLabelText('Phone')).toHaveValue(typed.phone)
    expect(screen.getByLabelText('Address')).toHaveValue(typed.address)
  }

  return {
    do: {
      'date.choose': async () =>
        press(user, await screen.findByRole('button', { name: /Monday, June 8, 2026/ })),
      'treatments.reload': () => press(user, button('Try again')),
      'treatment.choose': () =>
        press(user, cardOf(allergyTesting.name).getByRole('button', { name: 'Select Treatment' })),
      'slot.choose': () => press(user, button(MORNING)),
      'dialog.close': () => press(user, button('Close')),
      'booking.submit': async (event) => {
        const form = event.form as { phone: string; address: string }
        if (typed.phone === '') {
          // Nothing is sent that is not filled in, and each field says so.
          await press(user, button('Book'))
          for (const label of ['Phone', 'Address']) {
            const field = screen.getByLabelText(label)
            await waitFor(() => expect(field).toBeInvalid())
            expect(field).toHaveAccessibleDescription()
          }
        }
        typed = form
        await type(user, screen.getByLabelText('Phone'), form.phone)
        await type(user, screen.getByLabelText('Address'), form.address)
        await press(user, button('Book'))
      },
      'booking.another': () => press(user, button('Book another')),
      'xstate.done.actor.loadTreatments': server.succeed('loadTreatments'),
      'xstate.error.actor.loadTreatments': server.fail('loadTreatments'),
      'xstate.done.actor.createAppointment': server.succeed('createAppointment'),
      'xstate.error.actor.createAppointment': server.fail('createAppointment'),
      'xstate.done.actor.refreshTreatments': server.succeed('loadTreatments'),
      'xstate.error.actor.refreshTreatments': server.fail('loadTreatments'),
    },
    see: {
      'browsing.loadingTreatments': async () => {
        await screen.findByText(/^Loading the appointments on/)
        expect(screen.getByRole('region', { name: /^Available Appointments on/ })).toHaveAttribute(
          'aria-busy',
          'true',
        )
        expect(screen.queryByRole('button', { name: 'Select Treatment' })).not.toBeInTheDocument()
        expect(slotsTitle()).not.toBeInTheDocument()
      },
      'browsing.loadFailed': () => {
        expect(screen.getByRole('alert')).toHaveTextContent('The clinic is offline')
        expect(button('Try again')).toBeEnabled()
      },
      'browsing.choosingTreatment.undisturbed': () => {
        const card = cardOf(allergyTesting.name)
        expect(card.getByText('$120')).toBeInTheDocument()
        expect(card.getByText('2 spaces Available')).toBeInTheDocument()
        expect(card.getByRole('button', { name: 'Select Treatment' })).toBeEnabled()
        expect(slotsTitle()).not.toBeInTheDocument()
      },
      'browsing.choosingTreatment.treatmentFull': async () => {
        await expectNotice(/^Allergy Testing has no time left/)
        const card = cardOf(allergyTesting.name)
        expect(card.getByText('Try another date')).toBeInTheDocument()
        expect(card.getByRole('button', { name: 'Select Treatment' })).toBeDisabled()
        expect(slotsTitle()).not.toBeInTheDocument()
      },
      'browsing.choosingSlot.undisturbed': () => {
        expectSlots(NOON)
        const slots = within(screen.getByRole('region', { name: /^Choose a time for/ }))
        expect(slots.queryByText(/just taken|already have|has changed/)).not.toBeInTheDocument()
      },
      'browsing.choosingSlot.slotTaken': async () => {
        expectSlots(NOON)
        expect(screen.queryByRole('button', { name: MORNING })).not.toBeInTheDocument()
        await expectNotice(/^Somebody else has just taken 09:00 AM - 09:30 AM on Jun 5, 2026/)
      },
      'browsing.choosingSlot.priceChanged': async () => {
        expectSlots(NOON)
        await expectNotice(/^The price of Allergy Testing has changed to \$140/)
        expect(cardOf(allergyTesting.name).getByText('$140')).toBeInTheDocument()
      },
      'browsing.choosingSlot.alreadyBooked': async () => {
        expectSlots(MORNING, NOON)
        const sentence = `You already have an appointment on ${ASKED}`
        await expectNotice(sentence)
        expect(await screen.findAllByText(sentence)).toHaveLength(2)
        expect(screen.getByRole('link', { name: 'See my appointments' })).toHaveAttribute(
          'href',
          '/dashboard',
        )
      },
      'browsing.refreshing': () => {
        expect(screen.getByText('Loading the times that are free now')).toBeInTheDocument()
        expect(button(MORNING)).toHaveAttribute('aria-disabled', 'true')
        expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      },
      'dialog.fillingForm': async () => {
        const dialog = await findDialog()
        expect(dialog.getByLabelText('Phone')).toBeRequired()
        expect(dialog.getByLabelText('Address')).toBeRequired()
        expect(dialog.getByRole('button', { name: 'Book' })).not.toHaveAttribute('aria-disabled')
        expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
        expect(dialog.getByText('$120, to be paid by card after booking.')).toBeInTheDocument()
        expectLocked(false)
        expectTyped()
      },
      'dialog.submitting': async () => {
        const dialog = await findDialog()
        expect(dialog.getByRole('button', { name: 'Book' })).toHaveAttribute('aria-busy', 'true')
        await user.keyboard('{Escape}')
        expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
        expectLocked(true)
      },
      'dialog.submitFailed': async () => {
        const dialog = await findDialog()
        expect(dialog.getByRole('alert')).toHaveTextContent(
          'The clinic is offline What you typed is still here.',
        )
        expectLocked(false)
        expectTyped()
        expect(dialog.getByRole('button', { name: 'Book' })).not.toHaveAttribute('aria-disabled')
      },
      booked: async () => {
        expect(await screen.findByText(`Appointment is set on ${ASKED}`)).toBeInTheDocument()
        expect(screen.getByRole('heading', { name: 'Your appointment is booked' })).toHaveFocus()
        expect(screen.getByText(/^Pay now by card, or later from/)).toBeInTheDocument()
        expect(screen.getByRole('link', { name: 'See my appointments' })).toHaveAttribute(
          'href',
          '/dashboard',
        )
        expect(screen.getByRole('link', { name: 'Pay $120' })).toHaveAttribute(
          'href',
          '/dashboard/appointment/01890a5d-ac96-774b-bcce-b302099a8057',
        )
        expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      },
    },
  }
}

/** Walks a path of the booking machine on the screens, and looks at each of its states. */
export async function walkBookingScreens(
  path: Path,
  machine: typeof bookingMachine = bookingMachine,
): Promise<void> {
  const user = userEvent.setup()
  const server = heldServer(machine)
  render(
    <MemoryRouter initialEntries={[`/appointment?date=${FIRST_DAY}`]}>
      <QueryClientProvider client={new QueryClient()}>
        <BookingFlow calendar={calendar} patient={patient} quick={null} logic={server.logic} />
        <ToastHost />
      </QueryClientProvider>
    </MemoryRouter>,
    { reactStrictMode: true },
  )
  await walk(path, driveScreens(user, server))
}
