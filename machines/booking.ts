import { assign, fromPromise, setup } from 'xstate'
import type {
  BookingForm,
  BookingRefusal,
  BookingSuccess,
  NewAppointment,
} from '../server/contract/appointments.ts'
import { formatWireDate, type IsoDate } from '../server/contract/dates.ts'
import type { Treatment } from '../server/contract/treatments.ts'
import { messageOf, notProvided } from './not-provided.ts'

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

function newAppointment(context: BookingContext, event: { form: BookingForm }): NewAppointment {
  const { patient, date, treatment, slot } = context
  return {
    treatment: treatment?.name ?? '',
    price: treatment?.price ?? 0,
    date: formatWireDate(date),
    slot: slot ?? '',
    paid: false,
    patientName: patient.name,
    email: patient.email,
    ...event.form,
  }
}

/** The same treatment in a fresh list, with its free slots and price of now. */
function sameTreatment(treatments: Treatment[], chosen: Treatment | null): Treatment | null {
  return treatments.find((treatment) => treatment._id === chosen?._id) ?? null
}

const loadedList = ({ event }: { event: { output: Treatment[] } }) => ({
  treatments: event.output,
})
const answer = ({ event }: { event: { output: BookingResult } }) => ({ result: event.output })
const failure = ({ event }: { event: { error: unknown } }) => ({ error: event.error })

function hasFreeSlots(treatment: Treatment | null): boolean {
  return treatment !== null && treatment.slots.length > 0
}

/** Choosing and booking an appointment: date → treatment → slot → dialog → confirmed (design section 9). */
export const bookingMachine = setup({
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
    /** The chosen treatment still has slots, and this is why the day was loaded again. */
    isFreeAfter: (
      { context },
      { treatments, refusal }: { treatments: Treatment[]; refusal: BookingRefusal['code'] | null },
    ) =>
      (context.refusal?.code ?? null) === refusal &&
      hasFreeSlots(sameTreatment(treatments, context.treatment)),
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
    rememberMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    rememberRefusal: assign({
      refusal: (_, { result }: { result: BookingResult }) => (result.success ? null : result),
    }),
    rememberBooking: assign({
      booking: (_, { result }: { result: BookingResult }) =>
        result.success ? result.booking : null,
    }),
  },
}).createMachine({
  id: 'booking',
  context: ({ input }) => ({
    ...input,
    treatments: [],
    treatment: null,
    slot: null,
    refusal: null,
    booking: null,
    message: null,
  }),
  initial: 'browsing',
  states: {
    browsing: {
      description: 'Looking at a day: nothing is being booked, the calendar is free to use.',
      initial: 'loadingTreatments',
      on: {
        'date.choose': {
          target: '.loadingTreatments',
          reenter: true,
          actions: ['startOver', assign({ date: ({ event }) => event.date })],
        },
      },
      states: {
        loadingTreatments: {
          description: 'The treatments of the chosen day are on their way.',
          invoke: {
            id: 'loadTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date }),
            onDone: {
              target: 'choosingTreatment',
              actions: { type: 'rememberTreatments', params: loadedList },
            },
            onError: {
              target: 'loadFailed',
              actions: { type: 'rememberMessage', params: failure },
            },
          },
        },
        loadFailed: {
          description: 'The treatments could not be loaded; the visitor may try again.',
          on: { 'treatments.reload': { target: 'loadingTreatments', actions: 'startOver' } },
        },
        choosingTreatment: {
          description: 'The cards of the day are shown.',
          initial: 'undisturbed',
          on: {
            'treatment.choose': {
              guard: { type: 'hasFreeSlot', params: ({ event }) => event },
              target: 'choosingSlot',
              actions: { type: 'rememberTreatment', params: ({ event }) => event },
            },
          },
          states: {
            undisturbed: { description: 'Nothing happened but the choice of a day.' },
            treatmentFull: {
              description: 'The last slot of the chosen treatment went to somebody else.',
            },
          },
        },
        choosingSlot: {
          description: 'The slots of the chosen treatment are shown under the cards.',
          initial: 'undisturbed',
          on: {
            'treatment.choose': {
              guard: { type: 'hasFreeSlot', params: ({ event }) => event },
              target: '.undisturbed',
              actions: { type: 'rememberTreatment', params: ({ event }) => event },
            },
            'slot.choose': {
              guard: { type: 'isFreeSlot', params: ({ event }) => ({ slot: event.slot }) },
              target: '#booking.dialog',
              actions: assign({ slot: ({ event }) => event.slot, refusal: null, message: null }),
            },
          },
          states: {
            undisturbed: { description: 'Nothing happened but the choice of a treatment.' },
            slotTaken: {
              description: 'The slot went to somebody else; these are the slots of now.',
            },
            priceChanged: { description: 'The price changed; the card shows the price of now.' },
            alreadyBooked: {
              description: 'The visitor already has an appointment that stands in the way.',
            },
          },
        },
        refreshing: {
          description: 'A booking was refused or failed: the day is loaded again, as it is now.',
          invoke: {
            id: 'refreshTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date }),
            onDone: [
              {
                guard: {
                  type: 'isFreeAfter',
                  params: ({ event }) => ({ treatments: event.output, refusal: 'price_changed' }),
                },
                target: 'choosingSlot.priceChanged',
                actions: { type: 'refreshTreatment', params: loadedList },
              },
              {
                guard: {
                  type: 'isFreeAfter',
                  params: ({ event }) => ({ treatments: event.output, refusal: 'slot_taken' }),
                },
                target: 'choosingSlot.slotTaken',
                actions: { type: 'refreshTreatment', params: loadedList },
              },
              {
                guard: {
                  type: 'isFreeAfter',
                  params: ({ event }) => ({ treatments: event.output, refusal: null }),
                },
                target: 'choosingSlot',
                actions: { type: 'refreshTreatment', params: loadedList },
              },
              {
                target: 'choosingTreatment.treatmentFull',
                actions: { type: 'refreshTreatment', params: loadedList },
              },
            ],
            onError: {
              target: 'loadFailed',
              actions: { type: 'rememberMessage', params: failure },
            },
          },
        },
      },
    },
    dialog: {
      description: 'The booking dialog is open.',
      initial: 'fillingForm',
      states: {
        fillingForm: {
          description: 'The visitor types phone and address.',
          on: { 'dialog.close': '#booking.browsing.choosingSlot', 'booking.submit': 'submitting' },
        },
        submitting: {
          description: 'The booking is with the server. No way back: it may already be made.',
          invoke: {
            id: 'createAppointment',
            src: 'createAppointment',
            input: ({ context, event }) => {
              if (event.type !== 'booking.submit') throw new Error(`Unexpected ${event.type}`)
              return newAppointment(context, event)
            },
            onDone: [
              {
                guard: { type: 'isBooked', params: answer },
                target: '#booking.booked',
                actions: { type: 'rememberBooking', params: answer },
              },
              {
                guard: { type: 'isDuplicate', params: answer },
                target: '#booking.browsing.choosingSlot.alreadyBooked',
                actions: { type: 'rememberRefusal', params: answer },
              },
              {
                target: '#booking.browsing.refreshing',
                actions: { type: 'rememberRefusal', params: answer },
              },
            ],
            onError: {
              target: 'submitFailed',
              actions: { type: 'rememberMessage', params: failure },
            },
          },
        },
        submitFailed: {
          description: 'The server could not be reached or refused the form; all typed is kept.',
          on: {
            // Nobody knows what has become of the slot, not even whether it is booked now.
            'dialog.close': '#booking.browsing.refreshing',
            'booking.submit': 'submitting',
          },
        },
      },
    },
    booked: {
      description: 'The appointment is made.',
      on: { 'booking.another': { target: 'browsing', actions: 'startOver' } },
    },
  },
})
