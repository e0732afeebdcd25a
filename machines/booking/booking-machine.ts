import { assertEvent } from 'xstate'
import { formatWireDate } from '#contract/dates.ts'
import type { ChildList } from '#contract/families/children.ts'
import type { Treatment } from '#contract/schedule/treatments.ts'
import { failure, refusal } from '../actors.ts'
import {
  type BookingResult,
  bookingSetup,
  choicesOf,
  otherDay,
  startingContext,
} from './booking-setup.ts'
import { siblings, siblingsBooked, siblingsDialog } from './siblings-states.ts'

const loaded = ({ event }: { event: { output: Treatment[] } }) => ({ treatments: event.output })
const family = ({ event }: { event: { output: ChildList } }) => event.output
const bookingResult = ({ event }: { event: { output: BookingResult } }) => ({
  result: event.output,
})

/**
 * Choosing and booking an appointment: date → treatment → slot → dialog → booked. It begins with the
 * choices of the address, as after a reload or a login, and makes them again if they are still free.
 */
export const bookingMachine = bookingSetup.createMachine({
  id: 'booking',
  context: ({ input: { patient, choices } }) => startingContext(patient, choices),
  initial: 'browsing',
  states: {
    browsing: {
      description: 'Looking at a day; the calendar is enabled.',
      initial: 'loadingTreatments',
      on: {
        'date.choose': {
          target: '.loadingTreatments',
          actions: { type: 'startFrom', params: otherDay },
        },
        'choices.restore': {
          target: '.loadingTreatments',
          actions: { type: 'startFrom', params: ({ event }) => event.choices },
        },
      },
      states: {
        loadingTreatments: {
          description: 'The treatments of the chosen day are loading.',
          on: {
            'child.choose': {
              guard: { type: 'canNamePatient', params: ({ event }) => event },
              actions: { type: 'rememberChild', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'loadTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date }),
            onDone: [
              {
                guard: 'isForSiblings',
                target: '#booking.siblings',
                actions: { type: 'rememberTreatments', params: loaded },
              },
              {
                guard: { type: 'isWantedSlotFree', params: loaded },
                target: '#booking.dialog',
                actions: [
                  { type: 'rememberTreatments', params: loaded },
                  { type: 'takeWanted', params: loaded },
                ],
              },
              {
                guard: { type: 'isWantedSlotGone', params: loaded },
                target: 'choosingSlot.slotGone',
                actions: [
                  { type: 'rememberTreatments', params: loaded },
                  { type: 'grantTreatment', params: loaded },
                ],
              },
              {
                guard: { type: 'isWantedTreatmentFree', params: loaded },
                target: 'choosingSlot',
                actions: [
                  { type: 'rememberTreatments', params: loaded },
                  { type: 'grantTreatment', params: loaded },
                ],
              },
              {
                guard: { type: 'isWantedTreatmentFull', params: loaded },
                target: 'choosingTreatment.treatmentFull',
                actions: [
                  { type: 'rememberTreatments', params: loaded },
                  { type: 'grantTreatment', params: loaded },
                ],
              },
              {
                target: 'choosingTreatment',
                actions: [{ type: 'rememberTreatments', params: loaded }, 'forgetWanted'],
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
            'child.choose': {
              guard: { type: 'canNamePatient', params: ({ event }) => event },
              target: '.undisturbed',
              actions: [{ type: 'rememberChild', params: ({ event }) => event }, 'forgetTreatment'],
            },
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
            // What was refused for one child may be possible for another.
            'child.choose': {
              guard: { type: 'canNamePatient', params: ({ event }) => event },
              target: '.undisturbed',
              actions: [{ type: 'rememberChild', params: ({ event }) => event }, 'forgetRefusal'],
            },
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
          on: {
            'child.choose': {
              guard: { type: 'canNamePatient', params: ({ event }) => event },
              actions: { type: 'rememberChild', params: ({ event }) => event },
            },
          },
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
      initial: 'loadingChildren',
      exit: 'forgetSlot',
      states: {
        loadingChildren: {
          description: 'The user’s children are loading; the form can be filled in meanwhile.',
          invoke: {
            id: 'loadChildren',
            src: 'loadChildren',
            onDone: {
              target: 'fillingForm',
              actions: { type: 'rememberChildren', params: family },
            },
            onError: [
              { guard: 'knowsChildren', target: 'fillingForm' },
              {
                target: 'childrenFailed',
                actions: { type: 'rememberMessage', params: failure },
              },
            ],
          },
          on: {
            'dialog.close': '#booking.browsing.choosingSlot',
            'choices.restore': {
              target: '#booking.browsing',
              actions: { type: 'startFrom', params: ({ event }) => event.choices },
            },
          },
        },
        childrenFailed: {
          description: 'The user’s children could not be loaded; the form keeps its values.',
          on: {
            'children.reload': { target: 'loadingChildren', actions: 'forgetMessage' },
            'dialog.close': '#booking.browsing.choosingSlot',
            'choices.restore': {
              target: '#booking.browsing',
              actions: { type: 'startFrom', params: ({ event }) => event.choices },
            },
          },
        },
        fillingForm: {
          description: 'The form waits for phone and address, and asks for whom it is.',
          on: {
            'child.choose': {
              guard: { type: 'canChooseChild', params: ({ event }) => event },
              actions: { type: 'rememberChild', params: ({ event }) => event },
            },
            'child.add': 'addingChild',
            'siblings.start': {
              guard: 'hasSiblings',
              target: '#booking.siblings.choosingChildren',
              actions: 'suggestSiblings',
            },
            'dialog.close': '#booking.browsing.choosingSlot',
            'booking.submit': 'submitting',
            'choices.restore': {
              target: '#booking.browsing',
              actions: { type: 'startFrom', params: ({ event }) => event.choices },
            },
          },
        },
        addingChild: {
          description: 'The form for a new child is shown, with what prevented the last attempt.',
          on: {
            'child.save': { target: 'savingChild', actions: 'forgetMessage' },
            'child.cancel': { target: 'fillingForm', actions: 'forgetMessage' },
            'dialog.close': '#booking.browsing.choosingSlot',
            'choices.restore': {
              target: '#booking.browsing',
              actions: { type: 'startFrom', params: ({ event }) => event.choices },
            },
          },
        },
        savingChild: {
          description: 'The server adds the child, who is then chosen.',
          invoke: {
            id: 'addChild',
            src: 'addChild',
            input: ({ event }) => {
              assertEvent(event, 'child.save')
              return event.child
            },
            onDone: {
              target: 'fillingForm',
              actions: {
                type: 'rememberNewChild',
                params: ({ event }) => ({ added: event.output }),
              },
            },
            onError: {
              target: 'addingChild',
              actions: { type: 'rememberMessage', params: failure },
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
                ...(context.child && { child: context.child }),
                paid: false,
                patientName: context.patient.name,
                email: context.patient.email,
                ...event.form,
                terms: event.terms,
              }
            },
            onDone: [
              {
                guard: { type: 'isBooked', params: bookingResult },
                target: '#booking.booked',
                actions: { type: 'rememberBooking', params: bookingResult },
              },
              {
                guard: { type: 'areTermsNew', params: bookingResult },
                target: 'termsChanged',
                actions: { type: 'rememberMessage', params: refusal },
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
        termsChanged: {
          description: 'The clinic has changed its refund terms; the dialog shows the new ones.',
          on: {
            'child.choose': {
              guard: { type: 'canChooseChild', params: ({ event }) => event },
              actions: { type: 'rememberChild', params: ({ event }) => event },
            },
            'dialog.close': '#booking.browsing.choosingSlot',
            'booking.submit': 'submitting',
            'choices.restore': {
              target: '#booking.browsing',
              actions: { type: 'startFrom', params: ({ event }) => event.choices },
            },
          },
        },
        submitFailed: {
          description: 'The server was unreachable or rejected the form, which keeps its values.',
          on: {
            'child.choose': {
              guard: { type: 'canChooseChild', params: ({ event }) => event },
              actions: { type: 'rememberChild', params: ({ event }) => event },
            },
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
    siblings,
    siblingsDialog,
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
    siblingsBooked,
  },
})
