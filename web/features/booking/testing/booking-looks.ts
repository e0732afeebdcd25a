import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { formatWireDate, type IsoDate } from '../../../../contract/dates.ts'
import type { Treatment } from '../../../../contract/treatments.ts'
import {
  allergyTesting,
  type BookingDriver,
  FIRST_DAY,
  MORNING,
  NOON,
  patient,
} from '../../../../machines/booking/booking-paths.ts'
import { expectArrivedAt } from '../../../testing/arrival.ts'

/** What the visitor has chosen and heard so far, as far as the screens have to show it. */
export interface Visit {
  day: IsoDate
  /** What the server has said last of the treatment. */
  offered: Treatment
  /** A refusal and a closed dialog keep it. */
  typed: { phone: string; address: string }
  /** The treatment was asked for on the home page, and will be chosen as soon as it is there. */
  hasWish: boolean
}

const ASKED = `Jun 5, 2026 at ${MORNING}`
const OUTDATED_LINK = /^That day isn’t available\. Here’s the next day that is:/

/** The one control of that name. */
export const button = (name: string | RegExp) => screen.getByRole('button', { name })
const slotsTitle = () => screen.queryByRole('heading', { name: /^Choose a time for/ })

/** The card of that treatment. */
export function cardOf(treatment: string) {
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

function expectChoosing(visit: Visit) {
  const date = formatWireDate(visit.day)
  expect(screen.getByRole('heading', { name: 'Choose a day' })).toBeVisible()
  const title = `Available appointments on ${date}`
  const section = screen.getByRole('region', { name: title })
  const isLoading = screen.queryByText(`Loading appointments for ${date}`) !== null
  expect(section).toHaveAttribute('aria-busy', String(isLoading))
  expect(section.querySelector('.skeleton') !== null).toBe(isLoading)
  const isFull = screen.queryByText('This day is fully booked.') !== null
  expect(isFull).toBe(visit.offered.slots.length === 0)
  const refused = screen.queryByText(OUTDATED_LINK)
  if (visit.day === FIRST_DAY) expect(refused).toHaveTextContent(date)
  else expect(refused).not.toBeInTheDocument()
}

function expectAnnouncement(visit: Visit, isExpected: boolean) {
  const text = `2 of 2 treatments have times available on ${formatWireDate(visit.day)}`
  const announcement = screen.queryByText(text)
  if (isExpected) expect(announcement).toHaveRole('status')
  else expect(screen.queryByText(/treatments have free times/)).not.toBeInTheDocument()
}

/** The dialog with the chosen slot and what was typed, locked or not. */
export async function findDialog(visit: Visit, isLocked: boolean) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
  expect(dialog.getByLabelText('Name')).toHaveValue(patient.name)
  expect(dialog.getByLabelText('Date')).toHaveValue('Jun 5, 2026')
  expect(dialog.getByLabelText('Slot')).toHaveValue(MORNING)
  expect(dialog.getByText('$120, payable by card after you book.')).toBeVisible()
  for (const label of ['Name', 'Date', 'Slot', 'Phone', 'Address']) {
    const isFixed = isLocked || ['Name', 'Date', 'Slot'].includes(label)
    expect(dialog.getByLabelText<HTMLInputElement>(label).readOnly).toBe(isFixed)
  }
  for (const [label, text] of [
    ['Phone', visit.typed.phone],
    ['Address', visit.typed.address],
  ] as const) {
    expect(dialog.getByLabelText(label)).toBeRequired()
    expect(dialog.getByLabelText(label)).toHaveValue(text)
    expect(dialog.getByLabelText(label)).not.toHaveAccessibleDescription()
  }
  return dialog
}

/** What a visitor has to find on the screen in each state. */
export function bookingLooks(visit: Visit, user: UserEvent): BookingDriver['see'] {
  return {
    'browsing.loadingTreatments': async () => {
      const announcement = `Loading appointments for ${formatWireDate(visit.day)}`
      expect(await screen.findByText(announcement)).toHaveRole('status')
      expectChoosing(visit)
      expect(screen.queryByRole('button', { name: 'Select Treatment' })).not.toBeInTheDocument()
      expect(slotsTitle()).not.toBeInTheDocument()
    },
    'browsing.loadFailed': () => {
      expectChoosing(visit)
      const alert = screen.getByRole('alert')
      expect(alert).toHaveTextContent('We couldn’t load appointments')
      expect(alert).toHaveTextContent('The clinic is offline')
      expect(button('Try again')).toBeEnabled()
      expectAnnouncement(visit, false)
    },
    'browsing.choosingTreatment.undisturbed': () => {
      // The page has gone on already.
      if (visit.hasWish) return
      expectChoosing(visit)
      expectAnnouncement(visit, true)
      const card = cardOf(allergyTesting.name)
      expect(card.getByText('$120')).toBeVisible()
      expect(card.getByText('2 spaces Available')).toBeVisible()
      expect(card.getByRole('presentation')).toHaveAttribute('src')
      const choice = card.getByRole('button', { name: 'Select Treatment' })
      expect(choice).toBeEnabled()
      expect(choice).not.toHaveAttribute('aria-current')
      expect(slotsTitle()).not.toBeInTheDocument()
    },
    'browsing.choosingTreatment.treatmentFull': async () => {
      expectChoosing(visit)
      expectAnnouncement(visit, false)
      await expectNotice(
        'Allergy Testing is now fully booked on Jun 5, 2026. Please choose another treatment or day.',
      )
      const card = cardOf(allergyTesting.name)
      expect(card.getByText('Try another date')).toBeVisible()
      expect(card.getByRole('button', { name: 'Select Treatment' })).toBeDisabled()
      expect(button('Show Jun 8, 2026')).toBeEnabled()
      expect(slotsTitle()).not.toBeInTheDocument()
    },
    'browsing.choosingSlot.undisturbed': () => {
      expectChoosing(visit)
      expectAnnouncement(visit, false)
      const slots = expectSlots(...visit.offered.slots)
      expect(slots.queryByText(/just taken|already have|has changed/)).not.toBeInTheDocument()
    },
    'browsing.choosingSlot.slotTaken': async () => {
      expectSlots(`${NOON} close to your time`)
      await expectNotice(
        `Someone just booked ${MORNING} on Jun 5, 2026. These times are still available, and we’ve kept your details.`,
      )
    },
    'browsing.choosingSlot.priceChanged': async () => {
      expectSlots(NOON)
      await expectNotice(
        'The price of Allergy Testing is now $140. If that works for you, pick your time again. We’ve kept your details.',
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
      expect(screen.getByText('Refreshing available times')).toHaveRole('status')
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
      const dialog = await findDialog(visit, false)
      expect(dialog.getByRole('button', { name: 'Book' })).not.toHaveAttribute('aria-disabled')
      expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
    },
    'dialog.submitting': async () => {
      const dialog = await findDialog(visit, true)
      expect(dialog.getByRole('button', { name: 'Book' })).toHaveAttribute('aria-busy', 'true')
      await user.keyboard('{Escape}')
      expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
      expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
    },
    'dialog.submitFailed': async () => {
      const dialog = await findDialog(visit, false)
      expect(dialog.getByRole('alert')).toHaveTextContent(
        'The clinic is offline Nothing you typed was lost.',
      )
      expect(dialog.getByRole('button', { name: 'Book' })).not.toHaveAttribute('aria-disabled')
    },
    booked: async () => {
      expect(await screen.findByText(`Appointment is set on ${ASKED}`)).toBeVisible()
      expectArrivedAt(screen.getByRole('heading', { name: 'Your appointment is booked' }))
      expect(screen.getByText('Pay by card now, or later from your dashboard.')).toBeVisible()
      for (const [term, fact] of [
        ['Treatment', 'Allergy Testing'],
        ['Date', 'Jun 5, 2026'],
        ['Time', MORNING],
        ['Price', '$120'],
        ['Booked by', patient.name],
      ] as const) {
        const entry = screen.getByText(term, { selector: 'dt' }).parentElement
        expect(entry).toHaveTextContent(`${term}${fact}`)
      }
      expectLink('See my appointments', '/dashboard')
      expectLink('Pay $120', '/dashboard/appointment/01890a5d-ac96-774b-bcce-b302099a8057')
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    },
  }
}
