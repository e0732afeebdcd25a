import { assertEvent, assign, fromPromise, setup } from 'xstate'
import { FEWEST_TOGETHER } from '#contract/booking/block-size.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import type { Child, NewChild } from '#contract/guardians/children.ts'
import { isOutsideHours, type Treatment } from '#contract/treatments/treatments.ts'
import { answer, failure, messageOf, notProvided, refusal } from '../actors.ts'
import {
  answers,
  type Choices,
  type DayRequest,
  type FamilyChildren,
  type LoadedDay,
  NOTHING_WANTED,
  type Patient,
} from '../choices.ts'
import { seriesBookingMachine } from '../series-booking/series-booking-machine.ts'
import { siblingsBookingMachine } from '../siblings-booking/siblings-booking-machine.ts'
import {
  afterOutcome,
  type BookingContext,
  type BookingEvent,
  type BookingRequest,
  type BookingResult,
  choicesOf,
  familyOf,
  findDoctor,
  findTreatment,
  grantWanted,
  hasFreeSlot,
  isAlreadyBooked,
  isSlotStillFree,
  isUnsuitableAge,
  knowsPatient,
  NO_NOTICE,
  NOTHING_CHOSEN,
  type Outcome,
  otherDay,
  siblingsOf,
  startingAnew,
  startingContext,
  withDay,
  withSlotsOf,
} from './booking-context.ts'

const loaded = ({ event }: { event: { output: LoadedDay } }) => event.output

/**
 * Choosing and booking an appointment: date → treatment → slot → dialog → confirm → booked. It invokes
 * machines of their own for siblings who come together and for a series. It starts with the choices in the
 * address, for example after a reload or a login, and makes them again if they are still free.
 */
export const bookingMachine = setup({
  types: {
    context: {} as BookingContext,
    events: {} as BookingEvent,
    input: {} as { patient: Patient; choices: Choices },
    children: {} as { siblings: 'bookSiblings'; series: 'bookSeries' },
  },
  actors: {
    /** `GET /available`: the treatments of a day with their free slots. */
    loadTreatments: fromPromise<LoadedDay, DayRequest>(notProvided('loadTreatments')),
    /** `GET /children`, each time the dialog opens. */
    loadChildren: fromPromise<FamilyChildren>(notProvided('loadChildren')),
    /** `POST /children`. */
    addChild: fromPromise<Child, NewChild>(notProvided('addChild')),
    /** `POST /appointments`, or the front desk's call; resolves for a booking and for a refusal. */
    createAppointment: fromPromise<BookingResult, BookingRequest>(notProvided('createAppointment')),
    /** Several children who come together; their own machine. */
    bookSiblings: siblingsBookingMachine,
    /** An appointment that repeats; its own machine. */
    bookSeries: seriesBookingMachine,
  },
  guards: {
    ...answers,
    isWantedOwn: (_, { own = [] }: LoadedDay) => own.length > 0,
    /** Whether the choices in the address can be made, by the loaded day. */
    isWantedSlotFree: ({ context: { wanted } }, { treatments }: { treatments: Treatment[] }) =>
      isSlotStillFree({ ...wanted, treatment: findTreatment(treatments, wanted.treatment) }),
    isWantedSlotGone: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.wanted.slot !== null && hasFreeSlot(treatments, context.wanted.treatment),
    isWantedTreatmentFree: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      hasFreeSlot(treatments, context.wanted.treatment),
    isWantedTreatmentFull: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      findTreatment(treatments, context.wanted.treatment) !== null,
    /** By the loaded day, even if an older card still shows slots. */
    hasFreeSlot: ({ context }, { treatment }: { treatment: Treatment }) =>
      hasFreeSlot(context.treatments, treatment._id),
    isPriceChanged: ({ context }) => context.refusal?.code === 'price_changed',
    isSlotTaken: ({ context }) => context.refusal?.code === 'slot_taken',
    isAlreadyBooked: ({ context }) => isAlreadyBooked(context),
    isFreeSlot: ({ context }, { slot }: { slot: string }) => isSlotStillFree({ ...context, slot }),
    isShownDay: ({ context }, { date }: { date: IsoDate }) => context.date === date,
    /**
     * Users who booked the last slot themselves, perhaps without getting the response, are told that first.
     */
    isTreatmentFull: ({ context }) =>
      context.treatment?.slots.length === 0 && !isAlreadyBooked(context),
    /** Whether the dialog's slot is still free. */
    isSlotStillFree: ({ context }) => isSlotStillFree(context),
    /** Whether another slot can replace it. */
    canReplaceSlot: ({ context }, { slot }: { slot: string }) =>
      !isSlotStillFree(context) && isSlotStillFree({ ...context, slot }),
    canBook: ({ context }) => knowsPatient(context) && isSlotStillFree(context),
    /** Patients choose among two or more doctors. */
    canChooseDoctor: ({ context }, { doctor }: { doctor: string | null }) =>
      doctor === null
        ? context.treatment?.doctors !== undefined
        : findDoctor(context.treatment, doctor) !== null,
    /** Whether an earlier dialog has loaded the children. */
    knowsChildren: ({ context }) => context.children !== null,
    canChooseChild: ({ context: { children } }, { child }: { child: string | null }) =>
      (children ?? []).some(({ _id }) => child === null || _id === child),
    /** Until the dialog has loaded the children, the screen decides who can be chosen. */
    canNamePatient: ({ context: { children } }, { child }: { child: string | null }) =>
      children === null || children.some(({ _id }) => child === null || _id === child),
    isForSiblings: ({ context }) => context.wanted.siblings !== null,
    hasSiblings: ({ context: { children } }) => (children ?? []).length >= FEWEST_TOGETHER,
    isOwn: (_, { answer }: { answer: Outcome }) => answer.kind === 'own',
    areBookedTogether: (_, { answer }: { answer: Outcome }) => answer.kind === 'booked',
    isElsewhere: (_, { answer }: { answer: Outcome }) => answer.kind === 'elsewhere',
    hasFailed: (_, { answer }: { answer: Outcome }) => answer.kind === 'failed',
    isOneInstead: (_, { answer }: { answer: Outcome }) => answer.kind === 'oneInstead',
    mayBeBooked: (_, { answer }: { answer: Outcome }) =>
      answer.kind === 'closed' && answer.mayBeBooked,
    /** Staff book times outside opening hours, and other ages, singly, because each needs its reason. */
    canRepeat: ({ context }) =>
      knowsPatient(context) &&
      isSlotStillFree(context) &&
      !isOutsideHours(context.treatment, context.slot) &&
      !isUnsuitableAge(context),
  },
  actions: {
    startFrom: assign(({ context }, choices: Choices) => startingAnew(context, choices)),
    assignTreatments: assign({ treatments: (_, { treatments }: LoadedDay) => treatments }),
    assignTreatment: assign({
      treatment: ({ context }, { treatment }: { treatment: Treatment }) =>
        findTreatment(context.treatments, treatment._id),
      doctor: null,
      ...NO_NOTICE,
    }),
    forgetTreatment: assign({ treatment: null, doctor: null, ...NO_NOTICE }),
    grantTreatment: assign(({ context }, { treatments }: LoadedDay) => ({
      ...grantWanted(context, treatments),
      missedSlot: context.wanted.slot,
    })),
    refreshTreatment: assign(({ context }, day: LoadedDay) => withDay(context, day)),
    refreshSlots: assign(({ context }, { treatments }: LoadedDay) => ({
      treatments,
      treatment: withSlotsOf(treatments, context.treatment),
    })),
    assignSlot: assign({ slot: (_, { slot }: { slot: string }) => slot, ...NO_NOTICE }),
    assignChild: assign({ child: (_, { child }: { child: string | null }) => child }),
    forgetMessage: assign({ message: null }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    assignOutcome: assign(({ context }, { answer }: { answer: Outcome }) =>
      afterOutcome(context, answer),
    ),
  },
}).createMachine({
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
      description: 'A day is chosen; the calendar is enabled until a slot is chosen.',
      initial: 'loadingTreatments',
      on: {
        'date.choose': {
          target: '.loadingTreatments',
          actions: { type: 'startFrom', params: otherDay },
        },
      },
      states: {
        loadingTreatments: {
          description: 'The treatments of the day are loading. Siblings go on from here.',
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
                actions: assign({ own: ({ event }) => event.output.own ?? [] }),
              },
              {
                guard: { type: 'isWantedSlotFree', params: loaded },
                target: '#booking.dialog',
                actions: assign(({ context, event }) => ({
                  ...grantWanted(context, event.output.treatments),
                  slot: context.wanted.slot,
                })),
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
                actions: assign(({ event }) => ({
                  treatments: event.output.treatments,
                  wanted: NOTHING_WANTED,
                })),
              },
            ],
            onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
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
      entry: assign({ slot: null }),
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
              actions: assign(({ event }) => ({ child: event.child, ...NO_NOTICE })),
            },
            'doctor.choose': {
              guard: { type: 'canChooseDoctor', params: ({ event }) => event },
              target: '.undisturbed',
              actions: assign(({ event }) => ({ doctor: event.doctor, ...NO_NOTICE })),
            },
            'slot.choose': {
              guard: { type: 'isFreeSlot', params: ({ event }) => event },
              target: '#booking.dialog',
              actions: { type: 'assignSlot', params: ({ event }) => event },
            },
          },
          states: {
            undisturbed: { description: 'No notice is shown.' },
            slotTaken: { description: 'Another patient has the slot; the others are shown.' },
            slotGone: { description: 'The slot of the address is gone; the others are shown.' },
            priceChanged: { description: 'The price has changed; the card shows the new one.' },
            alreadyBooked: {
              description: 'The patient has an appointment that conflicts with it.',
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
              { target: 'choosing', actions: { type: 'refreshTreatment', params: loaded } },
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
      description: 'The booking dialog is open, and shows the appointment.',
      initial: 'loadingChildren',
      on: {
        'dialog.close': 'slot',
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
              actions: assign(({ context, event }) => familyOf(event.output, context)),
            },
            onError: [
              { guard: 'knowsChildren', target: 'fillingForm' },
              { target: 'childrenFailed', actions: { type: 'assignMessage', params: failure } },
            ],
          },
        },
        childrenFailed: {
          description: 'The user’s children could not be loaded; the form keeps its values.',
          on: {
            'children.reload': { target: 'loadingChildren', actions: 'forgetMessage' },
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
            'booking.submit': { guard: 'canBook', target: '#booking.confirm' },
          },
        },
        addingChild: {
          description: 'The form for a new child is shown, with what prevented the last attempt.',
          on: {
            'child.save': { target: 'savingChild', actions: 'forgetMessage' },
            'child.cancel': { target: 'fillingForm', actions: 'forgetMessage' },
          },
        },
        savingChild: {
          description: 'The server adds the child, who is then chosen.',
          on: { 'choices.restore': {}, 'dialog.close': {} },
          invoke: {
            id: 'addChild',
            src: 'addChild',
            input: ({ event }) => {
              assertEvent(event, 'child.save')
              return event.child
            },
            onDone: {
              target: 'fillingForm',
              actions: assign(({ context: { children }, event: { output } }) => ({
                children: [...(children ?? []).filter(({ _id }) => _id !== output._id), output],
                child: output._id,
              })),
            },
            onError: { target: 'addingChild', actions: { type: 'assignMessage', params: failure } },
          },
        },
        termsChanged: {
          description: 'The clinic has changed its refund terms; the dialog shows the new ones.',
          on: {
            'child.choose': {
              guard: { type: 'canChooseChild', params: ({ event }) => event },
              actions: { type: 'assignChild', params: ({ event }) => event },
            },
            'booking.submit': { guard: 'isSlotStillFree', target: '#booking.confirm' },
          },
        },
        submitFailed: {
          description: 'The server was unreachable or rejected the form, which keeps its values.',
          on: {
            'child.choose': {
              guard: { type: 'canChooseChild', params: ({ event }) => event },
              actions: { type: 'assignChild', params: ({ event }) => event },
            },
            // The failed request may have booked the slot: then it is not lost.
            'treatments.refresh': {},
            'dialog.close': '#booking.slot.refreshing',
            'booking.submit': '#booking.confirm',
          },
        },
      },
    },
    confirm: {
      description: 'The server is booking; the dialog stays open until it has answered.',
      on: { 'choices.restore': {} },
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
            actions: assign(({ event: { output } }) => ({
              booking: output.success ? output.booking : null,
              ...NOTHING_CHOSEN,
            })),
          },
          {
            guard: { type: 'areTermsNew', params: answer },
            target: '#booking.dialog.termsChanged',
            actions: { type: 'assignMessage', params: refusal },
          },
          {
            target: '#booking.slot.refreshing',
            actions: assign({
              refusal: ({ event: { output } }) =>
                output.success || output.code === 'terms_changed' ? null : output,
            }),
          },
        ],
        onError: {
          target: '#booking.dialog.submitFailed',
          actions: { type: 'assignMessage', params: failure },
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
          { guard: { type: 'isOneInstead', params: answer }, target: 'dialog.fillingForm' },
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
