import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type {
  BookingForm,
  BookingRefusal,
  BookingSuccess,
  NewAppointment,
} from '../../contract/appointments.ts'
import { formatWireDate, type IsoDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { failure, messageOf, notProvided } from '../actors.ts'

export interface Patient {
  name: string
  email: string
}

export interface BookingContext {
  patient: Patient
  date: IsoDate
  /** The treatments of `date` as last loaded, which the cards show. */
  treatments: Treatment[]
  treatment: Treatment | null
  slot: string | null
  /** The last refusal, until the user chooses again. */
  refusal: BookingRefusal | null
  /** The appointment just booked. */
  booking: BookingSuccess['booking'] | null
  /** Why loading or booking failed, for the user. */
  message: string | null
}

export type BookingEvent =
  /** A day is picked in the calendar. */
  | { type: 'date.choose'; date: IsoDate }
  /** 'Try again' after the treatments failed to load. */
  | { type: 'treatments.reload' }
  /** 'Select Treatment' on a card. */
  | { type: 'treatment.choose'; treatment: Treatment }
  /** A slot of the chosen treatment, which opens the dialog. */
  | { type: 'slot.choose'; slot: string }
  /** The dialog is closed without booking. */
  | { type: 'dialog.close' }
  /** 'Book' in the dialog. */
  | { type: 'booking.submit'; form: BookingForm }
  /** After a booking: back to the calendar for another one. */
  | { type: 'booking.another' }

/** The server's answer to a booking; other answers are errors. */
export type BookingResult = BookingSuccess | BookingRefusal

const loaded = ({ event }: { event: { output: Treatment[] } }) => ({ treatments: event.output })
const bookingResult = ({ event }: { event: { output: BookingResult } }) => ({
  result: event.output,
})

/** Choosing and booking an appointment: date → treatment → slot → dialog → booked. */
export const bookingMachine = setup({
  types: {
    context: {} as BookingContext,
    events: {} as BookingEvent,
    input: {} as { patient: Patient; date: IsoDate },
  },
  actors: {
    /** `GET /available`: the treatments of a day with their free slots. */
    loadTreatments: fromPromise<Treatment[], { date: IsoDate }>(notProvided('loadTreatments')),
    /** `POST /appointments`; resolves for a booking and for a refusal. */
    createAppointment: fromPromise<BookingResult, NewAppointment>(notProvided('createAppointment')),
  },
  guards: {
    /** As last loaded, whatever an older card still shows. */
    hasFreeSlot: ({ context }, { treatment }: { treatment: Treatment }) =>
      hasFreeSlot(context.treatments, treatment),
    isFree: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.refusal === null && hasFreeSlot(treatments, context.treatment),
    isFreeAtNewPrice: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.refusal?.code === 'price_changed' && hasFreeSlot(treatments, context.treatment),
    isFreeAtOtherTimes: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.refusal?.code === 'slot_taken' && hasFreeSlot(treatments, context.treatment),
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
      description: 'Looking at a day; the calendar is enabled.',
      initial: 'loadingTreatments',
      on: {
        'date.choose': {
          target: '.loadingTreatments',
          actions: ['startOver', { type: 'rememberDate', params: ({ event }) => event }],
        },
      },
      states: {
        loadingTreatments: {
          description: 'The treatments of the chosen day are loading.',
          invoke: {
            id: 'loadTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date }),
            onDone: {
              target: 'choosingTreatment',
              actions: { type: 'rememberTreatments', params: loaded },
            },
            onError: {
              target: 'loadFailed',
              actions: { type: 'rememberMessage', params: failure },
            },
          },
        },
        loadFailed: {
          description: 'The treatments could not be loaded; the user can try again.',
          on: { 'treatments.reload': { target: 'loadingTreatments', actions: 'startOver' } },
        },
        choosingTreatment: {
          description: 'The treatments of the day are shown as cards.',
          initial: 'undisturbed',
          on: {
            'treatment.choose': {
              guard: { type: 'hasFreeSlot', params: ({ event }) => event },
              target: 'choosingSlot',
              actions: { type: 'rememberTreatment', params: ({ event }) => event },
            },
          },
          states: {
            undisturbed: { description: 'No notice is shown.' },
            treatmentFull: {
              description: 'Another patient booked the last slot of the chosen treatment.',
            },
          },
        },
        choosingSlot: {
          description: 'The slots of the chosen treatment are shown below the cards.',
          initial: 'undisturbed',
          on: {
            'treatment.choose': {
              guard: { type: 'hasFreeSlot', params: ({ event }) => event },
              target: '.undisturbed',
              actions: { type: 'rememberTreatment', params: ({ event }) => event },
            },
            'slot.choose': {
              guard: { type: 'isFreeSlot', params: ({ event }) => event },
              target: '#booking.dialog',
              actions: { type: 'rememberSlot', params: ({ event }) => event },
            },
          },
          states: {
            undisturbed: { description: 'No notice is shown.' },
            slotTaken: {
              description: 'Another patient booked the slot; the remaining slots are shown.',
            },
            priceChanged: { description: 'The price has changed; the card shows the new one.' },
            alreadyBooked: {
              description: 'The user already has an appointment that conflicts with this one.',
            },
          },
        },
        refreshing: {
          description: 'A booking was refused or failed; the day is loaded again.',
          invoke: {
            id: 'refreshTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date }),
            onDone: [
              {
                guard: { type: 'isFreeAtNewPrice', params: loaded },
                target: 'choosingSlot.priceChanged',
                actions: { type: 'refreshTreatment', params: loaded },
              },
              {
                guard: { type: 'isFreeAtOtherTimes', params: loaded },
                target: 'choosingSlot.slotTaken',
                actions: { type: 'refreshTreatment', params: loaded },
              },
              {
                guard: { type: 'isFree', params: loaded },
                target: 'choosingSlot',
                actions: { type: 'refreshTreatment', params: loaded },
              },
              {
                target: 'choosingTreatment.treatmentFull',
                actions: { type: 'refreshTreatment', params: loaded },
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
          description: 'The form waits for phone and address.',
          on: { 'dialog.close': '#booking.browsing.choosingSlot', 'booking.submit': 'submitting' },
        },
        submitting: {
          description: 'The server is booking; the dialog stays open until it has answered.',
          invoke: {
            id: 'createAppointment',
            src: 'createAppointment',
            input: ({ context, event }) => {
              assertEvent(event, 'booking.submit')
              return {
                treatment: context.treatment?.name ?? '',
                price: context.treatment?.price ?? 0,
                date: formatWireDate(context.date),
                slot: context.slot ?? '',
                paid: false,
                patientName: context.patient.name,
                email: context.patient.email,
                ...event.form,
              }
            },
            onDone: [
              {
                guard: { type: 'isBooked', params: bookingResult },
                target: '#booking.booked',
                actions: { type: 'rememberBooking', params: bookingResult },
              },
              {
                guard: { type: 'isDuplicate', params: bookingResult },
                target: '#booking.browsing.choosingSlot.alreadyBooked',
                actions: { type: 'rememberRefusal', params: bookingResult },
              },
              {
                target: '#booking.browsing.refreshing',
                actions: { type: 'rememberRefusal', params: bookingResult },
              },
            ],
            onError: {
              target: 'submitFailed',
              actions: { type: 'rememberMessage', params: failure },
            },
          },
        },
        submitFailed: {
          description: 'The server was unreachable or rejected the form, which keeps its values.',
          on: {
            // The slot may have been booked by the failed request.
            'dialog.close': '#booking.browsing.refreshing',
            'booking.submit': 'submitting',
          },
        },
      },
    },
    booked: {
      description: 'The appointment is booked.',
      on: { 'booking.another': { target: 'browsing', actions: 'startOver' } },
    },
  },
})

/** The same treatment in a newer list, with its current slots and price. */
function sameTreatment(treatments: Treatment[], chosen: Treatment | null): Treatment | null {
  return treatments.find((treatment) => treatment._id === chosen?._id) ?? null
}

function hasFreeSlot(treatments: Treatment[], chosen: Treatment | null): boolean {
  return (sameTreatment(treatments, chosen)?.slots.length ?? 0) > 0
}
