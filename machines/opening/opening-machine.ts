import { assign, fromPromise, setup } from 'xstate'
import type { IsoDate } from '#contract/dates.ts'
import type { OpeningState } from '#contract/opening/opening.ts'
import { answer, failure, known, messageOf, notProvided } from '../actors.ts'

export interface OpeningContext {
  /** As last read; null while it loads. */
  opening: OpeningState | null
  /** The day that the admin has chosen; null: at once. */
  from: IsoDate | null
  reason: string
  /** The next open day, where the chosen one was refused. */
  proposed: IsoDate | null
  /** Why the last step failed. */
  message: string | null
}

type OpeningEvent =
  | { type: 'opening.reload' }
  /** 'Remove all samples' */
  | { type: 'samples.remove' }
  /** 'Open now', or 'Open on this day' */
  | { type: 'opening.choose'; from: IsoDate | null }
  | { type: 'opening.back' }
  | { type: 'opening.confirm' }
  | { type: 'opening.pause'; reason: string }
  | { type: 'opening.resume' }

export type OpeningAnswer =
  | { kind: 'changed'; opening: OpeningState }
  /** `opening`: what it is now; `next`: the next open day after the chosen one. */
  | { kind: 'refused'; message: string; opening: OpeningState; next: IsoDate | null }

/** The state that an admin wants, and the version that they saw. */
type WantedOpening = { version: number } & (
  | { state: 'open' }
  | { state: 'opens'; from: IsoDate }
  | { state: 'paused'; reason: string }
)

/** Opening online booking, now or on a day, and pausing it. */
export const openingMachine = setup({
  types: { context: {} as OpeningContext, events: {} as OpeningEvent },
  actors: {
    /** `GET /opening` */
    loadOpening: fromPromise<OpeningState>(notProvided('loadOpening')),
    /** `DELETE /opening/samples` */
    removeSamples: fromPromise<OpeningState>(notProvided('removeSamples')),
    /** `POST /opening` */
    changeOpening: fromPromise<OpeningAnswer, WantedOpening>(notProvided('changeOpening')),
  },
  guards: {
    isOpen: ({ context }) => context.opening?.state === 'open',
    isPaused: ({ context }) => context.opening?.state === 'paused',
    hasSamples: ({ context }) => (context.opening?.samples.length ?? 0) > 0,
    hasFacts: ({ context }) => (context.opening?.facts.length ?? 0) > 0,
  },
  actions: {
    assignOpening: assign({
      opening: (_, { opening }: { opening: OpeningState }) => opening,
      message: null,
    }),
    assignAnswer: assign({
      opening: (_, { answer }: { answer: OpeningAnswer }) => answer.opening,
      proposed: (_, { answer }: { answer: OpeningAnswer }) =>
        answer.kind === 'refused' ? answer.next : null,
      message: (_, { answer }: { answer: OpeningAnswer }) =>
        answer.kind === 'refused' ? answer.message : null,
    }),
    assignFrom: assign({
      from: (_, { from }: { from: IsoDate | null }) => from,
      message: null,
    }),
    assignReason: assign({
      reason: (_, { reason }: { reason: string }) => reason,
      message: null,
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'opening',
  context: { opening: null, from: null, reason: '', proposed: null, message: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'The state of the site is being read.',
      invoke: {
        id: 'loadOpening',
        src: 'loadOpening',
        onDone: {
          target: 'ready',
          actions: { type: 'assignOpening', params: ({ event }) => ({ opening: event.output }) },
        },
        onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    loadFailed: {
      description: 'The state of the site could not be read.',
      on: { 'opening.reload': { target: 'loading', actions: 'forgetMessage' } },
    },
    blocked: {
      description:
        'Samples, or texts that are not confirmed, keep the site from opening; they are listed.',
      on: {
        'samples.remove': { guard: 'hasSamples', target: 'removing', actions: 'forgetMessage' },
        'opening.reload': { target: 'loading', actions: 'forgetMessage' },
      },
    },
    removing: {
      description: 'The samples are being removed.',
      invoke: {
        id: 'removeSamples',
        src: 'removeSamples',
        onDone: {
          target: 'ready',
          actions: { type: 'assignOpening', params: ({ event }) => ({ opening: event.output }) },
        },
        onError: { target: 'ready', actions: { type: 'assignMessage', params: failure } },
      },
    },
    ready: {
      description:
        'Families cannot book yet; the admin chooses from when on they can. A site in another state goes on from here.',
      always: [
        { guard: 'isOpen', target: 'open' },
        { guard: 'isPaused', target: 'paused' },
        { guard: 'hasSamples', target: 'blocked' },
        { guard: 'hasFacts', target: 'blocked' },
      ],
      on: {
        'opening.choose': {
          target: 'confirming',
          actions: { type: 'assignFrom', params: ({ event }) => event },
        },
      },
    },
    confirming: {
      description: 'The admin is asked once more.',
      on: {
        'opening.back': { target: 'ready' },
        'opening.confirm': { target: 'opening' },
      },
    },
    opening: {
      description: 'Online booking is being opened.',
      invoke: {
        id: 'openBooking',
        src: 'changeOpening',
        input: ({ context: { opening, from } }) => {
          const { version } = known(opening)
          return from === null ? { state: 'open', version } : { state: 'opens', from, version }
        },
        onDone: { target: 'ready', actions: { type: 'assignAnswer', params: answer } },
        onError: { target: 'ready', actions: { type: 'assignMessage', params: failure } },
      },
    },
    open: {
      description: 'Families can book.',
      on: {
        'opening.pause': {
          target: 'pausing',
          actions: { type: 'assignReason', params: ({ event }) => event },
        },
      },
    },
    pausing: {
      description: 'Online booking is being paused.',
      invoke: {
        id: 'pauseBooking',
        src: 'changeOpening',
        input: ({ context: { opening, reason } }) => ({
          state: 'paused',
          reason,
          version: known(opening).version,
        }),
        onDone: { target: 'ready', actions: { type: 'assignAnswer', params: answer } },
        onError: { target: 'ready', actions: { type: 'assignMessage', params: failure } },
      },
    },
    paused: {
      description: 'Nothing new is booked online; families read why.',
      on: { 'opening.resume': { target: 'resuming', actions: 'forgetMessage' } },
    },
    resuming: {
      description: 'Online booking is being resumed.',
      invoke: {
        id: 'resumeBooking',
        src: 'changeOpening',
        input: ({ context: { opening } }) => ({
          state: 'open',
          version: known(opening).version,
        }),
        onDone: { target: 'ready', actions: { type: 'assignAnswer', params: answer } },
        onError: { target: 'ready', actions: { type: 'assignMessage', params: failure } },
      },
    },
  },
})
