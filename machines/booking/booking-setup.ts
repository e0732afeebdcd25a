import { assign, fromPromise, setup } from 'xstate'
import type {
  BookingForm,
  BookingRefusal,
  BookingSuccess,
  NewAppointment,
} from '../../contract/appointments.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { messageOf, notProvided } from '../not-provided.ts'

export interface Patient {
  name: string
  email: string
}

export interface BookingContext {
  patient: Patient
  date: IsoDate
  /** The treatments of `date` as last loaded: what the cards show. */
  treatments: Treatment[]
  treatment: Treatment | null
  slot: string | null
  /** The last refusal, until the visitor chooses anew. */
  refusal: BookingRefusal | null
  /** The appointment just made. */
  booking: BookingSuccess['booking'] | null
  /** Why loading or booking failed, for people. */
  message: string | null
}

export type BookingEvent =
  /** The visitor picked a day in the calendar. */
  | { type: 'date.choose'; date: IsoDate }
  /** The visitor wants the treatments that failed to load after all. */
  | { type: 'treatments.reload' }
  /** 'Select Treatment' on a card. */
  | { type: 'treatment.choose'; treatment: Treatment }
  /** A slot of the chosen treatment; it opens the dialog. */
  | { type: 'slot.choose'; slot: string }
  /** The dialog was closed without booking. */
  | { type: 'dialog.close' }
  /** 'Book' in the dialog. */
  | { type: 'booking.submit'; form: BookingForm }
  /** After a booking: once more from the calendar. */
  | { type: 'booking.another' }

/** What `createAppointment` makes of the server's answer; anything else it throws. */
export type BookingResult = BookingSuccess | BookingRefusal

/** The same treatment in a fresh list, with its free slots and price of now. */
function sameTreatment(treatments: Treatment[], chosen: Treatment | null): Treatment | null {
  return treatments.find((treatment) => treatment._id === chosen?._id) ?? null
}

function hasFreeSlots(treatment: Treatment | null): boolean {
  return treatment !== null && treatment.slots.length > 0
}

/** The chosen treatment still has slots on a day that was loaded again, and `refusal` is why it was. */
function isFreeAfter(refusal: BookingRefusal['code'] | null) {
  return (
    { context }: { context: BookingContext },
    { treatments }: { treatments: Treatment[] },
  ): boolean =>
    (context.refusal?.code ?? null) === refusal &&
    hasFreeSlots(sameTreatment(treatments, context.treatment))
}

/** What the booking machine is made of: its ports, guards and actions. */
export const bookingSetup = setup({
  types: {
    context: {} as BookingContext,
    events: {} as BookingEvent,
    input: {} as { patient: Patient; date: IsoDate },
  },
  actors: {
    /** The treatments of a day with their free slots, as fresh as `GET /available` has them. */
    loadTreatments: fromPromise<Treatment[], { date: IsoDate }>(notProvided('loadTreatments')),
    /** `POST /appointments`; resolves for a booking and for a refusal, rejects for a failure. */
    createAppointment: fromPromise<BookingResult, NewAppointment>(notProvided('createAppointment')),
  },
  guards: {
    /** As the day was last loaded, whatever an older card still shows. */
    hasFreeSlot: ({ context }, { treatment }: { treatment: Treatment }) =>
      hasFreeSlots(sameTreatment(context.treatments, treatment)),
    isFree: isFreeAfter(null),
    isFreeAtNewPrice: isFreeAfter('price_changed'),
    isFreeAtOtherTimes: isFreeAfter('slot_taken'),
    isFreeSlot: ({ context }, { slot }: { slot: string }) =>
      context.treatment?.slots.includes(slot) ?? false,
    isBooked: (_, { result }: { result: BookingResult }) => result.success,
    isDuplicate: (_, { result }: { result: BookingResult }) =>
      !result.success && result.code === 'already_booked',
  },
  actions: {
    startOver: assign({
      treatments: [],
      treatment: null,
      slot: null,
      refusal: null,
      booking: null,
      message: null,
    }),
    rememberDate: assign({ date: (_, { date }: { date: IsoDate }) => date }),
    rememberTreatments: assign({
      treatments: (_, { treatments }: { treatments: Treatment[] }) => treatments,
    }),
    rememberTreatment: assign({
      treatment: ({ context }, { treatment }: { treatment: Treatment }) =>
        sameTreatment(context.treatments, treatment),
      slot: null,
      refusal: null,
      message: null,
    }),
    refreshTreatment: assign({
      treatments: (_, { treatments }: { treatments: Treatment[] }) => treatments,
      treatment: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        sameTreatment(treatments, context.treatment) ?? context.treatment,
      slot: null,
    }),
    rememberSlot: assign({
      slot: (_, { slot }: { slot: string }) => slot,
      refusal: null,
      message: null,
    }),
    rememberMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    rememberRefusal: assign({
      refusal: (_, { result }: { result: BookingResult }) => (result.success ? null : result),
    }),
    rememberBooking: assign({
      booking: (_, { result }: { result: BookingResult }) =>
        result.success ? result.booking : null,
    }),
  },
})
