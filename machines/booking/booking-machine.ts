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

/** What has been chosen so far; the page's address keeps it. */
export interface Choices {
  date: IsoDate
  /** The treatment's id. */
  treatment: string | null
  /** The doctor's id; null: any doctor. */
  doctor: string | null
  slot: string | null
}

export interface BookingContext {
  patient: Patient
  date: IsoDate
  /** Choices of the address, to be made again when the day has loaded. */
  wish: Omit<Choices, 'date'>
  /** The treatments of `date` as last loaded, which the cards show. */
  treatments: Treatment[]
  treatment: Treatment | null
  /** Id of one of the treatment's doctors; null: any doctor. */
  doctor: string | null
  /** The slot in the dialog. */
  slot: string | null
  /** The slot of the address that is no longer free, until the user chooses again. */
  missedSlot: string | null
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
  /** The back button, after a treatment was chosen. */
  | { type: 'treatment.undo' }
  /** One of the doctors who give the chosen treatment, or any of them. */
  | { type: 'doctor.choose'; doctor: string | null }
  /** A slot of the chosen treatment, which opens the dialog. */
  | { type: 'slot.choose'; slot: string }
  /** The dialog is closed without booking, by its buttons or the back button. */
  | { type: 'dialog.close' }
  /** 'Book' in the dialog. */
  | { type: 'booking.submit'; form: BookingForm }
  /** After a booking: back to the calendar for another one. */
  | { type: 'booking.another' }
  /** The address holds other choices: the forward button, a link, or several steps back. */
  | { type: 'choices.restore'; choices: Choices }

/** The server's answer to a booking; other answers are errors. */
export type BookingResult = BookingSuccess | BookingRefusal

const loaded = ({ event }: { event: { output: Treatment[] } }) => ({ treatments: event.output })
const bookingResult = ({ event }: { event: { output: BookingResult } }) => ({
  result: event.output,
})

const NO_WISH = { treatment: null, doctor: null, slot: null }

/**
 * Choosing and booking an appointment: date → treatment → slot → dialog → booked. It begins with the
 * choices of the address, as after a reload or a login, and makes them again if they are still free.
 */
export const bookingMachine = setup({
  types: {
    context: {} as BookingContext,
    events: {} as BookingEvent,
    input: {} as { patient: Patient; choices: Choices },
  },
  actors: {
    /** `GET /available`: the treatments of a day with their free slots. */
    loadTreatments: fromPromise<Treatment[], { date: IsoDate }>(notProvided('loadTreatments')),
    /** `POST /appointments`; resolves for a booking and for a refusal. */
    createAppointment: fromPromise<BookingResult, NewAppointment>(notProvided('createAppointment')),
  },
  guards: {
    /** The loaded day decides which choices of the address can be made again. */
    isWishedSlotFree: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      isFreeSlot(
        findTreatment(treatments, context.wish.treatment),
        context.wish.doctor,
        context.wish.slot,
      ),
    isWishedSlotGone: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.wish.slot !== null && hasFreeSlot(treatments, context.wish.treatment),
    isWishedTreatmentFree: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      hasFreeSlot(treatments, context.wish.treatment),
    isWishedTreatmentFull: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      findTreatment(treatments, context.wish.treatment) !== null,
    /** As last loaded, whatever an older card still shows. */
    hasFreeSlot: ({ context }, { treatment }: { treatment: Treatment }) =>
      hasFreeSlot(context.treatments, treatment._id),
    isFree: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.refusal === null && hasFreeSlot(treatments, context.treatment?._id ?? null),
    isFreeAtNewPrice: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.refusal?.code === 'price_changed' &&
      hasFreeSlot(treatments, context.treatment?._id ?? null),
    isFreeAtOtherTimes: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.refusal?.code === 'slot_taken' &&
      hasFreeSlot(treatments, context.treatment?._id ?? null),
    isFreeSlot: ({ context }, { slot }: { slot: string }) =>
      isFreeSlot(context.treatment, context.doctor, slot),
    /** Patients choose among two or more. */
    canChooseDoctor: ({ context }, { doctor }: { doctor: string | null }) =>
      doctor === null
        ? context.treatment?.doctors !== undefined
        : findDoctor(context.treatment, doctor) !== null,
    isBooked: (_, { result }: { result: BookingResult }) => result.success,
    isDuplicate: (_, { result }: { result: BookingResult }) =>
      !result.success && result.code === 'already_booked',
  },
  actions: {
    /** Keeps the day's treatments for the screen until they have been loaded again. */
    startFrom: assign(({ context }, { date, ...wish }: Choices) => ({
      date,
      wish,
      treatments: date === context.date ? context.treatments : [],
      treatment: null,
      doctor: null,
      slot: null,
      missedSlot: null,
      refusal: null,
      booking: null,
      message: null,
    })),
    rememberTreatments: assign({
      treatments: (_, { treatments }: { treatments: Treatment[] }) => treatments,
    }),
    rememberTreatment: assign({
      treatment: ({ context }, { treatment }: { treatment: Treatment }) =>
        findTreatment(context.treatments, treatment._id),
      doctor: null,
      missedSlot: null,
      refusal: null,
      message: null,
    }),
    forgetTreatment: assign({
      treatment: null,
      doctor: null,
      missedSlot: null,
      refusal: null,
      message: null,
    }),
    rememberDoctor: assign({
      doctor: (_, { doctor }: { doctor: string | null }) => doctor,
      missedSlot: null,
      refusal: null,
      message: null,
    }),
    grantWish: assign({
      treatment: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        findTreatment(treatments, context.wish.treatment),
      doctor: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        findDoctor(findTreatment(treatments, context.wish.treatment), context.wish.doctor),
      slot: ({ context }) => context.wish.slot,
      wish: NO_WISH,
    }),
    grantTreatment: assign({
      treatment: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        findTreatment(treatments, context.wish.treatment),
      doctor: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        findDoctor(findTreatment(treatments, context.wish.treatment), context.wish.doctor),
      missedSlot: ({ context }) => context.wish.slot,
      wish: NO_WISH,
    }),
    forgetWish: assign({ wish: NO_WISH }),
    refreshTreatment: assign({
      treatments: (_, { treatments }: { treatments: Treatment[] }) => treatments,
      treatment: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        findTreatment(treatments, context.treatment?._id ?? null) ?? context.treatment,
      doctor: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        findDoctor(findTreatment(treatments, context.treatment?._id ?? null), context.doctor),
    }),
    rememberSlot: assign({
      slot: (_, { slot }: { slot: string }) => slot,
      missedSlot: null,
      refusal: null,
      message: null,
    }),
    forgetSlot: assign({ slot: null }),
    rememberMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    rememberRefusal: assign({
      refusal: (_, { result }: { result: BookingResult }) => (result.success ? null : result),
    }),
    rememberBooking: assign({
      booking: (_, { result }: { result: BookingResult }) =>
        result.success ? result.booking : null,
      treatment: null,
      doctor: null,
    }),
  },
}).createMachine({
  id: 'booking',
  context: ({ input: { patient, choices } }) => ({
    patient,
    date: choices.date,
    wish: { treatment: choices.treatment, doctor: choices.doctor, slot: choices.slot },
    treatments: [],
    treatment: null,
    doctor: null,
    slot: null,
    missedSlot: null,
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
          actions: { type: 'startFrom', params: ({ event }) => ({ date: event.date, ...NO_WISH }) },
        },
        'choices.restore': {
          target: '.loadingTreatments',
          actions: { type: 'startFrom', params: ({ event }) => event.choices },
        },
      },
      states: {
        loadingTreatments: {
          description: 'The treatments of the chosen day are loading.',
          invoke: {
            id: 'loadTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date }),
            onDone: [
              {
                guard: { type: 'isWishedSlotFree', params: loaded },
                target: '#booking.dialog',
                actions: [
                  { type: 'rememberTreatments', params: loaded },
                  { type: 'grantWish', params: loaded },
                ],
              },
              {
                guard: { type: 'isWishedSlotGone', params: loaded },
                target: 'choosingSlot.slotGone',
                actions: [
                  { type: 'rememberTreatments', params: loaded },
                  { type: 'grantTreatment', params: loaded },
                ],
              },
              {
                guard: { type: 'isWishedTreatmentFree', params: loaded },
                target: 'choosingSlot',
                actions: [
                  { type: 'rememberTreatments', params: loaded },
                  { type: 'grantTreatment', params: loaded },
                ],
              },
              {
                guard: { type: 'isWishedTreatmentFull', params: loaded },
                target: 'choosingTreatment.treatmentFull',
                actions: [
                  { type: 'rememberTreatments', params: loaded },
                  { type: 'grantTreatment', params: loaded },
                ],
              },
              {
                target: 'choosingTreatment',
                actions: [{ type: 'rememberTreatments', params: loaded }, 'forgetWish'],
              },
            ],
            onError: {
              target: 'loadFailed',
              actions: { type: 'rememberMessage', params: failure },
            },
          },
        },
        loadFailed: {
          description: 'The treatments could not be loaded; the user can try again.',
          on: {
            'treatments.reload': {
              target: 'loadingTreatments',
              actions: { type: 'startFrom', params: ({ context }) => choicesOf(context) },
            },
          },
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
              description: 'The chosen treatment has no free slot left.',
              on: { 'treatment.undo': { target: 'undisturbed', actions: 'forgetTreatment' } },
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
            'treatment.undo': { target: 'choosingTreatment', actions: 'forgetTreatment' },
            'doctor.choose': {
              guard: { type: 'canChooseDoctor', params: ({ event }) => event },
              target: '.undisturbed',
              actions: { type: 'rememberDoctor', params: ({ event }) => event },
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
            slotGone: {
              description: 'The slot of the address is no longer free; the others are shown.',
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
      exit: 'forgetSlot',
      states: {
        fillingForm: {
          description: 'The form waits for phone and address.',
          on: {
            'dialog.close': '#booking.browsing.choosingSlot',
            'booking.submit': 'submitting',
            'choices.restore': {
              target: '#booking.browsing',
              actions: { type: 'startFrom', params: ({ event }) => event.choices },
            },
          },
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
                ...(context.doctor !== null && { doctor: context.doctor }),
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
            'choices.restore': {
              target: '#booking.browsing',
              actions: { type: 'startFrom', params: ({ event }) => event.choices },
            },
          },
        },
      },
    },
    booked: {
      description: 'The appointment is booked.',
      on: {
        'booking.another': {
          target: 'browsing',
          actions: { type: 'startFrom', params: ({ context }) => choicesOf(context) },
        },
        'choices.restore': {
          target: 'browsing',
          actions: { type: 'startFrom', params: ({ event }) => event.choices },
        },
      },
    },
  },
})

/** What the address has to keep. */
export function choicesOf({ date, wish, treatment, doctor, slot }: BookingContext): Choices {
  return {
    date,
    treatment: treatment?._id ?? wish.treatment,
    doctor: doctor ?? wish.doctor,
    slot: slot ?? wish.slot,
  }
}

/** The treatment's free slots, of the chosen doctor only. */
export function slotsOf({ treatment, doctor }: Pick<BookingContext, 'treatment' | 'doctor'>) {
  const chosen = treatment?.doctors?.find(({ _id }) => _id === doctor)
  return chosen?.slots ?? treatment?.slots ?? []
}

function findTreatment(treatments: readonly Treatment[], id: string | null): Treatment | null {
  return treatments.find(({ _id }) => _id === id) ?? null
}

function hasFreeSlot(treatments: readonly Treatment[], id: string | null): boolean {
  return (findTreatment(treatments, id)?.slots.length ?? 0) > 0
}

/** The id, if the doctor gives the treatment and patients can choose. */
function findDoctor(treatment: Treatment | null, id: string | null): string | null {
  return treatment?.doctors?.find(({ _id }) => _id === id)?._id ?? null
}

function isFreeSlot(treatment: Treatment | null, doctor: string | null, slot: string | null) {
  return slot !== null && slotsOf({ treatment, doctor }).includes(slot)
}
