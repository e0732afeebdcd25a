import { formatFullDay, formatWireDate } from '#contract/dates.ts'
import { formatAmount } from '#contract/money.ts'
import type { BookingContext } from '#machines/booking/booking-context.ts'
import type { bookingMachine } from '#machines/booking/booking-machine.ts'
import { NOTHING_WANTED } from '#machines/choices.ts'
import type { SeriesOutcome } from '#machines/series-booking/series-booking-machine.ts'
import type { SiblingsOutcome } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { endSeries } from '../series-booking/series-booking-driver.ts'
import { endSiblings } from '../siblings-booking/end-siblings.ts'
import { all, type Driver, type Moment } from '../tours.ts'
import { type BookingFixture, MORNING, NEW_PRICE, NOON, shownOnButton } from './booking-fixture.ts'
import { bookingParts, TOGETHER } from './booking-parts.ts'
import type { BookingServer } from './booking-server.ts'

const ADD_FIRST = 'This is for my child: add them'
const WHO = 'Who is it for?'
/** Whichever is open. */
const ANY = /./

/** Drives the booking screens, and compares them with what the machine knows. */
export function bookingDriver(
  screen: Screen,
  server: BookingServer,
  fixture: BookingFixture,
): Driver<typeof bookingMachine> {
  const { patient, child, sibling } = fixture
  const { name, doctors = [] } = fixture.treatment
  const card = screen.within('listitem', name)
  const dialog = screen.within('dialog', name)
  const slotsTitle = `Choose a time for ${name}`
  const slots = screen.within('region', slotsTitle)
  const parts = bookingParts(screen)
  const { seeForm, staysOpen } = parts
  const nameOf = (doctor: string | null) =>
    doctors.find(({ _id }) => _id === doctor)?.name ?? 'Any doctor'

  const seeDay = ({ date }: BookingContext, isLoading: boolean) => parts.seeDay(date, isLoading)

  async function seeSlots(...all: string[]) {
    await screen.gone('dialog')
    await screen.see('region', slotsTitle, { busy: false })
    await slots.seeAll('button', all.map(shownOnButton))
    if (all.length > 0) await slots.see('button', all[0], { disabled: false })
  }

  /** Before the dialog opens, once the possible patients are known. */
  async function seePatientLine({ children, child, wanted }: BookingContext, disabled = false) {
    if (wanted.siblings || children?.length === 0) await screen.gone('field', WHO)
    else if (children) {
      const value = children.find(({ _id }) => _id === child)?.name ?? patient.name
      await screen.see('field', WHO, { value, disabled })
    }
  }

  /** The user's name, or for users with children the patient. */
  const seePatient =
    (canAdd: boolean) =>
    async ({ children, child }: BookingContext) => {
      if (!children || children.length === 0) {
        return (canAdd ? dialog.see : dialog.gone)('button', ADD_FIRST)
      }
      for (const { _id, name } of [...children, { _id: null, name: patient.name }]) {
        await dialog.see('field', name, { checked: _id === child })
      }
      if (canAdd) await dialog.see('button', 'Add a child', { disabled: false })
      else await dialog.gone('button', 'Add a child')
    }

  const seeDialog = (isLocked: boolean) => async (context: BookingContext) => {
    const { date, treatment, doctor, slot } = context
    for (const fact of [patient.name, formatWireDate(date), slot ?? '', nameOf(doctor)]) {
      await dialog.see('definition', fact)
    }
    await dialog.see('text', `$${treatment?.price}, payable by card after you book.`)
    await seeForm(dialog, isLocked)
    await dialog.gone('field', 'Year')
  }

  async function seeChildForm(isLocked: boolean) {
    for (const label of ['Child’s name', 'Month', 'Day', 'Year']) {
      await dialog.see('field', label, { readOnly: isLocked })
    }
    await dialog.see('button', 'Add', { busy: isLocked })
    await dialog.see('button', 'Close', { disabled: isLocked })
    await dialog.gone('button', 'Book')
  }

  const seeNoAlert = () => dialog.gone('alert')
  const seeBook = (isBusy: boolean) => () => dialog.see('button', 'Book', { busy: isBusy })
  // The terms have changed, or there was no response.
  const nothingLost = seeMessage(dialog, 'Nothing you typed was lost.')
  const seeRefusedBooking = all(seeDialog(false), seePatient(false), seeBook(false), nothingLost)

  return {
    server: {
      ...server,
      succeed: (id, output, moment) => {
        const machine = [moment as Moment<BookingContext>, screen, server, fixture] as const
        if (id === 'siblings') return endSiblings(output as SiblingsOutcome, ...machine)
        if (id === 'series') return endSeries(output as SeriesOutcome, ...machine)
        return server.succeed(id, output, moment)
      },
    },
    do: {
      'date.choose': ({ date }) => parts.chooseDay(date),
      // See `outside` in machines/testing/flows.ts.
      'treatments.refresh': () =>
        Promise.reject(new Error('No walk changes a day behind the page')),
      'treatments.reload': () => screen.click('button', 'Try again'),
      'treatment.choose': async () => {
        await card.click('button', 'Select Treatment')
        await card.see('button', 'Select Treatment', { current: true })
        await screen.arrivedAt(slotsTitle)
      },
      'treatment.undo': (_, { context: { date } }) => server.visit({ date, ...NOTHING_WANTED }),
      'doctor.choose': ({ doctor }) => slots.click('field', nameOf(doctor)),
      'slot.choose': ({ slot }) => slots.click('button', slot),
      'dialog.close': () => screen.within('dialog', ANY).click('button', 'Close'),
      'child.choose': async ({ child: chosen }, { context: { children, slot } }) => {
        const all = children ?? [child, sibling]
        const chosenName = all.find(({ _id }) => _id === chosen)?.name ?? patient.name
        if (slot !== null) return dialog.click('field', chosenName)
        if (children === null) await server.listChildren()
        await screen.select(WHO, chosenName)
        await screen.see('field', WHO, { value: chosenName })
      },
      'children.reload': () => dialog.click('button', 'Try again'),
      'child.add': (_, { context: { children } }) =>
        dialog.click('button', children?.length ? 'Add a child' : ADD_FIRST),
      'child.cancel': () => dialog.click('button', 'Cancel'),
      'child.save': async ({ child: { name, birthDate } }) => {
        await dialog.fill('Child’s name', name)
        const [year = '', month = '', day = ''] = birthDate.split('-')
        await dialog.fill('Month', month)
        await dialog.fill('Day', day)
        await dialog.fill('Year', year)
        await dialog.click('button', 'Add')
      },
      'siblings.start': () => dialog.click('button', TOGETHER),
      'series.start': () => dialog.click('button', 'Repeat this appointment'),
      'booking.submit': ({ form }) => parts.submit(dialog, form, 'Book'),
      'booking.another': async () => {
        await screen.click('button', 'Book another appointment')
        await screen.see('heading', 'Choose a day', { focused: true })
      },
      'choices.restore': ({ choices }) => server.visit(choices),
    },
    see: {
      'date.loadingTreatments': async (context) => {
        await screen.see('status', `Loading appointments for ${formatWireDate(context.date)}`)
        await seePatientLine(context)
        await seeDay(context, true)
        // A day that is loading again keeps its cards.
        if (context.treatments.length === 0) await screen.gone('button', 'Select Treatment')
        else await card.see('button', 'Select Treatment', { disabled: true })
        await screen.gone('region', slotsTitle)
      },
      'date.loadFailed': async (context) => {
        await parts.seeFailedDay(context.date, context.message ?? '')
        await seePatientLine(context, true)
        // The slot that had the focus no longer exists.
        if (context.treatment) await screen.arrivedAt('We couldn’t load appointments')
      },
      own: async () => {
        await server.seeOwn()
        await screen.gone('text', /no longer available/)
      },
      'treatment.choosing.undisturbed': async (context) => {
        await seeDay(context, false)
        await seePatientLine(context)
        const day = formatWireDate(context.date)
        await screen.see(
          'status',
          new RegExp(`\\d+ of \\d+ treatments have times available on ${day}`),
        )
        const offered = context.treatments.find((each) => each.name === name)
        const free = offered?.slots.length ?? 0
        await card.see('text', `$${offered?.price}`)
        const spaces = offered?.spaces ?? free
        const some = `${spaces} ${spaces === 1 ? 'space' : 'spaces'} Available`
        await card.see('text', spaces === 0 ? 'Try another date' : some)
        await card.see('button', 'Select Treatment', { disabled: free === 0, current: false })
        await screen.gone('region', slotsTitle)
      },
      'treatment.choosing.treatmentFull': async (context) => {
        await seeDay(context, false)
        await seePatientLine(context)
        await screen.arrivedAt(`${name} is now fully booked on ${formatFullDay(context.date)}`)
        await screen.gone('status', /treatments have times available/)
        await card.see('text', 'Try another date')
        await card.see('button', 'Select Treatment', { disabled: true })
        await screen.gone('region', slotsTitle)
      },
      'slot.choosing.undisturbed': async (context) => {
        await seeDay(context, false)
        await seePatientLine(context)
        await seeSlots(...(context.treatment?.slots ?? []))
        await screen.gone('status', /treatments have times available/)
        await slots.gone('text', /just booked|already have|is now|no longer/)
      },
      'slot.choosing.slotGone': async ({ date }) => {
        await seeSlots(NOON)
        await screen.arrivedAt(`${MORNING} on ${formatFullDay(date)} is no longer available`)
      },
      'slot.choosing.slotTaken': async ({ date }) => {
        await seeSlots(NOON)
        await slots.see('button', NOON, { description: 'close to your time' })
        await screen.arrivedAt(`Someone just booked ${MORNING} on ${formatWireDate(date)}`)
      },
      'slot.choosing.priceChanged': async () => {
        await seeSlots(NOON)
        await screen.arrivedAt(`The price of ${name} is now $${NEW_PRICE}`)
        await card.see('text', `$${NEW_PRICE}`)
      },
      'slot.choosing.alreadyBooked': async ({ date, treatment }) => {
        const sentence = `You already have an appointment on ${formatWireDate(date)} at ${NOON}`
        await seeSlots(...(treatment?.slots ?? []))
        await screen.arrivedAt(sentence)
        await screen.see('text', sentence)
        await slots.see('link', 'See my appointments', { href: '/dashboard' })
      },
      'slot.refreshing': async () => {
        await screen.see('status', 'Refreshing available times')
        await screen.see('region', slotsTitle, { busy: true })
        await slots.see('button', MORNING, { disabled: true })
        await card.see('button', 'Select Treatment', { disabled: true })
        await screen.gone('dialog')
        await slots.gone('text', /^You already have/)
      },
      'dialog.loadingChildren': all(seeDialog(false), seeBook(true)),
      'dialog.childrenFailed': async (context) => {
        await seeDialog(false)(context)
        await dialog.see('alert', 'We couldn’t check who you can book for.', {
          text: `${context.message} Nothing you typed was lost.`,
        })
        await dialog.see('button', 'Try again', { busy: false })
        await dialog.gone('button', 'Book')
      },
      'dialog.fillingForm': all(seeDialog(false), seePatient(true), seeBook(false), seeNoAlert),
      'dialog.addingChild': all(() => seeChildForm(false), seeMessage(dialog)),
      'dialog.savingChild': () => seeChildForm(true),
      confirm: all(
        seeDialog(true),
        seePatient(false),
        seeBook(true),
        () => staysOpen(dialog),
        seeNoAlert,
      ),
      'dialog.submitFailed': seeRefusedBooking,
      'dialog.termsChanged': seeRefusedBooking,
      siblings: async () => {
        await screen.see('heading', 'Choose a day')
        await screen.see('region', TOGETHER)
        await screen.gone('button', 'Select Treatment')
        await screen.gone('dialog')
      },
      series: async () => {
        await dialog.see('field', 'Appointments')
        await dialog.see('button', 'Show dates', { busy: false })
        await dialog.gone('button', 'Book')
        await seeNoAlert()
      },
      'booked.series': ({ bookings }) => parts.seeBookedSeries(bookings ?? []),
      'booked.siblings': ({ bookings }) => parts.seeBookedSiblings(bookings ?? []),
      'booked.appointment': async ({ booking }) => {
        if (!booking) throw new Error('The machine knows no booking')
        await screen.see('text', `Appointment is set on ${booking.date} at ${booking.slot}`)
        await screen.arrivedAt('Your appointment is booked')
        const facts = [name, booking.date, booking.slot, `$${booking.price}`, patient.name]
        for (const fact of booking.child ? [...facts, booking.child.name] : facts) {
          await screen.see('definition', fact)
        }
        await screen.see('link', `Pay ${formatAmount(booking.price)}`, {
          href: /^\/dashboard\/appointment\/[0-9a-f-]{36}$/,
        })
        await screen.see('link', 'See my appointments', { href: '/dashboard' })
        await screen.gone('dialog')
      },
    },
  }
}
