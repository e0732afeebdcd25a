import { expect } from '@playwright/test'
import { format } from 'date-fns'
import { formatWireDate, fromIsoDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import type { BookingResult } from '../../machines/booking/booking-machine.ts'
import type { BookingDriver } from '../../machines/booking/booking-paths.ts'
import type { Case } from '../../machines/testing/paths.ts'
import type { HeldCall } from './hold.ts'
import { sessionOf } from './member.ts'
import { bookingsOf, changePrice, offerAnew, takeSlot } from './offer.ts'
import { eventsOf } from './records.ts'
import { selectTreatment, workingDay } from './visitor.ts'
import type { Walker } from './walking.ts'

const OFFLINE = { code: 'offline', message: 'The clinic is offline' }
const NEW_PRICE = 140

/** The first of the days that no other test books on. */
const FIRST_DAY = 40

/**
 * Walks a path of the booking machine in the whole app. What stands in the way of a booking is put
 * into the database while the booking is on its way; calls fail on their way.
 */
export async function walkBooking(
  walker: Walker,
): Promise<{ driver: BookingDriver; expectRecords: () => void }> {
  const { page, network, parent, index } = walker
  const day = workingDay(FIRST_DAY + 2 * index)
  const nextDay = workingDay(FIRST_DAY + 2 * index + 1)
  const offer = offerAnew(index, [day, nextDay])
  const { name, morning, noon } = offer
  const form = { phone: '+1 555 0100', address: '1 Orchard Lane' }

  await walker.startOver(sessionOf(parent))
  const lists = network.hold('GET', (path) => path === '/available')
  const bookings = network.hold('POST', (path) => path === '/appointments')
  await page.goto(`/appointment?date=${day}`)

  let isBooked = false
  let shownDay = day

  const button = (label: string) => page.getByRole('button', { name: label })
  const dialog = page.getByRole('dialog', { name })
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, level: 3 }) })
  const slots = page.getByRole('region', { name: `Choose a time for ${name}` })

  const refuse = (held: HeldCall) => held.answer(403, OFFLINE)

  async function expectSlots(...free: string[]) {
    await expect(dialog).toHaveCount(0)
    await expect(slots.getByRole('listitem').getByRole('button')).toHaveText(
      free.map((slot) => new RegExp(`^${slot}`)),
    )
    await expect(slots.locator('button[aria-disabled]')).toHaveCount(0)
  }

  /** Why the visitor is back here: said where the focus is now. */
  const expectNotice = (text: string) =>
    expect(page.locator('[tabindex="-1"]:focus')).toContainText(text)

  async function expectDialog() {
    await expect(dialog.getByLabel('Name')).toHaveValue(parent.name)
    await expect(dialog.getByLabel('Date')).toHaveValue(formatWireDate(day))
    await expect(dialog.getByLabel('Slot')).toHaveValue(morning)
  }

  /** What happens at the clinic while the booking is on its way there. */
  function intervene(result: BookingResult) {
    if (result.success) isBooked = true
    else if (result.code === 'already_booked') takeSlot(offer, day, noon, parent.uid)
    else if (result.code === 'slot_taken') takeSlot(offer, day, morning)
    else changePrice(offer, NEW_PRICE)
  }

  /** Where the path wants no slot to be left, the last one goes as well. */
  function fillUp(treatments: Treatment[]) {
    if (treatments[0]?.slots.length === 0) takeSlot(offer, day, noon)
  }

  const driver: BookingDriver = {
    do: {
      'date.choose': async () => {
        shownDay = nextDay
        await button(format(fromIsoDate(nextDay), 'EEEE, MMMM d, yyyy')).click()
      },
      'treatments.reload': () => button('Try again').click(),
      'treatment.choose': () => selectTreatment(page, name),
      'slot.choose': () => slots.getByRole('button', { name: morning }).click(),
      'dialog.close': () => button('Close').click(),
      'booking.submit': async () => {
        await dialog.getByLabel('Phone').fill(form.phone)
        await dialog.getByLabel('Address').fill(form.address)
        await dialog.getByRole('button', { name: 'Book', exact: true }).click()
      },
      'booking.another': () => button('Book another appointment').click(),
      'xstate.done.actor.loadTreatments': async () => (await lists.take()).goOn(),
      'xstate.error.actor.loadTreatments': async () => refuse(await lists.take()),
      'xstate.done.actor.createAppointment': async ({ output }) => {
        const held = await bookings.take()
        intervene(output as BookingResult)
        return held.goOn()
      },
      'xstate.error.actor.createAppointment': async () => (await bookings.take()).fail(),
      'xstate.done.actor.refreshTreatments': async ({ output }: Case) => {
        const held = await lists.take()
        fillUp(output as Treatment[])
        return held.goOn()
      },
      'xstate.error.actor.refreshTreatments': async () => refuse(await lists.take()),
    },
    see: {
      'browsing.loadingTreatments': async () => {
        await lists.arrive()
        const date = formatWireDate(shownDay)
        await expect(page.getByText(`Loading appointments for ${date}`)).toBeAttached()
        await expect(
          page.getByRole('region', { name: `Available appointments on ${date}` }),
        ).toHaveAttribute('aria-busy', 'true')
        await expect(button('Select Treatment')).toHaveCount(0)
        await expect(slots).toHaveCount(0)
      },
      'browsing.loadFailed': async () => {
        await expect(page.getByRole('alert')).toContainText(OFFLINE.message)
        await expect(button('Try again')).toBeEnabled()
      },
      'browsing.choosingTreatment.undisturbed': async () => {
        await expect(card.getByText(`$${offer.price}`)).toBeVisible()
        await expect(card.getByText('2 spaces Available')).toBeVisible()
        await expect(card.getByRole('button', { name: 'Select Treatment' })).toBeEnabled()
        await expect(slots).toHaveCount(0)
      },
      'browsing.choosingTreatment.treatmentFull': async () => {
        await expectNotice(`${name} is now fully booked`)
        await expect(card.getByText('Try another date')).toBeVisible()
        await expect(card.getByRole('button', { name: 'Select Treatment' })).toBeDisabled()
        await expect(slots).toHaveCount(0)
      },
      'browsing.choosingSlot.undisturbed': async () => {
        await expect(slots.getByText(/just taken|already have|has changed/)).toHaveCount(0)
        await expect(slots.getByRole('button', { name: noon })).toBeEnabled()
        await expect(dialog).toHaveCount(0)
      },
      'browsing.choosingSlot.slotTaken': async () => {
        await expectSlots(noon)
        await expectNotice(`Someone just booked ${morning} on ${formatWireDate(day)}`)
      },
      'browsing.choosingSlot.priceChanged': async () => {
        await expectSlots(morning, noon)
        await expectNotice(`The price of ${name} is now $${NEW_PRICE}`)
        await expect(card.getByText(`$${NEW_PRICE}`)).toBeVisible()
      },
      'browsing.choosingSlot.alreadyBooked': async () => {
        const sentence = `You already have an appointment on ${formatWireDate(day)} at ${noon}`
        await expectNotice(sentence)
        // The notice and the toast.
        await expect(page.getByText(sentence)).toHaveCount(2)
        await expect(dialog).toHaveCount(0)
      },
      'browsing.refreshing': async () => {
        await lists.arrive()
        await expect(page.getByText('Refreshing available times')).toBeAttached()
        await expect(slots.getByRole('button', { name: morning })).toHaveAttribute(
          'aria-disabled',
          'true',
        )
        await expect(dialog).toHaveCount(0)
      },
      'dialog.fillingForm': async () => {
        await expectDialog()
        await expect(dialog.getByRole('alert')).toHaveCount(0)
        await expect(dialog.getByLabel('Phone')).toBeEditable()
      },
      'dialog.submitting': async () => {
        await bookings.arrive()
        await expectDialog()
        await expect(dialog.getByRole('button', { name: 'Book' })).toHaveAttribute(
          'aria-busy',
          'true',
        )
        await page.keyboard.press('Escape')
        await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
      },
      'dialog.submitFailed': async () => {
        await expectDialog()
        await expect(dialog.getByRole('alert')).toContainText('cannot be reached')
        await expect(dialog.getByLabel('Phone')).toHaveValue(form.phone)
        await expect(dialog.getByLabel('Address')).toHaveValue(form.address)
      },
      booked: async () => {
        const sentence = `Appointment is set on ${formatWireDate(day)} at ${morning}`
        await expect(page.getByText(sentence).first()).toBeVisible()
        await expect(
          page.getByRole('heading', { name: 'Your appointment is booked' }),
        ).toBeFocused()
        await expect(page.getByRole('link', { name: `Pay $${offer.price}` })).toBeVisible()
        await expect(dialog).toHaveCount(0)
      },
    },
  }

  /** The slot is the parent's when the screen has said so, and never otherwise. */
  function expectRecords() {
    const own = bookingsOf(parent.uid, day).filter(({ startMinute }) => startMinute === 9 * 60)
    expect(own).toMatchObject(
      isBooked
        ? [{ treatmentId: offer.id, priceCents: offer.price * 100, paid: false, ...form }]
        : [],
    )
    expect(own.map(({ id }) => eventsOf(id))).toEqual(isBooked ? [['appointment.booked']] : [])
    expect(bookingsOf(parent.uid, nextDay)).toEqual([])
  }

  return { driver, expectRecords }
}
