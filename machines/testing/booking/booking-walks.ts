import type { BookingRefusal, BookingSuccess } from '#contract/booking/appointments.ts'
import { formatWireDate } from '#contract/dates.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { BookingContext } from '#machines/booking/booking-context.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import { type Choices, NOTHING_WANTED } from '#machines/choices.ts'
import type { SeriesOutcome } from '#machines/series-booking/series-booking-machine.ts'
import type { SiblingsOutcome } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { OFFLINE } from '../offline.ts'
import { bookedSeries, freeTimesOf } from '../series-booking/series-booking-walks.ts'
import {
  bookedBlock,
  failedSiblings,
  OWN,
  togetherOf,
} from '../siblings-booking/siblings-booking-walks.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'
import {
  type BookingFixture,
  bookingFixture,
  dayOf,
  FORM,
  firstChoices,
  firstDoctor,
  ida,
  MORNING,
  NEW_PRICE,
  NOON,
  newTerms,
  otherDayOf,
  weightLoss,
} from './booking-fixture.ts'

/** Everything that can happen in the flow, with one payload for each way it can go. */
export function bookingCases(fixture: BookingFixture) {
  const { patient, child, sibling, days, treatment } = fixture
  const together = togetherOf(fixture)
  const lists = dayOf(treatment)

  return (context: BookingContext) => {
    const { date, treatment: chosen, doctor, wanted, children } = context
    const patientChild = context.child ?? null
    const asked = { date: formatWireDate(date), slot: MORNING }
    const booked: BookingSuccess = {
      success: true,
      booking: {
        _id: '01890a5d-ac96-774b-bcce-b302099a8057',
        treatment: treatment.name,
        ...asked,
        price: chosen?.price ?? treatment.price,
        paid: false,
        status: 'booked',
        patient: patient.email,
        patientName: patient.name,
        ...(patientChild !== null && {
          child: { _id: patientChild, name: patientChild === child._id ? child.name : ida.name },
        }),
        email: patient.email,
        ...FORM,
      },
    }
    const refused = (code: BookingRefusal['code'], more = {}): BookingRefusal => ({
      success: false,
      code,
      message: 'No.',
      booking: asked,
      ...more,
    })
    const newPrice = lists(NOON).treatments.map((each) =>
      each === weightLoss ? each : { ...each, price: NEW_PRICE },
    )
    const other = otherDayOf(fixture, date)
    const family = wanted.siblings ? { today: days[0], children: [child, sibling] } : null
    /** From the dialog all is known, and others than the two may have been added. */
    const canBook = wanted.siblings !== null || children?.some(({ _id }) => _id === sibling._id)
    const treatments = family ? lists(MORNING, NOON).treatments : context.treatments
    const left: SiblingsOutcome = { kind: 'left', treatments, family }
    const outcomes: SiblingsOutcome[] = [
      canBook ? { kind: 'booked', bookings: bookedBlock(fixture, date).bookings, family } : left,
      left,
      { kind: 'elsewhere', choices: { date: other, ...NOTHING_WANTED, treatment: treatment._id } },
      { kind: 'elsewhere', choices: { date: other, ...NOTHING_WANTED, siblings: together } },
      family ? failedSiblings(fixture, date) : left,
      family ? { kind: 'own', own: OWN } : left,
    ]
    const outcomesOfSeries: SeriesOutcome[] = [
      { kind: 'booked', bookings: bookedSeries(fixture, freeTimesOf(fixture, date)).bookings },
      { kind: 'oneInstead' },
      { kind: 'closed', mayBeBooked: false },
      { kind: 'closed', mayBeBooked: true },
      { kind: 'elsewhere', choices: { date: other, ...NOTHING_WANTED, treatment: treatment._id } },
    ]
    const restore = (choices: Partial<Choices>) => ({
      type: 'choices.restore',
      choices: { date, ...NOTHING_WANTED, ...choices },
    })
    return [
      { type: 'date.choose', date: other },
      { type: 'treatments.reload' },
      { type: 'treatment.choose', treatment },
      { type: 'treatment.undo' },
      { type: 'doctor.choose', doctor: doctor === null ? firstDoctor(treatment) : null },
      { type: 'slot.choose', slot: MORNING },
      { type: 'dialog.close' },
      { type: 'child.choose', child: patientChild === null ? child._id : null },
      ...plain('children.reload', 'child.add', 'child.cancel'),
      { type: 'child.save', child: { name: ida.name, birthDate: ida.birthDate } },
      { type: 'booking.submit', form: FORM, terms: DEFAULT_TERMS },
      { type: 'booking.another' },
      restore({ date: other, treatment: treatment._id, slot: MORNING, child: sibling._id }),
      restore({ date: other, siblings: together, slot: MORNING }),
      // Links to treatments that no longer exist.
      restore({ treatment: wanted.treatment === 'gone' ? 'old' : 'gone' }),
      { type: 'siblings.start' },
      ...done('siblings', ...outcomes),
      { type: 'series.start' },
      ...done('series', ...outcomesOfSeries),
      ...done('loadTreatments', lists(MORNING, NOON)),
      // Others have booked since the choices were made.
      ...done('loadTreatments', lists(NOON), lists()),
      // The family has booked that time itself since.
      ...done('loadTreatments', {
        ...lists(NOON),
        own: wanted.slot === null ? [] : [booked.booking._id],
      }),
      ...failed('loadTreatments', OFFLINE),
      ...done(
        'loadChildren',
        { today: days[0], children: [] },
        { today: days[0], children: [child] },
        { today: days[0], children: [child, sibling] },
      ),
      ...failed('loadChildren', OFFLINE),
      ...done('addChild', ida),
      ...failed('addChild', OFFLINE),
      ...done(
        'createAppointment',
        booked,
        refused('already_booked', { booking: { ...asked, slot: NOON } }),
        refused('slot_taken', { alternatives: [NOON] }),
        refused('price_changed', { price: NEW_PRICE }),
        newTerms,
      ),
      ...failed('createAppointment', OFFLINE),
      ...done('refreshTreatments', { treatments: newPrice }),
      // The last one of the day.
      ...done('refreshTreatments', lists()),
      ...failed('refreshTreatments', OFFLINE),
    ]
  }
}

/** Transitions depend on what is free, wanted and refused, not on who, when or how much. */
const relevant = ({ wanted, treatments, treatment, refusal, children }: BookingContext) => [
  wanted,
  treatments.map(({ slots }) => slots),
  treatment?.slots,
  refusal?.code,
  children?.length,
]

/** Walks that take every transition of the booking machine. */
export const bookingWalks = (
  fixture: BookingFixture = bookingFixture,
  options?: TourOptions<BookingContext>,
) => {
  const input = { patient: fixture.patient, choices: firstChoices(fixture) }
  const cases: Cases<typeof bookingMachine> = bookingCases(fixture)
  return walksThrough(bookingMachine, cases, { input, relevant, ...options })
}
