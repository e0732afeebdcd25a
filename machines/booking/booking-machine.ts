import type { NewAppointment } from '../../contract/appointments.ts'
import { formatWireDate } from '../../contract/dates.ts'
import type { Treatment } from '../../contract/treatments.ts'
import { failTo } from '../answers.ts'
import { type BookingContext, type BookingResult, bookingSetup } from './booking-setup.ts'

function newAppointment(
  { patient, date, treatment, slot }: BookingContext,
  form: Pick<NewAppointment, 'phone' | 'address'>,
): NewAppointment {
  return {
    treatment: treatment?.name ?? '',
    price: treatment?.price ?? 0,
    date: formatWireDate(date),
    slot: slot ?? '',
    paid: false,
    patientName: patient.name,
    email: patient.email,
    ...form,
  }
}

const list = ({ event }: { event: { output: Treatment[] } }) => ({ treatments: event.output })
const answer = ({ event }: { event: { output: BookingResult } }) => ({ result: event.output })

function refreshTo<Target extends string>(target: Target) {
  return { target, actions: { type: 'refreshTreatment', params: list } } as const
}

const browsing = bookingSetup.createStateConfig({
  description: 'Looking at a day: nothing is being booked, the calendar is free to use.',
  initial: 'loadingTreatments',
  on: {
    'date.choose': {
      target: '.loadingTreatments',
      actions: ['startOver', { type: 'rememberDate', params: ({ event }) => event }],
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
          actions: { type: 'rememberTreatments', params: list },
        },
        onError: failTo('loadFailed'),
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
          guard: { type: 'isFreeSlot', params: ({ event }) => event },
          target: '#booking.dialog',
          actions: { type: 'rememberSlot', params: ({ event }) => event },
        },
      },
      states: {
        undisturbed: { description: 'Nothing happened but the choice of a treatment.' },
        slotTaken: { description: 'The slot went to somebody else; these are the slots of now.' },
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
            guard: { type: 'isFreeAtNewPrice', params: list },
            ...refreshTo('choosingSlot.priceChanged'),
          },
          {
            guard: { type: 'isFreeAtOtherTimes', params: list },
            ...refreshTo('choosingSlot.slotTaken'),
          },
          { guard: { type: 'isFree', params: list }, ...refreshTo('choosingSlot') },
          refreshTo('choosingTreatment.treatmentFull'),
        ],
        onError: failTo('loadFailed'),
      },
    },
  },
})

const dialog = bookingSetup.createStateConfig({
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
          return newAppointment(context, event.form)
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
        onError: failTo('submitFailed'),
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
})

/** Choosing and booking an appointment: date → treatment → slot → dialog → booked (design section 9). */
export const bookingMachine = bookingSetup.createMachine({
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
    browsing,
    dialog,
    booked: {
      description: 'The appointment is made.',
      on: { 'booking.another': { target: 'browsing', actions: 'startOver' } },
    },
  },
})
