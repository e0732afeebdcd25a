import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type {
  CancelReason,
  CancelRequest,
  ChangeOptions,
  ChangeRefusal,
  MoveRequest,
} from '#contract/booking/appointment-changes.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { RefundQuote } from '#contract/payments/refund-terms.ts'
import { slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { answer, failure, known, messageOf, notProvided } from '../actors.ts'

export interface ChangeContext {
  appointmentId: string
  /** The appointment and its possible changes, as last answered. */
  options: ChangeOptions | null
  /** The day of the new time. */
  date: IsoDate | null
  /** The treatment with its free times that day; null when it is not offered then. */
  treatment: Treatment | null
  /** Id of one of the treatment's doctors; null: any doctor. */
  doctor: string | null
  /** The new time in the dialog. */
  slot: string | null
  /** Why the last move was refused, until the user chooses again. */
  refusal: Pick<ChangeRefusal, 'code' | 'message' | 'alternatives'> | null
  /** For staff: whether the family cancels, or the clinic. */
  by: 'family' | 'clinic'
  /** The quote under which it was canceled. */
  agreed: RefundQuote | null
  /** Why the last call failed, for the user. */
  message: string | null
}

export type RescheduleEvent =
  /** 'Try again' after a failure. */
  | { type: 'retry' }
  /** 'Cancel appointment' */
  | { type: 'cancel.start' }
  | { type: 'cancel.close' }
  /** Staff only. */
  | { type: 'cancel.by'; by: 'family' | 'clinic' }
  | { type: 'cancel.submit'; reason: CancelReason }
  /** 'Move'; the day on which the calendar opens. */
  | { type: 'move.start'; date: IsoDate }
  /** 'Move it instead' in the dialog that cancels. */
  | { type: 'move.instead'; date: IsoDate }
  | { type: 'move.close' }
  | { type: 'date.choose'; date: IsoDate }
  | { type: 'doctor.choose'; doctor: string | null }
  /** A free time, which opens the dialog. */
  | { type: 'slot.choose'; slot: string }
  | { type: 'confirm.close' }
  /** `reason`: of staff, for a time outside opening hours. */
  | { type: 'move.submit'; reason?: string }
  /** Back to the possible changes. */
  | { type: 'change.again' }

/** The server's answer to a change; other answers are errors. */
export type ChangeAnswer =
  | { kind: 'done'; options: ChangeOptions }
  | ({ kind: 'refused' } & ChangeRefusal)

interface Answered {
  answer: ChangeAnswer
}
interface Loaded {
  options: ChangeOptions | null
}

const loaded = ({ event }: { event: { output: ChangeOptions | null } }) => ({
  options: event.output,
})
const ofDay = ({ event }: { event: { output: Treatment | null } }) => ({ treatment: event.output })
/** Codes after which the user has to choose another time. */
const OTHER_TIME: readonly ChangeRefusal['code'][] = ['not_offered', 'already_booked', 'age_limit']

/**
 * Changing an appointment: moving it to a free time, or canceling it with the refund on the screen. Either
 * happens exactly as the user saw it, or not at all.
 */
export const rescheduleMachine = setup({
  types: {
    context: {} as ChangeContext,
    events: {} as RescheduleEvent,
    input: {} as { appointmentId: string },
  },
  actors: {
    /** `GET /appointments/{id}/options`; null when there is no such appointment. */
    loadOptions: fromPromise<ChangeOptions | null, { appointmentId: string }>(
      notProvided('loadOptions'),
    ),
    /** `GET /available/to-move`: the appointment's treatment on a day; null when it is not offered then. */
    loadDay: fromPromise<Treatment | null, { date: IsoDate; treatmentId: string }>(
      notProvided('loadDay'),
    ),
    /** `POST /appointments/{id}/cancel`; resolves for a refusal, too. */
    cancelAppointment: fromPromise<ChangeAnswer, CancelRequest & { appointmentId: string }>(
      notProvided('cancelAppointment'),
    ),
    /** `POST /appointments/{id}/move`; resolves for a refusal, too. */
    moveAppointment: fromPromise<ChangeAnswer, MoveRequest & { appointmentId: string }>(
      notProvided('moveAppointment'),
    ),
  },
  guards: {
    isUnknown: (_, { options }: Loaded) => options === null,
    isNothingPossible: (_, { options }: Loaded) => !canChange(options),
    canCancelStill: (_, { options }: Loaded) => options?.canCancel === true,
    canCancel: ({ context }) => context.options?.canCancel === true,
    canChooseWho: ({ context }) => context.options?.clinicQuote !== undefined,
    canMove: ({ context }) => canMove(context.options),
    isFreeSlot: ({ context }, { slot }: { slot: string }) => slotsOf(context).includes(slot),
    canChooseDoctor: ({ context }, { doctor }: { doctor: string | null }) =>
      context.treatment?.doctors !== undefined &&
      (doctor === null || context.treatment.doctors.some(({ _id }) => _id === doctor)),
    isDone: (_, { answer }: Answered) => answer.kind === 'done',
    isQuoteChanged: (_, { answer }: Answered) =>
      answer.kind === 'refused' && answer.code === 'quote_changed',
    isSlotTaken: (_, { answer }: Answered) =>
      answer.kind === 'refused' && answer.code === 'slot_taken',
    isOtherTimeNeeded: (_, { answer }: Answered) =>
      answer.kind === 'refused' && OTHER_TIME.includes(answer.code),
    isOver: (_, { answer }: Answered) => !canChange(answer.options),
  },
  actions: {
    assignOptions: assign({
      options: (_, { options }: Loaded) => options,
      message: null,
    }),
    assignWho: assign({ by: (_, { by }: { by: ChangeContext['by'] }) => by, message: null }),
    assignAgreed: assign({ agreed: ({ context }) => quoted(context) }),
    assignDate: assign({
      date: (_, { date }: { date: IsoDate }) => date,
      treatment: null,
      slot: null,
      refusal: null,
      message: null,
    }),
    /** Keeps the doctor unless another one is chosen. */
    assignPresentDoctor: assign({
      doctor: ({ context }) => context.options?.doctor?._id ?? null,
    }),
    assignDay: assign({
      treatment: (_, { treatment }: { treatment: Treatment | null }) => treatment,
      doctor: ({ context }, { treatment }: { treatment: Treatment | null }) =>
        treatment?.doctors?.find(({ _id }) => _id === context.doctor)?._id ?? null,
    }),
    assignDoctor: assign({
      doctor: (_, { doctor }: { doctor: string | null }) => doctor,
      refusal: null,
    }),
    assignSlot: assign({
      slot: (_, { slot }: { slot: string }) => slot,
      refusal: null,
      message: null,
    }),
    assignAnswer: assign({
      options: (_, { answer }: Answered) => answer.options,
      refusal: (_, { answer }: Answered) => (answer.kind === 'done' ? null : answer),
      message: null,
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
    forgetDay: assign({ treatment: null, refusal: null, message: null }),
    forgetTime: assign({
      date: null,
      treatment: null,
      doctor: null,
      slot: null,
      refusal: null,
      message: null,
    }),
  },
}).createMachine({
  id: 'reschedule',
  context: ({ input: { appointmentId } }) => ({
    appointmentId,
    options: null,
    date: null,
    treatment: null,
    doctor: null,
    slot: null,
    refusal: null,
    by: 'family',
    agreed: null,
    message: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'What is possible is being looked up.',
      invoke: {
        id: 'loadOptions',
        src: 'loadOptions',
        input: ({ context: { appointmentId } }) => ({ appointmentId }),
        onDone: [
          { guard: { type: 'isUnknown', params: loaded }, target: 'notFound' },
          {
            guard: { type: 'isNothingPossible', params: loaded },
            target: 'closed',
            actions: { type: 'assignOptions', params: loaded },
          },
          { target: 'choosing', actions: { type: 'assignOptions', params: loaded } },
        ],
        onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    loadFailed: {
      description: 'It could not be looked up; the user can try again.',
      on: { retry: { target: 'loading', actions: 'forgetMessage' } },
    },
    notFound: { description: 'There is no such appointment, or it is another family’s.' },
    closed: {
      description: 'It can no longer be changed online; the screen says why, and who to call.',
    },
    choosing: {
      description: 'Move and Cancel are offered where they are possible.',
      initial: 'fresh',
      on: {
        'cancel.start': {
          guard: 'canCancel',
          target: 'cancelling',
          actions: { type: 'assignWho', params: { by: 'family' } },
        },
        'move.start': {
          guard: 'canMove',
          target: 'moving',
          actions: ['assignPresentDoctor', { type: 'assignDate', params: ({ event }) => event }],
        },
      },
      states: {
        fresh: { description: 'No message is shown.' },
        changed: { description: 'The appointment has changed meanwhile; nothing was done.' },
      },
    },
    cancelling: {
      description: 'The dialog says what comes back before it cancels.',
      initial: 'quoting',
      states: {
        quoting: {
          description: 'The refund is being looked up.',
          on: { 'cancel.close': '#reschedule.choosing' },
          invoke: {
            id: 'quoteRefund',
            src: 'loadOptions',
            input: ({ context: { appointmentId } }) => ({ appointmentId }),
            onDone: [
              { guard: { type: 'isUnknown', params: loaded }, target: '#reschedule.notFound' },
              {
                guard: { type: 'canCancelStill', params: loaded },
                target: 'quoted',
                actions: { type: 'assignOptions', params: loaded },
              },
              {
                guard: { type: 'isNothingPossible', params: loaded },
                target: '#reschedule.closed',
                actions: { type: 'assignOptions', params: loaded },
              },
              {
                target: '#reschedule.choosing.changed',
                actions: { type: 'assignOptions', params: loaded },
              },
            ],
            onError: {
              target: 'quoteFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        quoteFailed: {
          description: 'The refund could not be looked up; the user can try again.',
          on: {
            retry: { target: 'quoting', actions: 'forgetMessage' },
            'cancel.close': { target: '#reschedule.choosing', actions: 'forgetMessage' },
          },
        },
        quoted: {
          description: 'The refund is shown, and the button that cancels.',
          initial: 'fresh',
          on: {
            'cancel.by': {
              guard: 'canChooseWho',
              target: '.fresh',
              actions: { type: 'assignWho', params: ({ event }) => event },
            },
            'move.instead': {
              guard: 'canMove',
              target: '#reschedule.moving',
              actions: [
                'assignPresentDoctor',
                { type: 'assignDate', params: ({ event }) => event },
              ],
            },
            'cancel.submit': 'submitting',
            'cancel.close': '#reschedule.choosing',
          },
          states: {
            fresh: { description: 'No message is shown.' },
            quoteChanged: {
              description: 'The refund had changed: this is the new one, and nothing was done.',
            },
          },
        },
        submitting: {
          description: 'The server is canceling; the dialog stays open.',
          invoke: {
            id: 'cancelAppointment',
            src: 'cancelAppointment',
            input: ({ context, event }) => {
              assertEvent(event, 'cancel.submit')
              const { appointmentId, by } = context
              const { version } = known(context.options)
              const { refund, rule } = known(quoted(context))
              const byClinic = by === 'clinic' && { byClinic: true }
              const { reason } = event
              return { appointmentId, version, refund, rule, reason, ...byClinic }
            },
            onDone: [
              {
                guard: { type: 'isDone', params: answer },
                target: '#reschedule.done.cancelled',
                actions: ['assignAgreed', { type: 'assignAnswer', params: answer }],
              },
              {
                guard: { type: 'isQuoteChanged', params: answer },
                target: 'quoted.quoteChanged',
                actions: { type: 'assignAnswer', params: answer },
              },
              {
                guard: { type: 'isOver', params: answer },
                target: '#reschedule.closed',
                actions: { type: 'assignAnswer', params: answer },
              },
              {
                target: '#reschedule.choosing.changed',
                actions: { type: 'assignAnswer', params: answer },
              },
            ],
            onError: {
              target: 'submitFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        submitFailed: {
          description: 'The answer is unknown; canceling again is safe.',
          on: {
            'cancel.submit': { target: 'submitting', actions: 'forgetMessage' },
            // It may have been canceled after all.
            'cancel.close': { target: '#reschedule.loading', actions: 'forgetMessage' },
          },
        },
      },
    },
    moving: {
      description: 'A new time is chosen and confirmed; the old one stays until then.',
      initial: 'browsing',
      exit: 'forgetTime',
      states: {
        browsing: {
          description: 'Looking at a day; the calendar is enabled.',
          initial: 'loadingDay',
          on: {
            'move.close': '#reschedule.choosing',
            'date.choose': {
              target: '.loadingDay',
              actions: { type: 'assignDate', params: ({ event }) => event },
            },
          },
          states: {
            loadingDay: {
              description: 'The free times of the day are loading.',
              invoke: {
                id: 'loadDay',
                src: 'loadDay',
                input: ({ context }) => dayOf(context),
                onDone: {
                  target: 'choosingSlot',
                  actions: { type: 'assignDay', params: ofDay },
                },
                onError: {
                  target: 'dayFailed',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            dayFailed: {
              description: 'The free times could not be loaded; the user can try again.',
              on: { retry: { target: 'loadingDay', actions: 'forgetDay' } },
            },
            choosingSlot: {
              description: 'The free times of the day are shown.',
              initial: 'fresh',
              on: {
                'doctor.choose': {
                  guard: { type: 'canChooseDoctor', params: ({ event }) => event },
                  target: '.fresh',
                  actions: { type: 'assignDoctor', params: ({ event }) => event },
                },
                'slot.choose': {
                  guard: { type: 'isFreeSlot', params: ({ event }) => event },
                  target: '#reschedule.moving.confirming',
                  actions: { type: 'assignSlot', params: ({ event }) => event },
                },
              },
              states: {
                fresh: { description: 'No message is shown.' },
                slotTaken: { description: 'Someone else has the time; the others are shown.' },
                refused: { description: 'That time is not possible; the screen says why.' },
              },
            },
            refreshing: {
              description: 'Someone else has the time; the free times are loaded again.',
              invoke: {
                id: 'refreshDay',
                src: 'loadDay',
                input: ({ context }) => dayOf(context),
                onDone: {
                  target: 'choosingSlot.slotTaken',
                  actions: { type: 'assignDay', params: ofDay },
                },
                onError: {
                  target: 'dayFailed',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
          },
        },
        confirming: {
          description: 'The dialog shows the old and the new time.',
          initial: 'asking',
          states: {
            asking: {
              description: 'The dialog waits for the user.',
              on: {
                'move.submit': 'submitting',
                'confirm.close': '#reschedule.moving.browsing.choosingSlot',
              },
            },
            submitting: {
              description: 'The server is moving it; the dialog stays open.',
              invoke: {
                id: 'moveAppointment',
                src: 'moveAppointment',
                input: ({ context, event }) => {
                  const { appointmentId, options, date, slot } = context
                  const reason = 'reason' in event ? event.reason : undefined
                  const { version, canMove } = known(options)
                  const doctor = doctorOfMove(context)
                  return {
                    appointmentId,
                    version,
                    date: known(date),
                    slot: known(slot),
                    ...(doctor !== null && { doctor: doctor._id }),
                    ...(!canMove && { ill: true }),
                    ...(reason && { reason }),
                  }
                },
                onDone: [
                  {
                    guard: { type: 'isDone', params: answer },
                    target: '#reschedule.done.moved',
                    actions: { type: 'assignAnswer', params: answer },
                  },
                  {
                    guard: { type: 'isSlotTaken', params: answer },
                    target: '#reschedule.moving.browsing.refreshing',
                    actions: { type: 'assignAnswer', params: answer },
                  },
                  {
                    guard: { type: 'isOtherTimeNeeded', params: answer },
                    target: '#reschedule.moving.browsing.choosingSlot.refused',
                    actions: { type: 'assignAnswer', params: answer },
                  },
                  {
                    guard: { type: 'isOver', params: answer },
                    target: '#reschedule.closed',
                    actions: { type: 'assignAnswer', params: answer },
                  },
                  {
                    target: '#reschedule.choosing.changed',
                    actions: { type: 'assignAnswer', params: answer },
                  },
                ],
                onError: {
                  target: 'submitFailed',
                  actions: { type: 'assignMessage', params: failure },
                },
              },
            },
            submitFailed: {
              description: 'The answer is unknown; moving again is safe.',
              on: {
                'move.submit': { target: 'submitting', actions: 'forgetMessage' },
                // It may have been moved after all.
                'confirm.close': '#reschedule.loading',
              },
            },
          },
        },
      },
    },
    done: {
      description: 'It is changed; the screen says how.',
      initial: 'moved',
      states: {
        moved: {
          description: 'The appointment has its new time.',
          on: { 'change.again': '#reschedule.loading' },
        },
        cancelled: { description: 'It is canceled; the screen says what comes back.' },
      },
    },
  },
})

/** Whether it can be moved, even if only because the child is ill. */
export function canMove(options: ChangeOptions | null): boolean {
  return options !== null && (options.canMove || options.illMoveUntil !== null)
}

/**
 * The doctor at the chosen time: the chosen doctor, or else the present one if they are free, or else the
 * first free one. Null where the clinic offers no choice of doctors.
 */
export function doctorOfMove({
  options,
  treatment,
  doctor,
  slot,
}: Pick<ChangeContext, 'options' | 'treatment' | 'doctor' | 'slot'>): {
  _id: string
  name: string
} | null {
  const free =
    treatment?.doctors?.filter(({ slots }) => slot !== null && slots.includes(slot)) ?? []
  const isOf = (id: string | undefined | null) => free.find(({ _id }) => id !== null && _id === id)
  const found = isOf(doctor) ?? isOf(options?.doctor?._id) ?? free[0]
  return found ? { _id: found._id, name: found.name } : null
}

/** What a family would lose by canceling now under its terms, in dollars. */
export function lostByCanceling(quote: RefundQuote): number {
  return quote.rule === 'band' || quote.rule === 'late_move' ? quote.kept : 0
}

/** The refund and its reason if it is canceled now. */
export function quoted({ options, by }: Pick<ChangeContext, 'options' | 'by'>): RefundQuote | null {
  return (by === 'clinic' ? options?.clinicQuote : undefined) ?? options?.quote ?? null
}

function canChange(options: ChangeOptions | null): boolean {
  return canMove(options) || options?.canCancel === true
}

function dayOf({ date, options }: ChangeContext) {
  return { date: known(date), treatmentId: known(options).treatmentId }
}
