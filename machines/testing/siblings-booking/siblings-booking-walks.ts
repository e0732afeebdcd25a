import { type Appointment, alreadyBookedMessage } from '#contract/booking/appointments.ts'
import type { BlockRefusal, BlockSuccess } from '#contract/booking/blocks.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { Child } from '#contract/guardians/children.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { type Choices, NOTHING_WANTED } from '#machines/choices.ts'
import { suggestSibling, UNDECIDED } from '#machines/siblings-booking/siblings.ts'
import {
  type SiblingsContext,
  type SiblingsOutcome,
  siblingsBookingMachine,
} from '#machines/siblings-booking/siblings-booking-machine.ts'
import {
  type BookingFixture,
  blockAt,
  bookingFixture,
  dayOf,
  FORM,
  MORNING,
  NEW_PRICE,
  NOON,
  newTerms,
  otherDayOf,
} from '../booking/booking-fixture.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

/** The two children, each with the treatment. */
export const togetherOf = ({ child, sibling, treatment }: BookingFixture) =>
  [child, sibling].map(({ _id }) => ({ child: _id, treatment: treatment._id }))

/** What the address holds where a walk begins: a block that was chosen before. */
export const siblingsChoices = (fixture: BookingFixture): Choices => ({
  date: fixture.days[0],
  ...NOTHING_WANTED,
  siblings: togetherOf(fixture),
  slot: MORNING,
})

/** The answer to a booking of the block in the morning. */
export function bookedBlock(fixture: BookingFixture, date: string): BlockSuccess {
  const { email, name } = fixture.patient
  const bookings = blockAt(MORNING, fixture).items.map(
    (item, index): Appointment => ({
      ...item,
      _id: `01890a5d-ac96-774b-bcce-b302099a805${index}`,
      date: formatWireDate(date),
      paid: false,
      status: 'booked',
      patient: email,
      patientName: name,
      email,
      ...FORM,
    }),
  )
  return { success: true, bookings }
}

/** The day did not load. */
export const failedSiblings = (fixture: BookingFixture, date: string): SiblingsOutcome => ({
  kind: 'failed',
  choices: { ...siblingsChoices(fixture), date },
  message: OFFLINE.message,
})

/** Ids of what the family has booked itself. */
export const OWN = [5, 6].map((digit) => `01890a5d-ac96-774b-bcce-b302099a806${digit}`)

/** Everything that can happen in the flow, with one payload for each way it can go. */
export function siblingsBookingCases(fixture: BookingFixture) {
  const { child, sibling, days, treatment } = fixture
  const morning = blockAt(MORNING, fixture)
  const noon = blockAt(NOON, fixture)
  const lists = dayOf(treatment)
  const family = (...children: Child[]) => ({ today: days[0], children })
  const refused = (code: BlockRefusal['code'], message: string): BlockRefusal => ({
    success: false,
    code,
    message,
    child: child._id,
    alternatives: { already_booked: [], slot_taken: [noon], price_changed: [morning, noon] }[code],
  })

  return (context: SiblingsContext) => {
    const { date, siblings } = context
    const decided = siblings.find((one) => one.treatment !== UNDECIDED)?.treatment
    /** As its checkbox does: it comes for what is suggested, or no longer. */
    const toggle = (one: Child) => ({
      type: 'sibling.choose',
      child: one._id,
      treatment: siblings.some((comes) => comes.child === one._id)
        ? null
        : (suggestSibling(one, context, decided)?.treatment ?? UNDECIDED),
    })
    const other = otherDayOf(fixture, date)
    return [
      { type: 'date.choose', date: other },
      {
        type: 'choices.restore',
        choices: { date: other, ...NOTHING_WANTED, treatment: treatment._id, slot: MORNING },
      },
      ...plain('siblings.leave'),
      toggle(sibling),
      toggle(child),
      ...plain('blocks.find'),
      { type: 'block.choose', time: MORNING },
      ...plain('dialog.close'),
      { type: 'booking.submit', form: FORM, terms: DEFAULT_TERMS },
      // Others have booked since the children were chosen.
      ...done('loadDay', lists(MORNING, NOON), lists()),
      // The family has booked that time itself since.
      ...done('loadDay', { ...lists(NOON), own: OWN }),
      ...failed('loadDay', OFFLINE),
      ...done('loadSiblings', family(child), family(child, sibling)),
      ...failed('loadSiblings', OFFLINE),
      ...done('loadBlocks', [morning, noon], [noon], []),
      ...failed('loadBlocks', OFFLINE),
      ...done(
        'createBlock',
        bookedBlock(fixture, date),
        refused(
          'already_booked',
          alreadyBookedMessage({ date: formatWireDate(date), slot: NOON, child: child.name }),
        ),
        refused(
          'slot_taken',
          `Someone else just booked ${child.name}’s time, ${MORNING}. Nothing was booked.`,
        ),
        refused(
          'price_changed',
          `The price for ${child.name} is now $${NEW_PRICE}. Please review it and book again.`,
        ),
        newTerms,
      ),
      ...failed('createBlock', OFFLINE),
    ]
  }
}

/** Where events lead depends on what is free, wanted and refused, not on who, when or how much. */
const relevant = ({ treatments, children, siblings, blocks, ...rest }: SiblingsContext) => [
  treatments.map(({ slots }) => slots),
  children?.length,
  siblings,
  rest.wantedSlot,
  blocks.map(({ time }) => time),
  rest.refusal !== null,
]

/** What a walk begins with, as the booking machine gives it to the machine of siblings. */
export const siblingsInput = (fixture: BookingFixture) => ({
  patient: fixture.patient,
  date: fixture.days[0],
  siblings: togetherOf(fixture),
  slot: MORNING,
  known: null,
})

/** Walks that take every transition of the machine for siblings. */
export const siblingsBookingWalks = (
  fixture: BookingFixture = bookingFixture,
  options?: TourOptions<SiblingsContext>,
) => {
  const cases: Cases<typeof siblingsBookingMachine> = siblingsBookingCases(fixture)
  return walksThrough(siblingsBookingMachine, cases, {
    input: siblingsInput(fixture),
    relevant,
    ...options,
  })
}
