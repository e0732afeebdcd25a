import type { Appointment } from '#contract/booking/appointments.ts'
import { formatFullDay, type IsoDate } from '#contract/dates.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { SeriesRefusal, SeriesSuccess, SeriesTime } from '#contract/series/series.ts'
import { NOTHING_WANTED } from '#machines/choices.ts'
import {
  type SeriesContext,
  type SeriesInput,
  seriesBookingMachine,
} from '#machines/series-booking/series-booking-machine.ts'
import {
  type BookingFixture,
  bookingFixture,
  datesOf,
  FORM,
  firstDoctor,
  MORNING,
  newTerms,
  otherDayOf,
  RHYTHM,
} from '../booking/booking-fixture.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

/** The answer to a booking of a series at these times. */
export function bookedSeries(
  { patient, treatment }: BookingFixture,
  times: readonly SeriesTime[],
): SeriesSuccess {
  const bookings = times.map(
    ({ doctors: [doctor], ...time }, index): Appointment => ({
      ...time,
      doctor: doctor?.name,
      _id: `01890a5d-ac96-774b-bcce-b302099a807${index}`,
      treatment: treatment.name,
      paid: false,
      status: 'booked',
      patient: patient.email,
      patientName: patient.name,
      email: patient.email,
      ...FORM,
      series: { number: index + 1, size: RHYTHM.count },
    }),
  )
  return { success: true, bookings }
}

/** The times of the series where all of them are free in the morning. */
export const freeTimesOf = ({ treatment }: BookingFixture, date: IsoDate): SeriesTime[] =>
  datesOf(date, treatment, { isTaken: false }).flatMap(({ times }) => times)

/** Everything that can happen in the flow, with one payload for each way it can go. */
function seriesBookingCases(fixture: BookingFixture) {
  const { treatment } = fixture
  return ({ date, plan }: SeriesContext) => {
    const [free, taken] = [false, true].map((isTaken) => datesOf(date, treatment, { isTaken }))
    const refused: SeriesRefusal = {
      success: false,
      code: 'slot_taken',
      message: `Someone else just booked 9:00 AM on ${formatFullDay(date)}. Nothing was booked.`,
    }
    const chosen = plan.times.filter((time) => time !== null)
    return [
      { type: 'series.plan', rhythm: RHYTHM },
      { type: 'series.shift', place: 1, time: taken?.[1]?.times[0] },
      ...plain('series.leave', 'dialog.close'),
      { type: 'booking.submit', form: FORM, terms: DEFAULT_TERMS },
      {
        type: 'choices.restore',
        choices: { date: otherDayOf(fixture, date), ...NOTHING_WANTED, treatment: treatment._id },
      },
      // Others have booked one of its times.
      ...done('loadSeries', free, taken),
      ...failed('loadSeries', OFFLINE),
      ...done('createSeries', bookedSeries(fixture, chosen), refused, newTerms),
      ...failed('createSeries', OFFLINE),
    ]
  }
}

/** Where events lead depends on which dates have a time, and on a refusal. */
const relevant = ({ plan, refusal }: SeriesContext) => [
  plan.times.map((time) => time !== null),
  plan.dates.map(({ obstacle }) => obstacle ?? null),
  refusal !== null,
]

/** What a walk begins with, as the booking machine gives it to the machine of a series. */
export const seriesInput = ({ patient, treatment, child, days }: BookingFixture): SeriesInput => ({
  patient,
  treatment: treatment.name,
  doctor: firstDoctor(treatment),
  child: child._id,
  date: days[0],
  slot: MORNING,
})

/** Walks that take every transition of the machine for a series. */
export const seriesBookingWalks = (
  fixture: BookingFixture = bookingFixture,
  options?: TourOptions<SeriesContext>,
) => {
  const cases: Cases<typeof seriesBookingMachine> = seriesBookingCases(fixture)
  const input = seriesInput(fixture)
  return walksThrough(seriesBookingMachine, cases, { input, relevant, ...options })
}
