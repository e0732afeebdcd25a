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
    hasFreeSlot: (_, { treatment }: { treatment: Treatment }) => treatment.slots.length > 0,
    isStillFree: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      hasFreeSlots(sameTreatment(treatments, context.treatment)),
    isFreeAtNewPrice: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.refusal?.code === 'price_changed' &&
      hasFreeSlots(sameTreatment(treatments, context.treatment)),
    isFreeSlot: ({ context }, { slot }: { slot: string }) =>
      context.treatment?.slots.includes(slot) ?? false,
    isBooked: (_, { result }: { result: BookingResult }) => result.success,
    isDuplicate: (_, { result }: { result: BookingResult }) =>
      !result.success && result.code === 'already_booked',
  },
  actions: {
    startOver: assign({ treatment: null, slot: null, refusal: null, booking: null, message: null }),
    rememberTreatment: assign({
      treatment: (_, { treatment }: { treatment: Treatment }) => treatment,
      slot: null,
      refusal: null,
      message: null,
    }),
    refreshTreatment: assign({
      treatment: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        sameTreatment(treatments, context.treatment),
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
            onDone: 'choosingTreatment',
            onError: {
              target: 'loadFailed',
              actions: {
                type: 'rememberMessage',
                params: ({ event }) => ({ error: event.error }),
              },
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
          description: 'A booking was refused by the state of the day: the day is loaded again.',
          invoke: {
            id: 'refreshTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date }),
            onDone: [
              {
                guard: {
                  type: 'isFreeAtNewPrice',
                  params: ({ event }) => ({ treatments: event.output }),
                },
                target: 'choosingSlot.priceChanged',
                actions: {
                  type: 'refreshTreatment',
                  params: ({ event }) => ({ treatments: event.output }),
                },
              },
              {
                guard: {
                  type: 'isStillFree',
                  params: ({ event }) => ({ treatments: event.output }),
                },
                target: 'choosingSlot.slotTaken',
                actions: {
                  type: 'refreshTreatment',
                  params: ({ event }) => ({ treatments: event.output }),
                },
              },
              { target: 'choosingTreatment.treatmentFull' },
            ],
            onError: {
              target: 'loadFailed',
              actions: {
                type: 'rememberMessage',
                params: ({ event }) => ({ error: event.error }),
              },
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
                guard: { type: 'isBooked', params: ({ event }) => ({ result: event.output }) },
                target: '#booking.booked',
                actions: {
                  type: 'rememberBooking',
                  params: ({ event }) => ({ result: event.output }),
                },
              },
              {
                guard: { type: 'isDuplicate', params: ({ event }) => ({ result: event.output }) },
                target: '#booking.browsing.choosingSlot.alreadyBooked',
                actions: {
                  type: 'rememberRefusal',
                  params: ({ event }) => ({ result: event.output }),
                },
              },
              {
                target: '#booking.browsing.refreshing',
                actions: {
                  type: 'rememberRefusal',
                  params: ({ event }) => ({ result: event.output }),
                },
              },
            ],
            onError: {
              target: 'submitFailed',
              actions: {
                type: 'rememberMessage',
                params: ({ event }) => ({ error: event.error }),
              },
            },
          },
        },
        submitFailed: {
          description: 'The server could not be reached or refused the form; all typed is kept.',
          on: { 'dialog.close': '#booking.browsing.choosingSlot', 'booking.submit': 'submitting' },
        },
      },
    },
    booked: {
      description: 'The appointment is made.',
      on: { 'booking.another': { target: 'browsing', actions: 'startOver' } },
    },
  },
})
