import type { Block } from '#contract/booking/blocks.ts'
import type { Rhythm } from '#contract/booking/series-length.ts'
import { dayAfter, formatWireDate, type IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import type { Child } from '#contract/guardians/children.ts'
import { DEFAULT_TERMS, type TermsChanged } from '#contract/payments/refund-bands.ts'
import type { SeriesDate } from '#contract/series/series.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import type { Choices, LoadedDay, Patient } from '#machines/choices.ts'

// The people and times in the walks through a booking, a booking for siblings, and a booking of a series.

export const MORNING = '09:00 AM - 09:30 AM'
export const NOON = '12:00 PM - 12:30 PM'
export const NEW_PRICE = 140
export const FORM = { phone: '+1 555 0100', address: '1 Orchard Lane' }

/** The text of a slot's button, whose name is the whole slot: '09:00 AM'. */
export const shownOnButton = (slot: string) =>
  formats
    .slot(slot)
    .split(/ [-–] /, 1)
    .join()

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
export function blockAt(slot: string, { child, sibling, treatment }: BookingFixture): Block {
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

/** The dates of a series; dates whose morning is taken have NOON. */
export function datesOf(
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
      times: [{ date: wire, slot, doctors: doctors ?? [], price }],
    }
  })
}

/** Null: patients have no choice. */
export const firstDoctor = ({ doctors }: Treatment) => doctors?.[0]?._id ?? null

/** The clinic has changed its terms since the dialog opened. */
export const newTerms: TermsChanged = {
  success: false,
  code: 'terms_changed',
  message: 'The clinic’s refund terms have changed. Please read them and book again.',
  terms: DEFAULT_TERMS,
}

/** A day on which the walk's treatment has these free slots. */
export const dayOf =
  (treatment: Treatment) =>
  (...slots: string[]): LoadedDay => ({
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

/** The day of the walk that it is not. */
export const otherDayOf = ({ days }: BookingFixture, date: IsoDate): IsoDate =>
  days[0] === date ? days[1] : days[0]
