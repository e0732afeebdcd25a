import { assign, fromPromise, setup } from 'xstate'
import type {
  AbsenceDecision,
  AbsencePreview,
  AbsenceResult,
  AbsentAppointment,
  NewAbsence,
} from '#contract/schedule/absences.ts'
import { answer, failure, known, messageOf, notProvided } from '../actors.ts'

/** The doctor who is ill, from when on, and why. */
export type AbsenceForm = Pick<NewAbsence, 'doctor' | 'fromMinute' | 'reason'>

export interface AbsenceContext {
  form: AbsenceForm | null
  /** The appointments that need a decision, as last read. */
  preview: AbsencePreview | null
  /** By appointment id. */
  decisions: Readonly<Record<string, AbsenceDecision>>
  /** The outcome of the last decisions. */
  result: AbsenceResult | null
  /** Why the list could not be read or the decisions not carried out. */
  message: string | null
}

type AbsenceEvent =
  /** 'Show appointments' */
  | { type: 'absence.check'; form: AbsenceForm }
  /** 'Back' to the form. */
  | { type: 'absence.edit' }
  | { type: 'absence.decide'; decision: AbsenceDecision }
  | { type: 'absence.decideAll'; choice: ChoiceForAll }
  | { type: 'absence.apply' }
  /** Continues with appointments that were left for later or failed. */
  | { type: 'absence.continue' }

export type RecordAnswer =
  | { kind: 'recorded'; result: AbsenceResult }
  /** The appointments have changed since the preview. */
  | { kind: 'outdated'; preview: AbsencePreview }

/** `proposed`: a free colleague, else the other time that a re-offer holds, else later. */
export type ChoiceForAll = 'proposed' | 'reoffer' | 'cancel' | 'later'

/** The decision about an appointment by a choice for all; without another time, it is left for later. */
function decisionOf(
  { _id, version, handOver, otherTime, attendance }: AbsentAppointment,
  choice: ChoiceForAll,
): AbsenceDecision {
  const seen = { _id, version }
  if (choice === 'cancel') return { ...seen, action: 'cancel' }
  if (choice === 'proposed' && handOver) {
    return { ...seen, action: 'hand_over', doctor: handOver._id, slot: handOver.slot }
  }
  // Staff ask patients who are already here.
  const isReoffered = choice === 'reoffer' || (choice === 'proposed' && attendance === 'expected')
  if (isReoffered && otherTime) {
    return { ...seen, action: 'reoffer', date: otherTime.date, slot: otherTime.slot }
  }
  return { ...seen, action: 'later' }
}

function decideAll(
  { appointments }: AbsencePreview,
  choice: ChoiceForAll,
): AbsenceContext['decisions'] {
  return Object.fromEntries(appointments.map((each) => [each._id, decisionOf(each, choice)]))
}

/**
 * An ill doctor: staff decide about each appointment, and carry the decisions out in one or several steps.
 */
export const absenceMachine = setup({
  types: { context: {} as AbsenceContext, events: {} as AbsenceEvent },
  actors: {
    /** `POST /absences/preview` */
    previewAbsence: fromPromise<AbsencePreview, AbsenceForm>(notProvided('previewAbsence')),
    /** `POST /absences` */
    recordAbsence: fromPromise<RecordAnswer, NewAbsence>(notProvided('recordAbsence')),
  },
  guards: {
    isOutdated: (_, { answer }: { answer: RecordAnswer }) => answer.kind === 'outdated',
    isLeft: ({ context: { result } }) => (result?.left.appointments.length ?? 0) > 0,
  },
  actions: {
    assignForm: assign({
      form: (_, { form }: { form: AbsenceForm }) => form,
      result: null,
      message: null,
    }),
    assignPreview: assign((_, { preview }: { preview: AbsencePreview }) => ({
      preview,
      decisions: decideAll(preview, 'proposed'),
      message: null,
    })),
    decide: assign({
      decisions: ({ context }, { decision }: { decision: AbsenceDecision }) => ({
        ...context.decisions,
        [decision._id]: decision,
      }),
    }),
    decideAll: assign({
      decisions: ({ context: { preview } }, { choice }: { choice: ChoiceForAll }) =>
        decideAll(known(preview), choice),
    }),
    assignAnswer: assign((_, { answer }: { answer: RecordAnswer }) => {
      if (answer.kind === 'recorded') return { result: answer.result, message: null }
      const { preview } = answer
      return { preview, decisions: decideAll(preview, 'proposed'), message: null }
    }),
    continue: assign(({ context: { result, preview } }) => {
      const left = result?.left ?? preview
      return { preview: left, decisions: left ? decideAll(left, 'proposed') : {}, result: null }
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
    forgetPreview: assign({ preview: null, decisions: {}, result: null, message: null }),
  },
}).createMachine({
  id: 'absence',
  context: { form: null, preview: null, decisions: {}, result: null, message: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'Who is ill, from when on, and why.',
      initial: 'untroubled',
      on: {
        'absence.check': {
          target: 'previewing',
          actions: { type: 'assignForm', params: ({ event }) => event },
        },
      },
      states: {
        untroubled: { description: 'No message is shown.' },
        failed: { description: 'The appointments could not be read; the form says why.' },
      },
    },
    previewing: {
      description: 'The doctor’s appointments are being read.',
      invoke: {
        id: 'previewAbsence',
        src: 'previewAbsence',
        input: ({ context }) => known(context.form),
        onDone: {
          target: 'deciding',
          actions: { type: 'assignPreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: {
          target: 'editing.failed',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    deciding: {
      description:
        'Each appointment has a decision: a colleague, another time, canceled, or later.',
      initial: 'fresh',
      on: {
        'absence.edit': { target: 'editing', actions: 'forgetPreview' },
        'absence.decide': { actions: { type: 'decide', params: ({ event }) => event } },
        'absence.decideAll': { actions: { type: 'decideAll', params: ({ event }) => event } },
        'absence.apply': { target: 'applying', actions: 'forgetMessage' },
      },
      states: {
        fresh: { description: 'No message is shown.' },
        outdated: { description: 'The appointments had changed: this is a new list.' },
        failed: { description: 'Nothing was recorded; it can be retried.' },
      },
    },
    applying: {
      description: 'The absence is recorded, and the decisions are carried out.',
      invoke: {
        id: 'recordAbsence',
        src: 'recordAbsence',
        input: ({ context: { form, preview, decisions } }) => ({
          ...known(form),
          fingerprint: known(preview).fingerprint,
          decisions: Object.values(decisions),
        }),
        onDone: [
          {
            guard: { type: 'isOutdated', params: answer },
            target: 'deciding.outdated',
            actions: { type: 'assignAnswer', params: answer },
          },
          { target: 'applied', actions: { type: 'assignAnswer', params: answer } },
        ],
        onError: {
          target: 'deciding.failed',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    applied: {
      description: 'What became of each appointment, who to call, and what is left.',
      on: {
        'absence.continue': { guard: 'isLeft', target: 'deciding', actions: 'continue' },
        'absence.edit': { target: 'editing', actions: 'forgetPreview' },
      },
    },
  },
})
