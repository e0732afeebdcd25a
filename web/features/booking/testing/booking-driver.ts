import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { formatWireDate } from '../../../../contract/dates.ts'
import type { Treatment } from '../../../../contract/treatments.ts'
import {
  allergyTesting,
  type BookingDriver,
  FIRST_DAY,
  MORNING,
  OTHER_DAY,
} from '../../../../machines/booking/booking-paths.ts'
import type { Case } from '../../../../machines/testing/paths.ts'
import { expectArrivedAt } from '../../../testing/arrival.ts'
import { bookingLooks, button, cardOf, findDialog, type Visit } from './booking-looks.ts'
import type { HeldServer } from './held-server.ts'

/** Drives the real screens, and looks at them as a visitor would. */
export function driveScreens(user: UserEvent, server: HeldServer, hasWish: boolean): BookingDriver {
  const visit: Visit = {
    day: FIRST_DAY,
    offered: allergyTesting,
    typed: { phone: '', address: '' },
    hasWish,
  }

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
    visit.offered = first
    await server.succeed('loadTreatments')(event)
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
        // From another month it leads back to its own.
        if (next) await press(button('Go to the Next Month'))
        if (next) expect(screen.getByRole('grid', { name: 'July 2026' })).toBeVisible()
        await press(next ?? button('Monday, June 8, 2026'))
        expect(button('Monday, June 8, 2026, selected')).toBeVisible()
        visit.day = OTHER_DAY
        visit.offered = allergyTesting
      },
      'treatments.reload': () => press(button('Try again')),
      'treatment.choose': async () => {
        const card = cardOf(allergyTesting.name)
        const isWished = visit.hasWish
        visit.hasWish = false
        if (!isWished) await press(card.getByRole('button', { name: 'Select Treatment' }))
        expect(card.getByRole('button')).toHaveAttribute('aria-current', 'true')
        if (isWished) return
        expectArrivedAt(screen.getByRole('heading', { name: /^Choose a time for/ }))
      },
      'slot.choose': async () => {
        await press(button(MORNING))
        await findDialog(visit, false)
        expect(screen.getByLabelText(visit.typed.phone === '' ? 'Phone' : 'Address')).toHaveFocus()
      },
      'dialog.close': () => press(button('Close')),
      'booking.submit': async (event) => {
        if (visit.typed.phone === '') await submitNothing()
        visit.typed = event.form as typeof visit.typed
        await type('Phone', visit.typed.phone)
        await type('Address', visit.typed.address)
        await press(button('Book'))
      },
      'booking.another': async () => {
        await press(button('Book another appointment'))
        expect(screen.getByRole('heading', { name: 'Choose a day' })).toHaveFocus()
      },
      'xstate.done.actor.loadTreatments': offer,
      'xstate.error.actor.loadTreatments': async (event) => {
        await server.fail('loadTreatments')(event)
        expect(screen.getByRole('alert').parentElement).not.toHaveFocus()
      },
      'xstate.done.actor.createAppointment': server.succeed('createAppointment'),
      'xstate.error.actor.createAppointment': server.fail('createAppointment'),
      'xstate.done.actor.refreshTreatments': offer,
      // The slot that had the focus is gone.
      'xstate.error.actor.refreshTreatments': async (event) => {
        await server.fail('loadTreatments')(event)
        expect(screen.getByRole('alert').parentElement).toHaveFocus()
      },
    },
    see: bookingLooks(visit, user),
  }
}
