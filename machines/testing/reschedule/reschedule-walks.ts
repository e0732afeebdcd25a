import type { ChangeOptions, ChangeRefusal } from '#contract/booking/appointment-changes.ts'
import type { IsoDate } from '#contract/dates.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { type ChangeContext, rescheduleMachine } from '#machines/reschedule/reschedule-machine.ts'
import { MORNING, NOON } from '../booking/booking-fixture.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

/** Whose appointment a walk changes, and to when. */
export interface ChangeFixture {
  /** Paid and upcoming, before anything was changed. */
  options: ChangeOptions
  /** Two days after its own, on which nothing else is booked. */
  days: readonly [IsoDate, IsoDate]
  /** With the slots MORNING and NOON, by two doctors. */
  treatment: Treatment
}

const doctors = ['Dr. Ada Lind', 'Dr. Ben Okoro'].map((name, index) => ({
  _id: `01890a5d-ac96-774b-bcce-00000000000${index}`,
  name,
}))

export const changeFixture: ChangeFixture = {
  options: {
    _id: '01890a5d-ac96-774b-bcce-b302099a8057',
    treatment: 'Allergy Testing',
    treatmentId: 'allergy',
    date: '2026-06-05',
    slot: MORNING,
    price: 95,
    doctor: doctors[0] ?? null,
    paid: true,
    status: 'booked',
    version: 0,
    canMove: true,
    canCancel: true,
    moveObstacle: null,
    cancelObstacle: null,
    untilOnline: '2026-06-05T11:00:00.000Z',
    untilOnlineAt: { date: '2026-06-05', minute: 7 * 60 },
    movesLeft: 3,
    illMoveUntil: '2026-06-19',
    terms: DEFAULT_TERMS,
    refundCeiling: null,
    ceilingAfterMove: null,
    quote: { refund: 95, kept: 0, percent: 100, rule: 'band', minutesBefore: 4 * 24 * 60 },
  },
  days: ['2026-06-08', '2026-06-09'],
  treatment: {
    _id: 'allergy',
    name: 'Allergy Testing',
    slots: [MORNING, NOON],
    price: 95,
    doctors: doctors.map((doctor) => ({ ...doctor, slots: [MORNING, NOON] })),
  },
}

/** Other answers that the server may give instead of the fixture's options. */
function variantsOf({ options, days }: ChangeFixture) {
  const { quote } = options
  const isUnpaid = quote.rule === 'unpaid'
  const lateMove = isUnpaid ? 'unpaid' : 'late_move'
  const lessRefund: ChangeOptions = {
    ...options,
    quote: { ...quote, refund: 0, kept: quote.refund, percent: 0, rule: lateMove },
    refundCeiling: 0,
  }
  return {
    lessRefund,
    /** Cancelled by the clinic. */
    closed: {
      ...options,
      status: 'cancelled',
      version: options.version + 1,
      canMove: false,
      canCancel: false,
      moveObstacle: 'cancelled',
      cancelObstacle: 'cancelled',
      illMoveUntil: null,
    },
    /** Moved in another tab. */
    elsewhere: { ...options, version: options.version + 1, slot: NOON, movesLeft: 2 },
    /** What staff see, who can also cancel for the clinic. */
    forStaff: {
      ...options,
      clinicQuote: { ...quote, rule: isUnpaid ? 'unpaid' : 'clinic' },
    },
    /** Moved too often, but the child may be ill. */
    oftenMoved: { ...options, canMove: false, moveObstacle: 'too_many_moves', movesLeft: 0 },
    /** Moved too often, also for an ill child. */
    onlyCancel: {
      ...options,
      canMove: false,
      moveObstacle: 'too_many_moves',
      movesLeft: 0,
      illMoveUntil: null,
    },
    /** Too late, but the child may be ill. */
    onlyIllMove: {
      ...options,
      canMove: false,
      canCancel: false,
      moveObstacle: 'too_late',
      cancelObstacle: 'too_late',
    },
    moved: { ...options, version: options.version + 1, date: days[0], movesLeft: 2 },
  } satisfies Record<string, ChangeOptions>
}

export const NOT_OFFERED = 'That time isn’t available on that day.'

/** Everything that can happen in the flow, with one payload for each way it can go. */
function changeCases(fixture: ChangeFixture): Cases<typeof rescheduleMachine> {
  const { options, days, treatment } = fixture
  const { lessRefund, closed, elsewhere, forStaff, oftenMoved, onlyCancel, onlyIllMove, moved } =
    variantsOf(fixture)
  const first = treatment.doctors?.[0]?._id ?? null
  const free = (...slots: string[]) => ({
    ...treatment,
    slots,
    doctors: treatment.doctors?.map((doctor) => ({ ...doctor, slots })),
  })
  const refused = (code: ChangeRefusal['code'], now: ChangeOptions, more = {}) => ({
    kind: 'refused',
    code,
    message: code === 'not_offered' ? NOT_OFFERED : 'No.',
    options: now,
    ...more,
  })
  return ({ date, doctor, options: seen }: ChangeContext) => [
    ...plain('retry', 'cancel.start', 'cancel.close'),
    { type: 'cancel.by', by: 'clinic' },
    { type: 'cancel.submit', reason: 'ill' },
    { type: 'move.start', date: days[0] },
    { type: 'move.instead', date: days[0] },
    { type: 'move.close' },
    { type: 'date.choose', date: date === days[0] ? days[1] : days[0] },
    { type: 'doctor.choose', doctor: doctor === null ? first : null },
    { type: 'slot.choose', slot: MORNING },
    ...plain('confirm.close', 'move.submit', 'change.again'),
    ...done('loadOptions', options, oftenMoved, onlyCancel, onlyIllMove, closed, null),
    ...failed('loadOptions', OFFLINE),
    ...done('quoteRefund', options, forStaff, onlyCancel, onlyIllMove, closed, null),
    ...failed('quoteRefund', OFFLINE),
    ...done('loadDay', free(MORNING, NOON)),
    ...failed('loadDay', OFFLINE),
    ...done('refreshDay', free(NOON)),
    ...failed('refreshDay', OFFLINE),
    ...done(
      'cancelAppointment',
      { kind: 'done', options: closed },
      refused('quote_changed', { ...lessRefund, clinicQuote: seen?.clinicQuote }),
      refused('stale', elsewhere),
      refused('closed', closed),
    ),
    ...failed('cancelAppointment', OFFLINE),
    ...done(
      'moveAppointment',
      { kind: 'done', options: moved },
      refused('slot_taken', options, { alternatives: [NOON] }),
      refused('not_offered', options),
      refused('stale', elsewhere),
      refused('closed', closed),
    ),
    ...failed('moveAppointment', OFFLINE),
  ]
}

/** Walks that take every transition of the change machine. */
export const rescheduleWalks = (
  fixture: ChangeFixture = changeFixture,
  options?: TourOptions<ChangeContext>,
) =>
  walksThrough(rescheduleMachine, changeCases(fixture), {
    input: { appointmentId: fixture.options._id },
    ...options,
  })
