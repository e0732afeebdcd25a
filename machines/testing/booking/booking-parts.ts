import type { Appointment } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatAmount, sumOfPrices } from '#contract/money.ts'
import type { TypedForm } from '#machines/choices.ts'
import * as booked from '#words/en/booking/booked.ts'
import * as confirmation from '#words/en/booking/confirmation.ts'
import * as form from '#words/en/booking/form.ts'
import * as page from '#words/en/booking/page.ts'
import * as siblings from '#words/en/booking/siblings.ts'
import * as treatments from '#words/en/booking/treatments.ts'
import * as frame from '#words/en/frame.ts'
import * as loading from '#words/en/loading.ts'
import { placeInSeries } from '#words/en/payments/appointment.ts'
import { calendarDay } from '../calendar.ts'
import type { Screen } from '../screen.ts'
import { anyOf } from '../sentences.ts'

/** The name of the part of the page for siblings. */
export const TOGETHER = siblings.forSeveralChildren

/** What is announced of the treatments of a day. */
export const ANNOUNCED = anyOf(page.treatmentsWithTimes)

/** Parts that the screens of one appointment, of siblings and of a series share. */
export function bookingParts(screen: Screen) {
  /** Several appointments that were booked together. */
  async function seeBookings(bookings: readonly Appointment[]) {
    const [first = '', last = ''] = [bookings[0], bookings.at(-1)].map((one) =>
      formats.day(one?.date ?? ''),
    )
    const set =
      first === last
        ? booked.appointmentsSetOn(bookings.length, first)
        : booked.appointmentsSetFromTo(bookings.length, first, last)
    await screen.see('text', set)
    await screen.arrivedAt(confirmation.appointmentsAreBooked)
    await screen.see('link', confirmation.payForAll(formatAmount(sumOfPrices(bookings))), {
      href: /^\/dashboard\/pay\?appointments=[0-9a-f-]{36},[0-9a-f-]{36}$/,
    })
    await screen.gone('dialog')
  }

  return {
    /** In the calendar. */
    async chooseDay(date: IsoDate) {
      await screen.click('button', calendarDay(date))
      await screen.see('button', calendarDay(date, { isSelected: true }))
    },

    async submit(dialog: Screen, { phone, address }: TypedForm, button: string) {
      await dialog.fill(form.phone, phone)
      await dialog.fill(form.address, address)
      await dialog.click('button', button)
    },

    /** The treatments of the day. */
    async seeDay(date: IsoDate, isLoading = false) {
      await screen.see('heading', page.chooseDay)
      await screen.see('region', titleOf(date), { busy: isLoading })
    },

    async seeFailedDay(date: IsoDate, message: string) {
      await screen.see('heading', page.chooseDay)
      await screen.see('region', titleOf(date), { busy: false })
      await screen.see('alert', treatments.appointmentsDidNotLoad, { text: message })
      await screen.see('button', loading.tryAgain, { disabled: false })
      await screen.gone('status', ANNOUNCED)
    },

    async seeForm(part: Screen, isLocked: boolean) {
      for (const label of [form.phone, form.address]) {
        await part.see('field', label, { readOnly: isLocked, description: '' })
      }
      await part.see('button', frame.close, { disabled: isLocked })
    },

    /** After a failure or a refusal. */
    seeNothingLost:
      (dialog: Screen) =>
      ({ message }: { message: string | null }) =>
        dialog.see('alert', form.failed(message ?? '')),

    /** It cannot be closed until the server has answered. */
    async staysOpen(dialog: Screen) {
      await screen.press('Escape')
      await dialog.see('button', frame.close, { disabled: true })
    },

    /** For siblings: before, the page only differs by its announcement. */
    async seeLoadingChildren() {
      await screen.gone('status', anyOf(page.loadingAppointmentsFor))
      await screen.see('status', siblings.loadingChildren)
    },

    seeBookings,

    async seeBookedSeries(bookings: readonly Appointment[]) {
      await seeBookings(bookings)
      for (const { date, slot, series } of bookings) {
        await screen.see('listitem', series && placeInSeries(series.number, series.size), {
          text: `${formats.fullDay(date)} ${formats.slot(slot)}`,
        })
        await screen.see('button', confirmation.addToCalendar(formats.day(date)))
      }
    },

    async seeBookedSiblings(bookings: readonly Appointment[]) {
      await seeBookings(bookings)
      for (const { child, slot } of bookings) {
        await screen.see('listitem', child?.name, { text: formats.slot(slot) })
        await screen.see('button', confirmation.addToCalendar(child?.name ?? ''))
      }
      await screen.see('link', confirmation.seeMyAppointments, { href: '/dashboard' })
    },
  }
}

const titleOf = (date: IsoDate) => treatments.availableOn(formats.fullDay(date))
