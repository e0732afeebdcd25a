import { assign, fromPromise, setup } from 'xstate'
import type {
  ClosureDecision,
  ClosurePreview,
  HoursPreview,
  Impact,
  ScheduleChange,
} from '#contract/schedule/schedule.ts'
import { answer, failure, known, messageOf, notProvided } from '../actors.ts'

/** An admin's draft of a change. */
export type ScheduleDraft =
  | { kind: 'closure'; closure: ClosurePreview }
  /** `version`: of the hours on the screen. */
  | { kind: 'hours'; hours: HoursPreview; version: string }

export interface ClosureContext {
  draft: ScheduleDraft | null
  /** The draft's effect on appointments, as last previewed. */
  impact: Impact | null
  /** The decision about the affected appointments. */
  decision: ClosureDecision | null
  applied: AppliedChange | null
  /** Why the draft could not be previewed or applied. */
  message: string | null
}

/** How many appointments were or are being canceled, refunded, and re-offered. */
export type AppliedChange = Omit<ScheduleChange, 'schedule'>

export type ClosureEvent =
  /** 'Check appointments' */
  | { type: 'change.preview'; draft: ScheduleDraft }
  /** 'Back' to the form. */
  | { type: 'change.edit' }
  | { type: 'change.apply'; decision: ClosureDecision }
  /** The next change. */
  | { type: 'change.another' }

export type ApplyAnswer =
  | ({ kind: 'applied' } & AppliedChange)
  /** The affected appointments have changed since the preview. */
  | { kind: 'outdated'; impact: Impact }
  /** The draft itself is no longer possible. */
  | { kind: 'refused'; message: string }

export interface Apply {
  draft: ScheduleDraft
  decision: ClosureDecision
  /** Of the preview that the admin decided on. */
  fingerprint: string
}

/**
 * Closing a time or changing hours: nothing is applied until the admin has seen which appointments it affects
 * and has decided about them.
 */
export const closureMachine = setup({
  types: { context: {} as ClosureContext, events: {} as ClosureEvent },
  actors: {
    /** `POST /schedule/closures/preview` or `POST /schedule/hours/preview` */
    previewChange: fromPromise<Impact, ScheduleDraft>(notProvided('previewChange')),
    /** `POST /schedule/closures` or `PUT /schedule/hours` */
    applyChange: fromPromise<ApplyAnswer, Apply>(notProvided('applyChange')),
  },
  guards: {
    /** Only a closure with proposed times can re-offer its appointments. */
    isPossible: ({ context: { impact } }, { decision }: { decision: ClosureDecision }) =>
      decision !== 'reoffer' || impact?.reoffer !== undefined,
    isOutdated: (_, { answer }: { answer: ApplyAnswer }) => answer.kind === 'outdated',
    isRefused: (_, { answer }: { answer: ApplyAnswer }) => answer.kind === 'refused',
  },
  actions: {
    assignDraft: assign({
      draft: (_, { draft }: { draft: ScheduleDraft }) => draft,
      message: null,
    }),
    assignImpact: assign({
      impact: (_, { impact }: { impact: Impact }) => impact,
      message: null,
    }),
    assignDecision: assign({
      decision: (_, { decision }: { decision: ClosureDecision }) => decision,
      message: null,
    }),
    assignAnswer: assign({
      impact: ({ context }, { answer }: { answer: ApplyAnswer }) =>
        answer.kind === 'outdated' ? answer.impact : context.impact,
      applied: (_, { answer }: { answer: ApplyAnswer }) =>
        answer.kind === 'applied'
          ? {
              cancelled: answer.cancelled,
              refunded: answer.refunded,
              ...(answer.toCancel !== undefined && { toCancel: answer.toCancel }),
              ...(answer.reoffered !== undefined && { reoffered: answer.reoffered }),
            }
          : null,
      message: (_, { answer }: { answer: ApplyAnswer }) =>
        answer.kind === 'refused' ? answer.message : null,
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    startOver: assign({ draft: null, impact: null, decision: null, applied: null, message: null }),
    forgetPreview: assign({ impact: null, decision: null, message: null }),
  },
}).createMachine({
  id: 'closure',
  context: { draft: null, impact: null, decision: null, applied: null, message: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The form is open.',
      initial: 'untroubled',
      on: {
        'change.preview': {
          target: 'previewing',
          actions: { type: 'assignDraft', params: ({ event }) => event },
        },
      },
      states: {
        untroubled: { description: 'No message is shown.' },
        refused: {
          description: 'The draft was refused, or the preview failed; the form says why.',
        },
      },
    },
    previewing: {
      description: 'The affected appointments are being looked up.',
      invoke: {
        id: 'previewChange',
        src: 'previewChange',
        input: ({ context }) => known(context.draft),
        onDone: {
          target: 'previewed',
          actions: { type: 'assignImpact', params: ({ event }) => ({ impact: event.output }) },
        },
        onError: {
          target: 'editing.refused',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    previewed: {
      description: 'The affected appointments are shown, to be decided about.',
      initial: 'fresh',
      on: {
        'change.edit': { target: 'editing', actions: 'forgetPreview' },
        'change.apply': {
          guard: { type: 'isPossible', params: ({ event }) => event },
          target: 'applying',
          actions: { type: 'assignDecision', params: ({ event }) => event },
        },
      },
      states: {
        fresh: { description: 'No message is shown.' },
        outdated: { description: 'The appointments had changed: this is a new preview.' },
        failed: { description: 'Applying failed; nothing has changed, and it can be retried.' },
      },
    },
    applying: {
      description: 'The change is being applied, with everything that was decided.',
      invoke: {
        id: 'applyChange',
        src: 'applyChange',
        input: ({ context: { draft, decision, impact } }) => ({
          draft: known(draft),
          decision: known(decision),
          fingerprint: fingerprintOf(known(impact), known(decision)),
        }),
        onDone: [
          {
            guard: { type: 'isOutdated', params: answer },
            target: 'previewed.outdated',
            actions: { type: 'assignAnswer', params: answer },
          },
          {
            guard: { type: 'isRefused', params: answer },
            target: 'editing.refused',
            actions: { type: 'assignAnswer', params: answer },
          },
          { target: 'applied', actions: { type: 'assignAnswer', params: answer } },
        ],
        onError: {
          target: 'previewed.failed',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    applied: {
      description: 'The change is applied; the screen says what became of the appointments.',
      on: { 'change.another': { target: 'editing', actions: 'startOver' } },
    },
  },
})

/** A re-offer also depends on the proposed times. */
function fingerprintOf({ fingerprint, reoffer }: Impact, decision: ClosureDecision): string {
  return decision === 'reoffer' ? known(reoffer ?? null).fingerprint : fingerprint
}
