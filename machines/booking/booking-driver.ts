import { bookingSuccessMessage } from '../../contract/appointments.ts'
import { formatWireDate, fromIsoDate } from '../../contract/dates.ts'
import { describeSpaces } from '../../contract/slots.ts'
import type { Screen } from '../testing/screen.ts'
import type { Driver, Server } from '../testing/tours.ts'
import type { BookingContext, bookingMachine, Choices } from './booking-machine.ts'
import { type BookingFixture, MORNING, NEW_PRICE, NOON } from './booking-walks.ts'

/** What happens outside the booking screens: on the network, and in the address bar. */
export interface BookingServer extends Server {
  /** Changes the address within the page, as the back and forward buttons do. */
  visit(choices: Choices): Promise<void>
}

/** Drives the booking screens, and compares them with what the machine knows. */
export function bookingDriver(
  screen: Screen,
  server: BookingServer,
  { treatment: { name, doctors = [] }, patient }: BookingFixture,
): Driver<typeof bookingMachine> {
  const card = screen.within('listitem', name)
  const dialog = screen.within('dialog', name)
  const slotsTitle = `Choose a time for ${name}`
  const slots = screen.within('region', slotsTitle)

  const nameOf = (doctor: string | null) =>
    doctors.find(({ _id }) => _id === doctor)?.name ?? 'Any doctor'

  async function seeDay({ date }: BookingContext, isLoading: boolean) {
    const title = `Available appointments on ${formatWireDate(date)}`
    await screen.see('heading', 'Choose a day')
    await screen.see('region', title, { busy: isLoading })
  }

  async function seeSlots(...texts: string[]) {
    await screen.gone('dialog')
    await screen.see('region', slotsTitle, { busy: false })
    await slots.seeAll('button', texts)
    await slots.see('button', texts[0], { disabled: false })
  }

  async function seeDialog({ date, treatment, doctor, slot }: BookingContext, isLocked: boolean) {
    for (const [label, value] of [
      ['Name', patient.name],
      ['Date', formatWireDate(date)],
      ['Slot', slot ?? ''],
      ['Doctor', nameOf(doctor)],
    ] as const) {
      await dialog.see('field', label, { value, readOnly: true })
    }
    await dialog.see('text', `$${treatment?.price}, payable by card after you book.`)
    for (const label of ['Phone', 'Address']) {
      await dialog.see('field', label, { readOnly: isLocked, description: '' })
    }
    await dialog.see('button', 'Book', { busy: isLocked })
    await dialog.see('button', 'Close', { disabled: isLocked })
  }

  return {
    server,
    do: {
      'date.choose': async ({ date }) => {
        const day = fromIsoDate(date).toLocaleDateString('en-US', { dateStyle: 'full' })
        await screen.click('button', new RegExp(`^(Today, )?${day}$`))
        await screen.see('button', new RegExp(`^(Today, )?${day}, selected$`))
      },
      'treatments.reload': () => screen.click('button', 'Try again'),
      'treatment.choose': async () => {
        await card.click('button', 'Select Treatment')
        await card.see('button', 'Select Treatment', { current: true })
        await screen.arrivedAt(slotsTitle)
      },
      'treatment.undo': (_, { context: { date } }) =>
        server.visit({ date, treatment: null, doctor: null, slot: null }),
      'doctor.choose': ({ doctor }) => slots.click('field', nameOf(doctor)),
      'slot.choose': ({ slot }) => slots.click('button', slot),
      'dialog.close': () => dialog.click('button', 'Close'),
      'booking.submit': async ({ form }) => {
        await dialog.fill('Phone', form.phone)
        await dialog.fill('Address', form.address)
        await dialog.click('button', 'Book')
      },
      'booking.another': async () => {
        await screen.click('button', 'Book another appointment')
        await screen.see('heading', 'Choose a day', { focused: true })
      },
      'choices.restore': ({ choices }) => server.visit(choices),
    },
    see: {
      'browsing.loadingTreatments': async (context) => {
        await screen.see('status', `Loading appointments for ${formatWireDate(context.date)}`)
        await seeDay(context, true)
        // A day that is loaded again keeps its cards.
        if (context.treatments.length === 0) await screen.gone('button', 'Select Treatment')
        else await card.see('button', 'Select Treatment', { disabled: true })
        await screen.gone('region', slotsTitle)
      },
      'browsing.loadFailed': async (context) => {
        await seeDay(context, false)
        await screen.see('alert', 'We couldn’t load appointments', {
          text: context.message ?? '',
        })
        await screen.see('button', 'Try again', { disabled: false })
        await screen.gone('status', /treatments have times available/)
        // The slot that had the focus is gone.
        if (context.treatment) await screen.arrivedAt('We couldn’t load appointments')
      },
      'browsing.choosingTreatment.undisturbed': async (context) => {
        await seeDay(context, false)
        const day = formatWireDate(context.date)
        await screen.see(
          'status',
          new RegExp(`\\d+ of \\d+ treatments have times available on ${day}`),
        )
        const offered = context.treatments.find((each) => each.name === name)
        const free = offered?.slots.length ?? 0
        await card.see('text', `$${offered?.price}`)
        await card.see('text', describeSpaces(free))
        await card.see('button', 'Select Treatment', { disabled: free === 0, current: false })
        await screen.gone('region', slotsTitle)
      },
      'browsing.choosingTreatment.treatmentFull': async (context) => {
        await seeDay(context, false)
        await screen.arrivedAt(`${name} is now fully booked on ${formatWireDate(context.date)}`)
        await screen.gone('status', /treatments have times available/)
        await card.see('text', 'Try another date')
        await card.see('button', 'Select Treatment', { disabled: true })
        await screen.gone('region', slotsTitle)
      },
      'browsing.choosingSlot.undisturbed': async (context) => {
        await seeDay(context, false)
        await seeSlots(...(context.treatment?.slots ?? []))
        await screen.gone('status', /treatments have times available/)
        await slots.gone('text', /just booked|already have|is now|no longer/)
      },
      'browsing.choosingSlot.slotGone': async ({ date }) => {
        await seeSlots(NOON)
        await screen.arrivedAt(`${MORNING} on ${formatWireDate(date)} is no longer available`)
      },
      'browsing.choosingSlot.slotTaken': async ({ date }) => {
        await seeSlots(`${NOON} close to your time`)
        await screen.arrivedAt(`Someone just booked ${MORNING} on ${formatWireDate(date)}`)
      },
      'browsing.choosingSlot.priceChanged': async () => {
        await seeSlots(NOON)
        await screen.arrivedAt(`The price of ${name} is now $${NEW_PRICE}`)
        await card.see('text', `$${NEW_PRICE}`)
      },
      'browsing.choosingSlot.alreadyBooked': async ({ date }) => {
        const sentence = `You already have an appointment on ${formatWireDate(date)} at ${NOON}`
        await seeSlots(MORNING, NOON)
        await screen.arrivedAt(sentence)
        await screen.see('text', sentence)
        await slots.see('link', 'See my appointments', { href: '/dashboard' })
      },
      'browsing.refreshing': async () => {
        await screen.see('status', 'Refreshing available times')
        await screen.see('region', slotsTitle, { busy: true })
        await slots.see('button', MORNING, { disabled: true })
        await card.see('button', 'Select Treatment', { disabled: true })
        await screen.gone('dialog')
        await slots.gone('text', /^You already have/)
      },
      'dialog.fillingForm': async (context) => {
        await seeDialog(context, false)
        await dialog.gone('alert')
      },
      'dialog.submitting': async (context) => {
        await seeDialog(context, true)
        await screen.press('Escape')
        await dialog.see('button', 'Close', { disabled: true })
        await dialog.gone('alert')
      },
      'dialog.submitFailed': async (context) => {
        await seeDialog(context, false)
        await dialog.see('alert', context.message ?? '', { text: 'Nothing you typed was lost.' })
      },
      booked: async ({ booking }) => {
        if (!booking) throw new Error('The machine knows no booking')
        await screen.see('text', bookingSuccessMessage(booking))
        await screen.arrivedAt('Your appointment is booked')
        for (const fact of [name, booking.date, booking.slot, `$${booking.price}`, patient.name]) {
          await screen.see('definition', fact)
        }
        await screen.see('link', `Pay $${booking.price}`, {
          href: /^\/dashboard\/appointment\/[0-9a-f-]{36}$/,
        })
        await screen.see('link', 'See my appointments', { href: '/dashboard' })
        await screen.gone('dialog')
      },
    },
  }
}
