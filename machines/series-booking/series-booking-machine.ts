import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { Appointment } from '#contract/booking/appointments.ts'
import { type Rhythm, WEEKLY } from '#contract/booking/series-length.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { TermsChanged } from '#contract/payments/refund-bands.ts'
import type {
  NewSeries,
  SeriesDate,
  SeriesRefusal,
  SeriesSuccess,
  SeriesTime,
} from '#contract/series/series.ts'
import { answer, failure, known, messageOf, notProvided, refusal } from '../actors.ts'
import {
  answers,
  type Choices,
  type CloseEvent,
  type Patient,
  type RestoreEvent,
  type SubmitEvent,
} from '../choices.ts'
import { canShift, chosenTimes, type SeriesPlan, shift, startPlan, withDates } from './series.ts'

/** The appointment that repeats. */
export interface SeriesInput {
  patient: Patient
  /** The treatment's name. */
  treatment: string
  /** The doctor's id; null: any doctor. */
  doctor: string | null
  /** The child's id; null for the user. */
  child: string | null
  date: IsoDate
  slot: string
}

export interface SeriesContext extends SeriesInput {
  plan: SeriesPlan
  /** The last refusal, until the user chooses again. */
  refusal: SeriesRefusal | null
  /** Why loading or booking failed, for the user. */
  message: string | null
  /** What the booking machine continues with; null until the end. */
  outcome: SeriesOutcome | null
}

type SeriesEvent =
  | CloseEvent
  | SubmitEvent
  | RestoreEvent
  /** 'Show dates': how many there are, and how often. */
  | { type: 'series.plan'; rhythm: Rhythm }
  /** Another time for the date at that place of the series. */
  | { type: 'series.shift'; place: number; time: SeriesTime }
  /** Back to one appointment. */
  | { type: 'series.leave' }

/** How the booking of a series ends. */
export type SeriesOutcome =
  | { kind: 'booked'; bookings: readonly Appointment[] }
  /** One appointment instead: its dialog is open. */
  | { kind: 'oneInstead' }
  /** The dialog was closed; `mayBeBooked`: the server has not answered the last attempt. */
  | { kind: 'closed'; mayBeBooked: boolean }
  /** The address now has other choices. */
  | { kind: 'elsewhere'; choices: Choices }

/** The server's answer to a booking; other answers are errors. */
export type SeriesResult = SeriesSuccess | SeriesRefusal | TermsChanged

/** The input of a search for the dates of a series. */
export interface SeriesRequest {
  /** The treatment's name. */
  treatment: string
  doctor?: string
  child?: string
  date: IsoDate
  slot: string
  rhythm: Rhythm
}

/** The common fields of all appointments of the series. */
const sharedBy = ({ treatment, doctor, child }: SeriesContext) => ({
  treatment,
  ...(doctor !== null && { doctor }),
  ...(child !== null && { child }),
})

/**
 * Booking an appointment that repeats, in the dialog of the first one: rhythm → dates → confirm → booked. The
 * booking machine invokes it, and continues with its outcome.
 */
export const seriesBookingMachine = setup({
  types: {
    context: {} as SeriesContext,
    events: {} as SeriesEvent,
    input: {} as SeriesInput,
    output: {} as SeriesOutcome,
  },
  actors: {
    /** `GET /appointment-series`, or the front desk's call: the dates with their free times. */
    loadSeries: fromPromise<SeriesDate[], SeriesRequest>(notProvided('loadSeries')),
    /** `POST /appointment-series`, or the front desk's; resolves for a booking and for a refusal. */
    createSeries: fromPromise<SeriesResult, NewSeries>(notProvided('createSeries')),
  },
  guards: {
    ...answers,
    isRefused: ({ context }) => context.refusal !== null,
    canShift: ({ context: { plan } }, to: { place: number; time: SeriesTime }) =>
      canShift(plan, to),
    canBook: ({ context: { plan } }) => chosenTimes(plan) !== null,
  },
  actions: {
    assignRhythm: assign({
      plan: ({ context: { plan } }, { rhythm }: { rhythm: Rhythm }) => startPlan(rhythm, plan),
      refusal: null,
      message: null,
    }),
    assignDates: assign({
      plan: ({ context: { plan } }, { answer }: { answer: SeriesDate[] }) =>
        withDates(plan, answer),
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    end: assign({ outcome: (_, outcome: SeriesOutcome) => outcome }),
  },
}).createMachine({
  id: 'series-booking',
  context: ({ input }) => ({
    ...input,
    plan: startPlan(WEEKLY),
    refusal: null,
    message: null,
    outcome: null,
  }),
  output: ({ context }) => known(context.outcome),
  initial: 'dialog',
  on: {
    'choices.restore': {
      target: '.elsewhere',
      actions: {
        type: 'end',
        params: ({ event: { choices } }) => ({ kind: 'elsewhere', choices }),
      },
    },
  },
  states: {
    dialog: {
      description: 'The dialog shows how often the appointment repeats, and its dates.',
      initial: 'choosingRhythm',
      on: {
        'series.leave': {
          target: 'oneInstead',
          actions: { type: 'end', params: { kind: 'oneInstead' } },
        },
        'dialog.close': {
          target: 'closed',
          actions: { type: 'end', params: { kind: 'closed', mayBeBooked: false } },
        },
      },
      states: {
        choosingRhythm: {
          description: 'The user says how many appointments there are, and how often.',
          on: {
            'series.plan': {
              target: 'loadingDates',
              actions: { type: 'assignRhythm', params: ({ event }) => event },
            },
          },
        },
        loadingDates: {
          description: 'What is free on the dates of the series is loading.',
          invoke: {
            id: 'loadSeries',
            src: 'loadSeries',
            input: ({ context }) => ({
              ...sharedBy(context),
              date: context.date,
              slot: context.slot,
              rhythm: context.plan.rhythm,
            }),
            onDone: [
              {
                guard: 'isRefused',
                target: 'fillingForm.refused',
                actions: { type: 'assignDates', params: answer },
              },
              { target: 'fillingForm', actions: { type: 'assignDates', params: answer } },
            ],
            onError: { target: 'datesFailed', actions: { type: 'assignMessage', params: failure } },
          },
        },
        datesFailed: {
          description: 'There are no such dates, or they could not be loaded.',
          on: {
            'series.plan': {
              target: 'loadingDates',
              actions: { type: 'assignRhythm', params: ({ event }) => event },
            },
          },
        },
        fillingForm: {
          description:
            'The dates are shown. The form waits for phone and address, and for another time of each date that is not free.',
          initial: 'undisturbed',
          on: {
            'series.plan': {
              target: 'loadingDates',
              actions: { type: 'assignRhythm', params: ({ event }) => event },
            },
            'series.shift': {
              guard: { type: 'canShift', params: ({ event }) => event },
              target: '.undisturbed',
              actions: assign({
                plan: ({ context, event }) => shift(context.plan, event),
                refusal: null,
              }),
            },
            'booking.submit': {
              guard: 'canBook',
              target: '#series-booking.confirm',
              actions: assign({ refusal: null }),
            },
          },
          states: {
            undisturbed: { description: 'No notice is shown.' },
            refused: {
              description:
                'One of the appointments could not be booked, so none was; the dates have been read again.',
            },
          },
        },
        termsChanged: {
          description: 'The clinic has changed its refund terms; the dialog shows the new ones.',
          on: { 'booking.submit': '#series-booking.confirm' },
        },
        submitFailed: {
          description: 'The server was unreachable or rejected the form, which keeps its values.',
          on: {
            // The failed request may have booked them.
            'series.leave': {},
            'dialog.close': {
              target: '#series-booking.closed',
              actions: { type: 'end', params: { kind: 'closed', mayBeBooked: true } },
            },
            'booking.submit': '#series-booking.confirm',
          },
        },
      },
    },
    confirm: {
      description:
        'The server books all of them or none; the dialog stays open until it has answered.',
      on: { 'choices.restore': {} },
      invoke: {
        id: 'createSeries',
        src: 'createSeries',
        input: ({ context, event }) => {
          assertEvent(event, 'booking.submit')
          const { phone, address } = event.form
          const chosen = chosenTimes(context.plan) ?? []
          const times = chosen.map(({ date, slot, price }) => ({ date, slot, price }))
          const { email } = context.patient
          return { ...sharedBy(context), times, email, terms: event.terms, phone, address }
        },
        onDone: [
          {
            guard: { type: 'isBooked', params: answer },
            target: 'booked',
            actions: assign({
              outcome: ({ event: { output } }) =>
                output.success ? { kind: 'booked', bookings: output.bookings } : null,
            }),
          },
          {
            guard: { type: 'areTermsNew', params: answer },
            target: 'dialog.termsChanged',
            actions: { type: 'assignMessage', params: refusal },
          },
          {
            target: 'dialog.loadingDates',
            actions: assign({
              refusal: ({ event: { output } }) =>
                output.success || output.code === 'terms_changed' ? null : output,
              plan: ({ context: { plan } }) => startPlan(plan.rhythm, plan),
              message: null,
            }),
          },
        ],
        onError: {
          target: 'dialog.submitFailed',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    booked: { description: 'All appointments of the series are booked.', type: 'final' },
    oneInstead: { description: 'The user books one appointment instead.', type: 'final' },
    closed: { description: 'The dialog is closed, and its slot is given up.', type: 'final' },
    elsewhere: { description: 'The booking goes on with what the address holds.', type: 'final' },
  },
})
