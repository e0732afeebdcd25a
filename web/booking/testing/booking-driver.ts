import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import {
  allergyTesting,
  type BookingDriver,
  FIRST_DAY,
  MORNING,
  NOON,
  OTHER_DAY,
  patient,
} from '../../../machines/booking.paths.ts'
import type { Case } from '../../../machines/paths.ts'
import { formatWireDate } from '../../../server/contract/dates.ts'
import type { Treatment } from '../../../server/contract/treatments.ts'
import { expectArrivedAt } from '../../testing/arrival.ts'
import type { HeldServer } from './held-server.ts'

const ASKED = `Jun 5, 2026 at ${MORNING}`
const OUTDATED_LINK = /^The day you asked for cannot be booked\. This is the first one that can:/

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const slotsTitle = () => screen.queryByRole('heading', { name: /^Choose a time for/ })

function cardOf(treatment: string) {
  const card = screen.getByRole('heading', { name: treatment, level: 3 }).closest('li')
  if (!card) throw new Error(`No card for ${treatment}`)
  return within(card)
}

function expectLink(name: string, href: string) {
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
}

function expectSlots(...slots: string[]) {
  expect(slotsTitle()).toHaveTextContent('Choose a time for Allergy Testing')
  const section = screen.getByRole('region', { name: /^Choose a time for/ })
  expect(section).toHaveAttribute('aria-busy', 'false')
  const choices = within(section).getAllByRole('button')
  expect(choices.map((choice) => choice.textContent.trim())).toEqual(slots)
  for (const choice of choices) expect(choice).not.toHaveAttribute('aria-disabled')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  return within(section)
}

/** The notice that takes the visitor's eyes and focus; the same words may be in a toast. */
async function expectNotice(text: string) {
  const notice = (await screen.findAllByText(text)).find((element) => element.closest('section'))
  const frame = notice?.closest('[tabindex="-1"]')
  if (!frame) throw new Error(`No notice says ${text}`)
  expectArrivedAt(frame)
}

/** Drives the real screens, and looks at them as a visitor would. */
export function driveScreens(user: UserEvent, server: HeldServer): BookingDriver {
  // The chosen day, and what the server has said of it.
  let day = FIRST_DAY
  let offered: Treatment = allergyTesting
  // A refusal and a closed dialog keep it.
  let typed = { phone: '', address: '' }

  async function press(control: HTMLElement) {
    expect(control).toBeEnabled()
    expect(control).not.toHaveAttribute('aria-disabled')
    await user.click(control)
  }

  async function type(label: string, text: string) {
    await user.clear(screen.getByLabelText(label))
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }

  /** Nothing is sent that is not filled in, and each field says so in our words. */
  async function submitNothing() {
    const refusals: Event[] = []
    const onInvalid = (refusal: Event) => refusals.push(refusal)
    window.addEventListener('invalid', onInvalid, { capture: true })
    await press(button('Book'))
    window.removeEventListener('invalid', onInvalid, { capture: true })
    for (const label of ['Phone', 'Address']) {
      const field = screen.getByLabelText(label)
      await waitFor(() => expect(field).toBeInvalid())
      expect(field).toHaveAccessibleDescription()
      expect(refusals.find(({ target }) => target === field)?.defaultPrevented).toBe(true)
    }
  }

  async function offer(event: Case) {
    const [first = allergyTesting] = event.output as Treatment[]
    offered = first
    await server.succeed('loadTreatments')(event)
  }

  function expectChoosing() {
    const date = formatWireDate(day)
    expect(screen.getByRole('heading', { name: 'Choose a day' })).toBeVisible()
    const title = `Available Appointments on ${date}`
    const section = screen.getByRole('region', { name: title })
    const isLoading = screen.queryByText(`Loading the appointments on ${date}`) !== null
    expect(section).toHaveAttribute('aria-busy', String(isLoading))
    const isFull = screen.queryByText('Everything is taken on this day.') !== null
    expect(isFull).toBe(offered.slots.length === 0)
    const refused = screen.queryByText(OUTDATED_LINK)
    if (day === FIRST_DAY) expect(refused).toHaveTextContent(date)
    else expect(refused).not.toBeInTheDocument()
  }

  function expectAnnouncement(isExpected: boolean) {
    const text = `2 of 2 treatments have free times on ${formatWireDate(day)}`
    const announcement = screen.queryByText(text)
    if (isExpected) expect(announcement).toHaveRole('status')
    else expect(screen.queryByText(/treatments have free times/)).not.toBeInTheDocument()
  }

  async function findDialog(isLocked: boolean) {
    const dialog = within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
    expect(dialog.getByLabelText('Name')).toHaveValue(patient.name)
    expect(dialog.getByLabelText('Date')).toHaveValue('Jun 5, 2026')
    expect(dialog.getByLabelText('Slot')).toHaveValue(MORNING)
    expect(dialog.getByText('$120, to be paid by card after booking.')).toBeVisible()
    for (const label of ['Name', 'Date', 'Slot', 'Phone', 'Address']) {
      const isFixed = isLocked || ['Name', 'Date', 'Slot'].includes(label)
      expect(dialog.getByLabelText<HTMLInputElement>(label).readOnly).toBe(isFixed)
    }
    for (const [label, text] of [
      ['Phone', typed.phone],
      ['Address', typed.address],
    ] as const) {
      expect(dialog.getByLabelText(label)).toBeRequired()
      expect(dialog.getByLabelText(label)).toHaveValue(text)
      expect(dialog.getByLabelText(label)).not.toHaveAccessibleDescription()
    }
    return dialog
  }

  return {
    do: {
      'date.choose': async () => {
        const chosen = await screen.findByRole('button', { name: /Friday, June 5, 2026/ })
        expect(chosen).toHaveAccessibleName('Today, Friday, June 5, 2026, selected')
        // The day that is chosen already stays so; a Sunday cannot be chosen.
        await press(chosen)
        expect(button('Sunday, June 7, 2026')).toBeDisabled()
        const next = screen.queryByRole('button', { name: `Show ${formatWireDate(OTHER_DAY)}` })
        await press(next ?? button('Monday, June 8, 2026'))
        day = OTHER_DAY
        offered = allergyTesting
      },
      'treatments.reload': () => press(button('Try again')),
      'treatment.choose': async () => {
        const card = cardOf(allergyTesting.name)
        await press(card.getByRole('button', { name: 'Select Treatment' }))
        expect(card.getByRole('button')).toHaveAttribute('aria-current', 'true')
        expectArrivedAt(screen.getByRole('heading', { name: /^Choose a time for/ }))
      },
      'slot.choose': async () => {
        await press(button(MORNING))
        await findDialog(false)
        expect(screen.getByLabelText(typed.phone === '' ? 'Phone' : 'Address')).toHaveFocus()
      },
      'dialog.close': () => press(button('Close')),
      'booking.submit': async (event) => {
        if (typed.phone === '') await submitNothing()
        typed = event.form as typeof typed
        await type('Phone', typed.phone)
        await type('Address', typed.address)
        await press(button('Book'))
      },
      'booking.another': async () => {
        await press(button('Book another'))
        expect(screen.getByRole('heading', { name: 'Choose a day' })).toHaveFocus()
      },
      'xstate.done.actor.loadTreatments': offer,
      'xstate.error.actor.loadTreatments': async (event) => {
        await server.fail('loadTreatments')(event)
        expect(screen.getByRole('alert')).not.toContainElement(activeElement())
      },
      'xstate.done.actor.createAppointment': server.succeed('createAppointment'),
      'xstate.error.actor.createAppointment': server.fail('createAppointment'),
      'xstate.done.actor.refreshTreatments': offer,
      // The slot that had the focus is gone.
      'xstate.error.actor.refreshTreatments': async (event) => {
        await server.fail('loadTreatments')(event)
        expect(activeElement()).toContainElement(screen.getByRole('alert'))
      },
    },
    see: {
      'browsing.loadingTreatments': async () => {
        const announcement = `Loading the appointments on ${formatWireDate(day)}`
        expect(await screen.findByText(announcement)).toHaveRole('status')
        expectChoosing()
        expect(screen.queryByRole('button', { name: 'Select Treatment' })).not.toBeInTheDocument()
        expect(slotsTitle()).not.toBeInTheDocument()
      },
      'browsing.loadFailed': () => {
        expectChoosing()
        const alert = screen.getByRole('alert')
        expect(alert).toHaveTextContent('The appointments could not be loaded')
        expect(alert).toHaveTextContent('The clinic is offline')
        expect(button('Try again')).toBeEnabled()
        expectAnnouncement(false)
      },
      'browsing.choosingTreatment.undisturbed': () => {
        expectChoosing()
        expectAnnouncement(true)
        const card = cardOf(allergyTesting.name)
        expect(card.getByText('$120')).toBeVisible()
        expect(card.getByText('2 spaces Available')).toBeVisible()
        const choice = card.getByRole('button', { name: 'Select Treatment' })
        expect(choice).toBeEnabled()
        expect(choice).not.toHaveAttribute('aria-current')
        expect(slotsTitle()).not.toBeInTheDocument()
      },
      'browsing.choosingTreatment.treatmentFull': async () => {
        expectChoosing()
        expectAnnouncement(false)
        await expectNotice(
          'Allergy Testing has no time left on Jun 5, 2026: somebody else has just taken the last one. Please choose another treatment or another day.',
        )
        const card = cardOf(allergyTesting.name)
        expect(card.getByText('Try another date')).toBeVisible()
        expect(card.getByRole('button', { name: 'Select Treatment' })).toBeDisabled()
        expect(button('Show Jun 8, 2026')).toBeEnabled()
        expect(slotsTitle()).not.toBeInTheDocument()
      },
      'browsing.choosingSlot.undisturbed': () => {
        expectChoosing()
        expectAnnouncement(false)
        const slots = expectSlots(...offered.slots)
        expect(slots.queryByText(/just taken|already have|has changed/)).not.toBeInTheDocument()
      },
      'browsing.choosingSlot.slotTaken': async () => {
        expectSlots(`${NOON} near your time`)
        await expectNotice(
          `Somebody else has just taken ${MORNING} on Jun 5, 2026. These times are still free; what you typed is kept.`,
        )
      },
      'browsing.choosingSlot.priceChanged': async () => {
        expectSlots(NOON)
        await expectNotice(
          'The price of Allergy Testing has changed to $140. Choose your time again if that suits you; what you typed is kept.',
        )
        expect(cardOf(allergyTesting.name).getByText('$140')).toBeVisible()
      },
      'browsing.choosingSlot.alreadyBooked': async () => {
        expectSlots(MORNING, NOON)
        const sentence = `You already have an appointment on ${ASKED}`
        await expectNotice(sentence)
        expect(await screen.findAllByText(sentence)).toHaveLength(2)
        expectLink('See my appointments', '/dashboard')
      },
      'browsing.refreshing': () => {
        expect(screen.getByText('Loading the times that are free now')).toHaveRole('status')
        expect(screen.getByRole('region', { name: /^Choose a time/ })).toHaveAttribute(
          'aria-busy',
          'true',
        )
        expect(button(MORNING)).toHaveAttribute('aria-disabled', 'true')
        expect(cardOf(allergyTesting.name).getByRole('button')).toBeDisabled()
        expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
        expect(screen.queryByText(/^You already have/)).not.toBeInTheDocument()
      },
      'dialog.fillingForm': async () => {
        const dialog = await findDialog(false)
        expect(dialog.getByRole('button', { name: 'Book' })).not.toHaveAttribute('aria-disabled')
        expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
      },
      'dialog.submitting': async () => {
        const dialog = await findDialog(true)
        expect(dialog.getByRole('button', { name: 'Book' })).toHaveAttribute('aria-busy', 'true')
        await user.keyboard('{Escape}')
        expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
        expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
      },
      'dialog.submitFailed': async () => {
        const dialog = await findDialog(false)
        expect(dialog.getByRole('alert')).toHaveTextContent(
          'The clinic is offline What you typed is still here.',
        )
        expect(dialog.getByRole('button', { name: 'Book' })).not.toHaveAttribute('aria-disabled')
      },
      booked: async () => {
        expect(await screen.findByText(`Appointment is set on ${ASKED}`)).toBeVisible()
        expectArrivedAt(screen.getByRole('heading', { name: 'Your appointment is booked' }))
        expect(screen.getByText('Pay now by card, or later from your dashboard.')).toBeVisible()
        for (const [term, fact] of [
          ['Treatment', 'Allergy Testing'],
          ['Date', 'Jun 5, 2026'],
          ['Slot', MORNING],
          ['Price', '$120'],
          ['Name', patient.name],
        ] as const) {
          const entry = screen.getByText(term, { selector: 'dt' }).parentElement
          expect(entry).toHaveTextContent(`${term}${fact}`)
        }
        expectLink('See my appointments', '/dashboard')
        expectLink('Pay $120', '/dashboard/appointment/01890a5d-ac96-774b-bcce-b302099a8057')
        expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      },
    },
  }
}

function activeElement(): HTMLElement {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement)) throw new Error('Nothing has the focus')
  return activeElement
}
