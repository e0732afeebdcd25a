import type { Appointment } from '#contract/booking/appointments.ts'
import { addWeekday, formatFullDay, fromIsoDate, type IsoDate } from '#contract/dates.ts'
import type { TypedForm } from '#machines/choices.ts'
import type { Screen } from '../screen.ts'

/** The name of the part of the page for siblings. */
export const TOGETHER = 'Book for several children'

/** Parts that the screens of one appointment, of siblings and of a series share. */
export function bookingParts(screen: Screen) {
  /** Several appointments that were booked together. */
  async function seeBookings(bookings: readonly Appointment[]) {
    const [first, last] = [bookings[0]?.date, bookings.at(-1)?.date]
    const days = first === last ? `on ${first}` : `from ${first} to ${last}`
    await screen.see('text', `${bookings.length} appointments are set ${days}`)
    await screen.arrivedAt('Your appointments are booked')
    await screen.see('link', 'Pay $240.00 for all', {
      href: /^\/dashboard\/pay\?appointments=[0-9a-f-]{36},[0-9a-f-]{36}$/,
    })
    await screen.gone('dialog')
  }

  return {
    /** In the calendar. */
    async chooseDay(date: IsoDate) {
      const day = fromIsoDate(date).toLocaleDateString('en-US', { dateStyle: 'full' })
      await screen.click('button', new RegExp(`^(Today, )?${day}$`))
      await screen.see('button', new RegExp(`^(Today, )?${day}, selected$`))
    },

    async submit(dialog: Screen, { phone, address }: TypedForm, button: string) {
      await dialog.fill('Phone', phone)
      await dialog.fill('Address', address)
      await dialog.click('button', button)
    },

    /** The treatments of the day. */
    async seeDay(date: IsoDate, isLoading = false) {
      await screen.see('heading', 'Choose a day')
      await screen.see('region', titleOf(date), { busy: isLoading })
    },

    async seeFailedDay(date: IsoDate, message: string) {
      await screen.see('heading', 'Choose a day')
      await screen.see('region', titleOf(date), { busy: false })
      await screen.see('alert', 'We couldn’t load appointments', { text: message })
      await screen.see('button', 'Try again', { disabled: false })
      await screen.gone('status', /treatments have times available/)
    },

    async seeForm(part: Screen, isLocked: boolean) {
      for (const label of ['Phone', 'Address']) {
        await part.see('field', label, { readOnly: isLocked, description: '' })
      }
      await part.see('button', 'Close', { disabled: isLocked })
    },

    /** It cannot be closed until the server has answered. */
    async staysOpen(dialog: Screen) {
      await screen.press('Escape')
      await dialog.see('button', 'Close', { disabled: true })
    },

    /** For siblings: before, the page only differs by its announcement. */
    async seeLoadingChildren() {
      await screen.gone('status', /^Loading appointments/)
      await screen.see('status', 'Loading your children')
    },

    seeBookings,

    async seeBookedSeries(bookings: readonly Appointment[]) {
      await seeBookings(bookings)
      for (const { date, slot, series } of bookings) {
        await screen.see('listitem', `${series?.number} of ${series?.size} in a series`, {
          text: `${addWeekday(date)} ${slot}`,
        })
        await screen.see('button', `Add to calendar: ${date}`)
      }
    },

    async seeBookedSiblings(bookings: readonly Appointment[]) {
      await seeBookings(bookings)
      for (const booking of bookings) {
        await screen.see('listitem', booking.child?.name, { text: booking.slot })
        await screen.see('button', `Add to calendar: ${booking.child?.name}`)
      }
      await screen.see('link', 'See my appointments', { href: '/dashboard' })
    },
  }
}

const titleOf = (date: IsoDate) => `Available appointments on ${formatFullDay(date)}`
