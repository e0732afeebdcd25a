import {
  type Appointment,
  alreadyBookedMessage,
  type BookingRefusal,
  type BookingSuccess,
} from '#contract/booking/appointments.ts'
import type { Block, BlockRefusal, BlockSuccess } from '#contract/booking/blocks.ts'
import type { Rhythm } from '#contract/booking/series-length.ts'
import { dayAfter, formatFullDay, formatWireDate, type IsoDate } from '#contract/dates.ts'
import type { Child } from '#contract/guardians/children.ts'
import { DEFAULT_TERMS, type TermsChanged } from '#contract/payments/refund-bands.ts'
import type { SeriesDate, SeriesRefusal, SeriesSuccess } from '#contract/series/series.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import {
  type BookingContext,
  type Choices,
  type LoadedDay,
  NOTHING_WANTED,
  type Patient,
} from '#machines/booking/booking-setup.ts'
import { UNDECIDED } from '#machines/siblings-booking/siblings.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

export const MORNING = '09:00 AM - 09:30 AM'
export const NOON = '12:00 PM - 12:30 PM'
export const NEW_PRICE = 140
export const FORM = { phone: '+1 555 0100', address: '1 Orchard Lane' }

/** The text of a slot's button, whose name is the whole slot: '09:00 AM'. */
export const shownOnButton = (slot: string) => slot.slice(0, '09:00 AM'.length)

export const patient = { name: 'Paula Parent', email: 'parent@example.com' }
export const FIRST_DAY = '2026-06-05'
const OTHER_DAY = '2026-06-08'

const lind = { _id: '01890a5d-ac96-774b-bcce-000000000001', name: 'Dr. Ada Lind' }
const okoro = { _id: '01890a5d-ac96-774b-bcce-000000000002', name: 'Dr. Ben Okoro' }

export const allergyTesting: Treatment = {
  _id: 'allergy',
  name: 'Allergy Testing',
  slots: [MORNING, NOON],
  price: 120,
  doctors: [lind, okoro].map((doctor) => ({ ...doctor, slots: [MORNING, NOON] })),
}
export const weightLoss: Treatment = {
  _id: 'weight',
  name: 'Weight Loss',
  slots: [NOON],
  price: 80,
}

const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
const mia: Child = {
  _id: '01890a5d-ac96-774b-bcce-000000000003',
  name: 'Mia',
  birthDate: '2021-06-05',
  archived: false,
  ...rights,
}
const noa: Child = { ...mia, _id: '01890a5d-ac96-774b-bcce-000000000005', name: 'Noa' }
/** The child that is added in the dialog. */
export const ida: Child = { ...mia, _id: '01890a5d-ac96-774b-bcce-000000000004', name: 'Ida' }

/** Who books what, and when. */
export interface BookingFixture {
  patient: Patient
  /** In some walks the only child at first. */
  child: Child
  /** The other one of a block. */
  sibling: Child
  /** The walk begins on the first day, with the child, treatment and MORNING in the address. */
  days: readonly [IsoDate, IsoDate]
  /** With the slots MORNING and NOON, at $120, by two doctors. */
  treatment: Treatment
}

export const bookingFixture: BookingFixture = {
  patient,
  child: mia,
  sibling: noa,
  days: [FIRST_DAY, OTHER_DAY],
  treatment: allergyTesting,
}

/** What the address holds where a walk begins. */
export const firstChoices = ({ child, days, treatment }: BookingFixture): Choices => ({
  date: days[0],
  treatment: treatment._id,
  doctor: firstDoctor(treatment),
  slot: MORNING,
  siblings: null,
  child: child._id,
})

/** Both children at the same time, each with a doctor of its own. */
function blockAt(slot: string, { child, sibling, treatment }: BookingFixture): Block {
  const items = [child, sibling].map(({ _id, name }, index) => ({
    child: { _id, name },
    treatment: treatment.name,
    slot,
    doctor: treatment.doctors?.[index]?.name,
    price: treatment.price,
  }))
  return { time: slot, items }
}

/** Of the walks: two, a week apart. */
export const RHYTHM: Rhythm = { count: 2, every: 1, unit: 'weeks' }

/** The days of the walks' series. */
export const seriesDays = (date: IsoDate) => [date, dayAfter(date, 7)]

/** The dates of a series, with NOON for those that are taken in the morning. */
function datesOf(
  date: IsoDate,
  { doctors, price }: Treatment,
  { isTaken }: { isTaken: boolean },
): SeriesDate[] {
  return seriesDays(date).map((day, index) => {
    const isOther = isTaken && index === 1
    const wire = formatWireDate(day)
    const slot = isOther ? NOON : MORNING
    return {
      date: wire,
      ...(isOther && { obstacle: 'taken' as const }),
      times: [{ date: wire, slot, doctor: doctors?.[0]?.name, price }],
    }
  })
}

const firstDoctor = ({ doctors }: Treatment) => doctors?.[0]?._id ?? null

/** The clinic has changed its terms since the dialog opened. */
export const newTerms: TermsChanged = {
  success: false,
  code: 'terms_changed',
  message: 'The clinic’s refund terms have changed. Please read them and book again.',
  terms: DEFAULT_TERMS,
}

/** Everything that can happen in the flow, with one payload for each way it can go. */
export function bookingCases(fixture: BookingFixture) {
  const { patient, child, sibling, days, treatment } = fixture
  const together = [child, sibling].map(({ _id }) => ({ child: _id, treatment: treatment._id }))
  const morning = blockAt(MORNING, fixture)
  const noon = blockAt(NOON, fixture)

  return (context: BookingContext) => {
    const { date, treatment: chosen, doctor, wanted, siblings, block, series } = context
    const patientChild = context.child ?? null
    // Never the one that the address names already.
    const named = wanted.siblings?.[0]?.child
    const alone = together.filter((one) => one.child !== named).slice(0, 1)
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
    const lists = (...slots: string[]): LoadedDay => ({
      treatments: [
        {
          ...treatment,
          slots,
          spaces: slots.length * (treatment.doctors?.length ?? 1),
          doctors: treatment.doctors?.map((one) => ({ ...one, slots })),
        },
        weightLoss,
      ],
    })
    const newPrice = lists(NOON).treatments.map((each) =>
      each === weightLoss ? each : { ...each, price: NEW_PRICE },
    )
    const other = days[0] === date ? days[1] : days[0]
    const bookedTogether: BlockSuccess = {
      success: true,
      bookings: (block?.items ?? []).map(
        (item, index): Appointment => ({
          ...booked.booking,
          ...item,
          _id: `01890a5d-ac96-774b-bcce-b302099a805${index}`,
        }),
      ),
    }
    const refusedTogether = (code: BlockRefusal['code'], message: string): BlockRefusal => ({
      success: false,
      code,
      message,
      child: child._id,
      alternatives: { already_booked: [], slot_taken: [noon], price_changed: [morning, noon] }[
        code
      ],
    })
    const refusedSeries: SeriesRefusal = {
      success: false,
      code: 'slot_taken',
      message: `Someone else just booked 9:00 AM on ${formatFullDay(date)}. Nothing was booked.`,
    }
    const [free, taken] = [false, true].map((isTaken) => datesOf(date, treatment, { isTaken }))
    const bookedSeries: SeriesSuccess = {
      success: true,
      bookings: (series?.times ?? []).map(
        (time, index): Appointment => ({
          ...booked.booking,
          ...time,
          _id: `01890a5d-ac96-774b-bcce-b302099a806${index}`,
          series: { number: index + 1, size: RHYTHM.count },
        }),
      ),
    }
    const restore = (choices: Partial<Choices>) => ({
      type: 'choices.restore',
      choices: { date, ...NOTHING_WANTED, ...choices },
    })
    const isTogether = siblings?.some((one) => one.child === sibling._id)
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
      restore({ siblings: alone, slot: MORNING }),
      ...plain('siblings.start', 'siblings.leave'),
      {
        type: 'sibling.choose',
        child: sibling._id,
        treatment: isTogether ? null : siblings?.length === 0 ? UNDECIDED : treatment._id,
      },
      { type: 'blocks.find' },
      { type: 'block.choose', time: MORNING },
      ...plain('series.start', 'series.leave'),
      { type: 'series.plan', rhythm: RHYTHM },
      { type: 'series.shift', place: 1, time: taken?.[1]?.times[0] },
      // Others have booked one of its times.
      ...done('loadSeries', free, taken),
      ...failed('loadSeries', OFFLINE),
      ...done('createSeries', bookedSeries, refusedSeries, newTerms),
      ...failed('createSeries', OFFLINE),
      ...done('loadTreatments', lists(MORNING, NOON)),
      // Others have booked since the choices were made.
      ...done('loadTreatments', lists(NOON), lists()),
      // The family has booked that time itself since.
      ...done('loadTreatments', {
        ...lists(NOON),
        own: wanted.slot === null || wanted.siblings ? [] : [booked.booking._id],
      }),
      ...failed('loadTreatments', OFFLINE),
      ...done(
        'loadChildren',
        { today: days[0], children: [] },
        { today: days[0], children: [child] },
        { today: days[0], children: [child, sibling] },
      ),
      ...failed('loadChildren', OFFLINE),
      ...done(
        'loadSiblings',
        { today: days[0], children: [child] },
        { today: days[0], children: [child, sibling] },
      ),
      ...failed('loadSiblings', OFFLINE),
      ...done('loadBlocks', [morning, noon], [noon], []),
      ...failed('loadBlocks', OFFLINE),
      ...done(
        'createBlock',
        bookedTogether,
        refusedTogether(
          'already_booked',
          alreadyBookedMessage({ date: asked.date, slot: NOON, child: child.name }),
        ),
        refusedTogether(
          'slot_taken',
          `Someone else just booked ${child.name}’s time, ${MORNING}. Nothing was booked.`,
        ),
        refusedTogether(
          'price_changed',
          `The price for ${child.name} is now $${NEW_PRICE}. Please review it and book again.`,
        ),
        newTerms,
      ),
      ...failed('createBlock', OFFLINE),
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

/** Where events lead depends on what is free, wanted and refused, not on who, when or how much. */
const relevant = ({
  wanted,
  treatments,
  treatment,
  refusal,
  children,
  ...rest
}: BookingContext) => [
  wanted,
  treatments.map(({ slots }) => slots),
  treatment?.slots,
  refusal?.code,
  children?.length,
  rest.siblings,
  rest.blocks.map(({ time }) => time),
  rest.blockRefusal !== null,
  rest.series?.times.map((time) => time !== null),
  rest.series?.dates.map(({ obstacle }) => obstacle ?? null),
  rest.seriesRefusal !== null,
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
