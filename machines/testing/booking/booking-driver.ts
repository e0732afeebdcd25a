import { formats } from '#contract/formats/formats.ts'
import { formatAmount, formatPrice } from '#contract/money.ts'
import type { BookingContext } from '#machines/booking/booking-context.ts'
import type { bookingMachine } from '#machines/booking/booking-machine.ts'
import { NOTHING_WANTED } from '#machines/choices.ts'
import type { SeriesOutcome } from '#machines/series-booking/series-booking-machine.ts'
import type { SiblingsOutcome } from '#machines/siblings-booking/siblings-booking-machine.ts'
import * as booked from '#words/en/booking/booked.ts'
import * as confirmation from '#words/en/booking/confirmation.ts'
import * as formWords from '#words/en/booking/form.ts'
import * as page from '#words/en/booking/page.ts'
import * as patientWords from '#words/en/booking/patient.ts'
import * as series from '#words/en/booking/series.ts'
import * as slotWords from '#words/en/booking/slots.ts'
import * as treatmentWords from '#words/en/booking/treatments.ts'
import * as childWords from '#words/en/families/child-form.ts'
import * as birth from '#words/en/families/components.ts'
import * as frame from '#words/en/frame.ts'
import * as loading from '#words/en/loading.ts'
import * as day from '#words/en/site/day.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { anyOf } from '../sentences.ts'
import { endSeries } from '../series-booking/series-booking-driver.ts'
import { endSiblings } from '../siblings-booking/end-siblings.ts'
import { all, type Driver, type Moment } from '../tours.ts'
import { type BookingFixture, MORNING, NEW_PRICE, NOON, shownOnButton } from './booking-fixture.ts'
import { ANNOUNCED, bookingParts, TOGETHER } from './booking-parts.ts'
import type { BookingServer } from './booking-server.ts'

const ADD_FIRST = patientWords.isForMyChild
const WHO = patientWords.whoIsItFor
const SELECT = treatmentWords.selectTreatment
/** Why the chosen time was not booked. */
const REFUSED = anyOf(
  slotWords.noLongerAvailable,
  slotWords.justBooked,
  slotWords.priceIsNow,
  booked.alreadyBooked,
)
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
  const slotsTitle = slotWords.chooseTimeFor(name)
  const slots = screen.within('region', slotsTitle)
  const parts = bookingParts(screen)
  const { seeForm, staysOpen } = parts
  const nameOf = (doctor: string | null) =>
    doctors.find(({ _id }) => _id === doctor)?.name ?? day.anyDoctor

  const seeDay = ({ date }: BookingContext, isLoading: boolean) => parts.seeDay(date, isLoading)

  async function seeSlots(...all: string[]) {
    await screen.gone('dialog')
    await screen.see('region', slotsTitle, { busy: false })
    await slots.seeAll('button', all.map(shownOnButton))
    if (all[0]) await slots.see('button', formats.slot(all[0]), { disabled: false })
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
      if (canAdd) await dialog.see('button', patientWords.addChild, { disabled: false })
      else await dialog.gone('button', patientWords.addChild)
    }

  const seeDialog = (isLocked: boolean) => async (context: BookingContext) => {
    const { date, treatment, doctor, slot } = context
    const time = [formats.fullDay(date), formats.slot(slot ?? '')]
    for (const fact of [patient.name, ...time, nameOf(doctor)]) {
      await dialog.see('definition', fact)
    }
    await dialog.see('text', formWords.payableByCard(formatPrice(treatment?.price ?? 0)))
    await seeForm(dialog, isLocked)
    await dialog.gone('field', birth.year)
  }

  async function seeChildForm(isLocked: boolean) {
    for (const label of [childWords.childsName, birth.month, birth.day, birth.year]) {
      await dialog.see('field', label, { readOnly: isLocked })
    }
    await dialog.see('button', patientWords.add, { busy: isLocked })
    await dialog.see('button', frame.close, { disabled: isLocked })
    await dialog.gone('button', formWords.book)
  }

  const seeNoAlert = () => dialog.gone('alert')
  const seeBook = (isBusy: boolean) => () => dialog.see('button', formWords.book, { busy: isBusy })
  // The terms have changed, or there was no response.
  const nothingLost = parts.seeNothingLost(dialog)
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
      'treatments.reload': () => screen.click('button', loading.tryAgain),
      'treatment.choose': async () => {
        await card.click('button', SELECT)
        await card.see('button', SELECT, { current: true })
        await screen.arrivedAt(slotsTitle)
      },
      'treatment.undo': (_, { context: { date } }) => server.visit({ date, ...NOTHING_WANTED }),
      'doctor.choose': ({ doctor }) => slots.click('field', nameOf(doctor)),
      'slot.choose': ({ slot }) => slots.click('button', formats.slot(slot)),
      'dialog.close': () => screen.within('dialog', ANY).click('button', frame.close),
      'child.choose': async ({ child: chosen }, { context: { children, slot } }) => {
        const all = children ?? [child, sibling]
        const chosenName = all.find(({ _id }) => _id === chosen)?.name ?? patient.name
        if (slot !== null) return dialog.click('field', chosenName)
        if (children === null) await server.listChildren()
        await screen.select(WHO, chosenName)
        await screen.see('field', WHO, { value: chosenName })
      },
      'children.reload': () => dialog.click('button', loading.tryAgain),
      'child.add': (_, { context: { children } }) =>
        dialog.click('button', children?.length ? patientWords.addChild : ADD_FIRST),
      'child.cancel': () => dialog.click('button', frame.cancel),
      'child.save': async ({ child: { name, birthDate } }) => {
        await dialog.fill(childWords.childsName, name)
        const [year = '', month = '', day = ''] = birthDate.split('-')
        await dialog.fill(birth.month, month)
        await dialog.fill(birth.day, day)
        await dialog.fill(birth.year, year)
        await dialog.click('button', patientWords.add)
      },
      'siblings.start': () => dialog.click('button', TOGETHER),
      'series.start': () => dialog.click('button', formWords.repeatAppointment),
      'booking.submit': ({ form }) => parts.submit(dialog, form, formWords.book),
      'booking.another': async () => {
        await screen.click('button', confirmation.bookAnother)
        await screen.see('heading', page.chooseDay, { focused: true })
      },
      'choices.restore': ({ choices }) => server.visit(choices),
    },
    see: {
      'date.loadingTreatments': async (context) => {
        await screen.see('status', page.loadingAppointmentsFor(formats.day(context.date)))
        await seePatientLine(context)
        await seeDay(context, true)
        // A day that is loading again keeps its cards.
        if (context.treatments.length === 0) await screen.gone('button', SELECT)
        else await card.see('button', SELECT, { disabled: true })
        await screen.gone('region', slotsTitle)
      },
      'date.loadFailed': async (context) => {
        await parts.seeFailedDay(context.date, context.message ?? '')
        await seePatientLine(context, true)
        // The slot that had the focus no longer exists.
        if (context.treatment) await screen.arrivedAt(treatmentWords.appointmentsDidNotLoad)
      },
      own: async () => {
        await server.seeOwn()
        await screen.gone('text', anyOf(slotWords.noLongerAvailable))
      },
      'treatment.choosing.undisturbed': async (context) => {
        await seeDay(context, false)
        await seePatientLine(context)
        await screen.see('status', ANNOUNCED, { text: formats.day(context.date) })
        const offered = context.treatments.find((each) => each.name === name)
        const free = offered?.slots.length ?? 0
        await card.see('text', formatPrice(offered?.price ?? 0))
        const spaces = offered?.spaces ?? free
        const some = treatmentWords.spacesAvailable(spaces)
        await card.see('text', spaces === 0 ? treatmentWords.tryAnotherDate : some)
        await card.see('button', SELECT, { disabled: free === 0, current: false })
        await screen.gone('region', slotsTitle)
      },
      'treatment.choosing.treatmentFull': async (context) => {
        await seeDay(context, false)
        await seePatientLine(context)
        await screen.arrivedAt(treatmentWords.nowFull(name, formats.fullDay(context.date)))
        await screen.gone('status', ANNOUNCED)
        await card.see('text', treatmentWords.tryAnotherDate)
        await card.see('button', SELECT, { disabled: true })
        await screen.gone('region', slotsTitle)
      },
      'slot.choosing.undisturbed': async (context) => {
        await seeDay(context, false)
        await seePatientLine(context)
        await seeSlots(...(context.treatment?.slots ?? []))
        await screen.gone('status', ANNOUNCED)
        await slots.gone('text', REFUSED)
      },
      'slot.choosing.slotGone': async ({ date }) => {
        await seeSlots(NOON)
        await screen.arrivedAt(
          slotWords.noLongerAvailable(formats.slot(MORNING), formats.fullDay(date)),
        )
      },
      'slot.choosing.slotTaken': async ({ date }) => {
        await seeSlots(NOON)
        await slots.see('button', formats.slot(NOON), { description: day.closeToYourTime })
        await screen.arrivedAt(slotWords.justBooked(formats.slot(MORNING), formats.day(date)))
      },
      'slot.choosing.priceChanged': async () => {
        await seeSlots(NOON)
        await screen.arrivedAt(slotWords.priceIsNow(name, formatPrice(NEW_PRICE)))
        await card.see('text', formatPrice(NEW_PRICE))
      },
      'slot.choosing.alreadyBooked': async ({ date, treatment }) => {
        const sentence = booked.alreadyBooked(formats.day(date), formats.slot(NOON))
        await seeSlots(...(treatment?.slots ?? []))
        await screen.arrivedAt(sentence)
        await screen.see('text', sentence)
        await slots.see('link', slotWords.seeMyAppointments, { href: '/dashboard' })
      },
      'slot.refreshing': async () => {
        await screen.see('status', page.refreshingTimes)
        await screen.see('region', slotsTitle, { busy: true })
        await slots.see('button', formats.slot(MORNING), { disabled: true })
        await card.see('button', SELECT, { disabled: true })
        await screen.gone('dialog')
        await slots.gone('text', anyOf(booked.alreadyBooked))
      },
      'dialog.loadingChildren': all(seeDialog(false), seeBook(true)),
      'dialog.childrenFailed': async (context) => {
        await seeDialog(false)(context)
        await dialog.see('alert', formWords.childrenNotChecked(context.message ?? ''))
        await dialog.see('button', loading.tryAgain, { busy: false })
        await dialog.gone('button', formWords.book)
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
        await screen.see('heading', page.chooseDay)
        await screen.see('region', TOGETHER)
        await screen.gone('button', SELECT)
        await screen.gone('dialog')
      },
      series: async () => {
        await dialog.see('field', series.appointments)
        await dialog.see('button', series.showDates, { busy: false })
        await dialog.gone('button', formWords.book)
        await seeNoAlert()
      },
      'booked.series': ({ bookings }) => parts.seeBookedSeries(bookings ?? []),
      'booked.siblings': ({ bookings }) => parts.seeBookedSiblings(bookings ?? []),
      'booked.appointment': async ({ booking }) => {
        if (!booking) throw new Error('The machine knows no booking')
        const slot = formats.slot(booking.slot)
        await screen.see('text', booked.appointmentSet(formats.day(booking.date), slot))
        await screen.arrivedAt(confirmation.appointmentIsBooked)
        const time = [formats.compactFullDay(booking.date), slot]
        const facts = [name, ...time, formatPrice(booking.price), patient.name]
        for (const fact of booking.child ? [...facts, booking.child.name] : facts) {
          await screen.see('definition', fact)
        }
        await screen.see('link', confirmation.pay(formatAmount(booking.price)), {
          href: /^\/dashboard\/appointment\/[0-9a-f-]{36}$/,
        })
        await screen.see('link', confirmation.seeMyAppointments, { href: '/dashboard' })
        await screen.gone('dialog')
      },
    },
  }
}
