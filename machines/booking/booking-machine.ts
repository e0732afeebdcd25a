import { assertEvent } from 'xstate'
import { formatWireDate } from '#contract/dates.ts'
import { answer, failure, refusal } from '../actors.ts'
import { bookingSetup, choicesOf, otherDay, siblingsOf, startingContext } from './booking-setup.ts'
import type { LoadedDay } from './choices.ts'

const loaded = ({ event }: { event: { output: LoadedDay } }) => event.output

/**
 * Choosing and booking an appointment: date → treatment → slot → dialog → confirm → booked. Siblings who come
 * together, and a series, are booked by machines of their own, which it runs. It begins with the choices of the
 * address, as after a reload or a login, and makes them again if they are still free.
 */
export const bookingMachine = bookingSetup.createMachine({
  id: 'booking',
  context: ({ input: { patient, choices } }) => startingContext(patient, choices),
  initial: 'date',
  on: {
    'choices.restore': {
      target: '.date',
      actions: { type: 'startFrom', params: ({ event }) => event.choices },
    },
  },
  states: {
    date: {
      description: 'A day is chosen; the calendar is enabled here and in the next two states.',
      initial: 'loadingTreatments',
      on: {
        'date.choose': {
          target: '.loadingTreatments',
          actions: { type: 'startFrom', params: otherDay },
        },
      },
      states: {
        loadingTreatments: {
          description:
            'The treatments of the chosen day are loading; a booking for siblings goes on from here.',
          always: { guard: 'isForSiblings', target: '#booking.siblings' },
          on: {
            'child.choose': {
              guard: { type: 'canNamePatient', params: ({ event }) => event },
              actions: { type: 'assignChild', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'loadTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date, wanted: choicesOf(context) }),
            onDone: [
              {
                guard: { type: 'isWantedOwn', params: loaded },
                target: '#booking.own',
                actions: { type: 'assignOwn', params: loaded },
              },
              {
                guard: { type: 'isWantedSlotFree', params: loaded },
                target: '#booking.dialog',
                actions: { type: 'takeWanted', params: loaded },
              },
              {
                guard: { type: 'isWantedSlotGone', params: loaded },
                target: '#booking.slot.choosing.slotGone',
                actions: { type: 'grantTreatment', params: loaded },
              },
              {
                guard: { type: 'isWantedTreatmentFree', params: loaded },
                target: '#booking.slot',
                actions: { type: 'grantTreatment', params: loaded },
              },
              {
                guard: { type: 'isWantedTreatmentFull', params: loaded },
                target: '#booking.treatment.choosing.treatmentFull',
                actions: { type: 'grantTreatment', params: loaded },
              },
              {
                target: '#booking.treatment',
                actions: [{ type: 'assignTreatments', params: loaded }, 'forgetWanted'],
              },
            ],
            onError: {
              target: 'loadFailed',
              actions: { type: 'assignMessage', params: failure },
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
      },
    },
    own: {
      description: 'The time of the address is the family’s already; the page leads to it.',
      on: { 'choices.restore': {} },
    },
    treatment: {
      description: 'A treatment is chosen.',
      initial: 'choosing',
      on: {
        'date.choose': { target: 'date', actions: { type: 'startFrom', params: otherDay } },
      },
      states: {
        choosing: {
          description: 'The treatments of the day are shown as cards.',
          initial: 'undisturbed',
          on: {
            'child.choose': {
              guard: { type: 'canNamePatient', params: ({ event }) => event },
              target: '.undisturbed',
              actions: [{ type: 'assignChild', params: ({ event }) => event }, 'forgetTreatment'],
            },
            'treatments.refresh': {
              guard: { type: 'isShownDay', params: ({ event }) => event },
              actions: { type: 'assignTreatments', params: ({ event }) => event },
            },
            'treatment.choose': {
              guard: { type: 'hasFreeSlot', params: ({ event }) => event },
              target: '#booking.slot',
              actions: { type: 'assignTreatment', params: ({ event }) => event },
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
      },
    },
    slot: {
      description: 'A time is chosen.',
      initial: 'choosing',
      entry: 'forgetSlot',
      on: {
        'date.choose': { target: 'date', actions: { type: 'startFrom', params: otherDay } },
      },
      states: {
        choosing: {
          description: 'The slots of the chosen treatment are shown below the cards.',
          initial: 'undisturbed',
          always: { guard: 'isTreatmentFull', target: '#booking.treatment.choosing.treatmentFull' },
          on: {
            'treatment.choose': {
              guard: { type: 'hasFreeSlot', params: ({ event }) => event },
              target: '.undisturbed',
              actions: { type: 'assignTreatment', params: ({ event }) => event },
            },
            'treatments.refresh': {
              guard: { type: 'isShownDay', params: ({ event }) => event },
              actions: { type: 'refreshTreatment', params: ({ event }) => event },
            },
            'treatment.undo': { target: '#booking.treatment', actions: 'forgetTreatment' },
            // What was refused for one child may be possible for another.
            'child.choose': {
              guard: { type: 'canNamePatient', params: ({ event }) => event },
              target: '.undisturbed',
              actions: [{ type: 'assignChild', params: ({ event }) => event }, 'forgetRefusal'],
            },
            'doctor.choose': {
              guard: { type: 'canChooseDoctor', params: ({ event }) => event },
              target: '.undisturbed',
              actions: { type: 'assignDoctor', params: ({ event }) => event },
            },
            'slot.choose': {
              guard: { type: 'isFreeSlot', params: ({ event }) => event },
              target: '#booking.dialog',
              actions: { type: 'assignSlot', params: ({ event }) => event },
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
              actions: { type: 'assignChild', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'refreshTreatments',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date }),
            onDone: [
              {
                guard: 'isPriceChanged',
                target: 'choosing.priceChanged',
                actions: { type: 'refreshTreatment', params: loaded },
              },
              {
                guard: 'isSlotTaken',
                target: 'choosing.slotTaken',
                actions: { type: 'refreshTreatment', params: loaded },
              },
              {
                guard: 'isAlreadyBooked',
                target: 'choosing.alreadyBooked',
                actions: { type: 'refreshTreatment', params: loaded },
              },
              {
                target: 'choosing',
                actions: { type: 'refreshTreatment', params: loaded },
              },
            ],
            onError: {
              target: '#booking.date.loadFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
      },
    },
    dialog: {
      description: 'The booking dialog is open.',
      initial: 'appointment',
      states: {
        appointment: {
          description: 'It shows one appointment.',
          initial: 'loadingChildren',
          on: {
            'treatments.refresh': {
              guard: { type: 'isShownDay', params: ({ event }) => event },
              actions: { type: 'refreshSlots', params: ({ event }) => event },
            },
            'slot.choose': {
              guard: { type: 'canReplaceSlot', params: ({ event }) => event },
              actions: { type: 'assignSlot', params: ({ event }) => event },
            },
          },
          states: {
            loadingChildren: {
              description: 'The user’s children are loading; the form can be filled in meanwhile.',
              invoke: {
                id: 'loadChildren',
                src: 'loadChildren',
                onDone: {
                  target: 'fillingForm',
                  actions: { type: 'assignChildren', params: answer },
                },
                onError: [
                  { guard: 'knowsChildren', target: 'fillingForm' },
                  {
                    target: 'childrenFailed',
                    actions: { type: 'assignMessage', params: failure },
                  },
                ],
              },
              on: {
                'dialog.close': '#booking.slot',
              },
            },
            childrenFailed: {
              description: 'The user’s children could not be loaded; the form keeps its values.',
              on: {
                'children.reload': { target: 'loadingChildren', actions: 'forgetMessage' },
                'dialog.close': '#booking.slot',
              },
            },
            fillingForm: {
              description: 'The form waits for phone and address, and asks who it is for.',
              on: {
                'child.choose': {
                  guard: { type: 'canChooseChild', params: ({ event }) => event },
                  actions: { type: 'assignChild', params: ({ event }) => event },
                },
                'child.add': 'addingChild',
                'siblings.start': { guard: 'hasSiblings', target: '#booking.siblings' },
                'series.start': { guard: 'canRepeat', target: '#booking.series' },
                'dialog.close': '#booking.slot',
                'booking.submit': { guard: 'canBook', target: '#booking.confirm' },
              },
            },
            addingChild: {
              description:
                'The form for a new child is shown, with what prevented the last attempt.',
              on: {
                'child.save': { target: 'savingChild', actions: 'forgetMessage' },
                'child.cancel': { target: 'fillingForm', actions: 'forgetMessage' },
                'dialog.close': '#booking.slot',
              },
            },
            savingChild: {
              description: 'The server adds the child, who is then chosen.',
              on: { 'choices.restore': {} },
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
                    type: 'assignNewChild',
                    params: ({ event }) => ({ added: event.output }),
                  },
                },
                onError: {
                  target: 'addingChild',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            termsChanged: {
              description:
                'The clinic has changed its refund terms; the dialog shows the new ones.',
              on: {
                'child.choose': {
                  guard: { type: 'canChooseChild', params: ({ event }) => event },
                  actions: { type: 'assignChild', params: ({ event }) => event },
                },
                'dialog.close': '#booking.slot',
                'booking.submit': { guard: 'isSlotStillFree', target: '#booking.confirm' },
              },
            },
            submitFailed: {
              description:
                'The server was unreachable or rejected the form, which keeps its values.',
              on: {
                'child.choose': {
                  guard: { type: 'canChooseChild', params: ({ event }) => event },
                  actions: { type: 'assignChild', params: ({ event }) => event },
                },
                // The slot may have been booked by the failed request: it is not gone then.
                'treatments.refresh': {},
                'dialog.close': '#booking.slot.refreshing',
                'booking.submit': '#booking.confirm',
              },
            },
          },
        },
      },
    },
    confirm: {
      description: 'The server is booking; the dialog stays open until it has answered.',
      initial: 'appointment',
      on: { 'choices.restore': {} },
      states: {
        appointment: {
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
                guard: { type: 'isBooked', params: answer },
                target: '#booking.booked',
                actions: { type: 'assignBooking', params: answer },
              },
              {
                guard: { type: 'areTermsNew', params: answer },
                target: '#booking.dialog.appointment.termsChanged',
                actions: { type: 'assignMessage', params: refusal },
              },
              {
                target: '#booking.slot.refreshing',
                actions: { type: 'assignRefusal', params: answer },
              },
            ],
            onError: {
              target: '#booking.dialog.appointment.submitFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
      },
    },
    siblings: {
      description: 'Several children are booked for on one day: the machine siblings-booking.',
      on: { 'choices.restore': {} },
      invoke: {
        id: 'siblings',
        src: 'bookSiblings',
        input: ({ context }) => siblingsOf(context),
        onDone: [
          {
            guard: { type: 'areBookedTogether', params: answer },
            target: 'booked.siblings',
            actions: { type: 'assignOutcome', params: answer },
          },
          {
            guard: { type: 'isOwn', params: answer },
            target: 'own',
            actions: { type: 'assignOutcome', params: answer },
          },
          {
            guard: { type: 'isElsewhere', params: answer },
            target: 'date',
            actions: { type: 'assignOutcome', params: answer },
          },
          {
            guard: { type: 'hasFailed', params: answer },
            target: 'date.loadFailed',
            actions: { type: 'assignOutcome', params: answer },
          },
          { target: 'treatment', actions: { type: 'assignOutcome', params: answer } },
        ],
      },
    },
    series: {
      description: 'The appointment repeats, and all are booked: the machine series-booking.',
      on: { 'choices.restore': {} },
      invoke: {
        id: 'series',
        src: 'bookSeries',
        input: ({ context: { patient, treatment, doctor, child, date, slot } }) => ({
          patient,
          treatment: treatment?.name ?? '',
          doctor,
          child: child ?? null,
          date,
          slot: slot ?? '',
        }),
        onDone: [
          {
            guard: { type: 'areBookedTogether', params: answer },
            target: 'booked.series',
            actions: { type: 'assignOutcome', params: answer },
          },
          {
            guard: { type: 'isElsewhere', params: answer },
            target: 'date',
            actions: { type: 'assignOutcome', params: answer },
          },
          {
            guard: { type: 'isOneInstead', params: answer },
            target: 'dialog.appointment.fillingForm',
          },
          { guard: { type: 'mayBeBooked', params: answer }, target: 'slot.refreshing' },
          { target: 'slot' },
        ],
      },
    },
    booked: {
      description: 'The booking is made.',
      initial: 'appointment',
      on: {
        'booking.another': {
          target: 'date',
          actions: { type: 'startFrom', params: ({ context }) => choicesOf(context) },
        },
      },
      states: {
        appointment: { description: 'The appointment is booked.' },
        siblings: { description: 'All appointments of the children are booked.' },
        series: { description: 'All appointments of the series are booked.' },
      },
    },
  },
})
