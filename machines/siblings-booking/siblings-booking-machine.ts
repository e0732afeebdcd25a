import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { Appointment } from '#contract/booking/appointments.ts'
import { FEWEST_TOGETHER, MOST_CHILDREN_TOGETHER } from '#contract/booking/block-size.ts'
import type { Block, BlockRefusal, BlockSuccess, NewBlock } from '#contract/booking/blocks.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { bookableChildren, type Child, type ChildList } from '#contract/guardians/children.ts'
import type { TermsChanged } from '#contract/payments/refund-bands.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { answer, failure, known, messageOf, notProvided, refusal } from '../actors.ts'
import {
  answers,
  type Choices,
  type DayRequest,
  type LoadedDay,
  NOTHING_WANTED,
  type Patient,
  type SharedEvent,
  type Sibling,
} from '../choices.ts'
import { canHaveBlocks, findKnownSiblings, UNDECIDED } from './siblings.ts'

export interface SiblingsInput {
  patient: Patient
  date: IsoDate
  siblings: readonly Sibling[]
  /** The time of a block, to be chosen again. */
  slot: string | null
  /** Null when the day and the family still have to be loaded. */
  known: { treatments: Treatment[]; children: readonly Child[] } | null
}

export interface SiblingsContext {
  patient: Patient
  date: IsoDate
  /** The treatments of `date`; empty until they were loaded. */
  treatments: Treatment[]
  /** The children that the user may book for; null until they were loaded. */
  children: readonly Child[] | null
  /** The children who come, in the order of `children`; until these have loaded, as in the address. */
  siblings: readonly Sibling[]
  /** The time in the address, to be chosen once the blocks have loaded. */
  wantedSlot: string | null
  /** The time in the address if it is no longer free, until the user chooses again. */
  missedSlot: string | null
  /** The blocks of the day as last loaded. */
  blocks: readonly Block[]
  /** The block in the dialog. */
  block: Block | null
  /** The last refusal, until the user chooses again. */
  refusal: BlockRefusal | null
  /** Why loading or booking failed, for the user. */
  message: string | null
  /** The children as the server listed them; null if they were already known. */
  family: ChildList | null
  /** What the booking machine continues with; null until the end. */
  outcome: SiblingsOutcome | null
}

export type SiblingsEvent =
  | SharedEvent
  /** A child comes for that treatment, or `UNDECIDED`; null: it does not come. */
  | { type: 'sibling.choose'; child: string; treatment: string | null }
  /** 'Show times' for the children, and 'Try again'. */
  | { type: 'blocks.find' }
  /** A block, by its time, which opens the dialog. */
  | { type: 'block.choose'; time: string }
  /** Back to one appointment. */
  | { type: 'siblings.leave' }

/** How the booking for siblings ends. */
export type SiblingsOutcome =
  | { kind: 'booked'; bookings: readonly Appointment[]; family: ChildList | null }
  /** Ids of appointments that the children already have at the time in the address. */
  | { kind: 'own'; own: readonly string[] }
  /** One appointment instead, on the same day. */
  | { kind: 'left'; treatments: Treatment[]; family: ChildList | null }
  /** Another day, or the choices that the address now has. */
  | { kind: 'elsewhere'; choices: Choices }
  /** The day or the family did not load. */
  | { kind: 'failed'; choices: Choices; message: string }

/** The server's answer to a booking; other answers are errors. */
export type BlockResult = BlockSuccess | BlockRefusal | TermsChanged

/** The input of a search for blocks. */
export interface BlocksRequest {
  date: IsoDate
  siblings: readonly Sibling[]
}

const findBlock = (blocks: readonly Block[], time: string | null) =>
  blocks.find((block) => block.time === time) ?? null

/** The choices for the address. */
export function siblingsChoicesOf(context: SiblingsContext): Choices {
  const { date, siblings, block, wantedSlot } = context
  return { date, ...NOTHING_WANTED, siblings, slot: block?.time ?? wantedSlot }
}

/**
 * Booking for siblings who come together on one day: children → times → dialog → confirm → booked. The
 * booking machine invokes it, and continues with its outcome.
 */
export const siblingsBookingMachine = setup({
  types: {
    context: {} as SiblingsContext,
    events: {} as SiblingsEvent,
    input: {} as SiblingsInput,
    output: {} as SiblingsOutcome,
  },
  actors: {
    /** `GET /available`: the treatments of a day with their free slots. */
    loadTreatments: fromPromise<LoadedDay, DayRequest>(notProvided('loadTreatments')),
    /** `GET /children`. */
    loadChildren: fromPromise<ChildList>(notProvided('loadChildren')),
    /** `GET /appointment-blocks`: the blocks of a day for the siblings. */
    loadBlocks: fromPromise<Block[], BlocksRequest>(notProvided('loadBlocks')),
    /** `POST /appointment-blocks`; resolves for a booking and for a refusal. */
    createBlock: fromPromise<BlockResult, NewBlock>(notProvided('createBlock')),
  },
  guards: {
    ...answers,
    isWantedOwn: (_, { answer: { own = [] } }: { answer: LoadedDay }) => own.length > 0,
    isDayUnknown: ({ context: { children } }) => children === null,
    areSiblings: (_, { answer }: { answer: ChildList }) =>
      bookableChildren(answer).length >= FEWEST_TOGETHER,
    /** The children and treatments of the address are still available. */
    areWantedSiblings: ({ context }, { answer }: { answer: ChildList }) => {
      const day = { ...context, children: bookableChildren(answer) }
      const known = findKnownSiblings(context.siblings, day)
      return known.length === context.siblings.length && canHaveBlocks(known, day)
    },
    canChooseSibling: (
      { context: { children, siblings, treatments } },
      { child, treatment }: { child: string; treatment: string | null },
    ) =>
      children?.some(({ _id }) => _id === child) === true &&
      (treatment === null ||
        ((treatment === UNDECIDED || treatments.some(({ _id }) => _id === treatment)) &&
          siblings.filter((one) => one.child !== child).length < MOST_CHILDREN_TOGETHER)),
    canHaveBlocks: ({ context }) => canHaveBlocks(context.siblings, context),
    isWantedBlockFree: ({ context }, { answer }: { answer: Block[] }) =>
      findBlock(answer, context.wantedSlot) !== null,
    isWantedBlockGone: ({ context }, { answer }: { answer: Block[] }) =>
      context.wantedSlot !== null && answer.length > 0,
    areOtherBlocks: ({ context }, { answer }: { answer: Block[] }) =>
      context.refusal !== null && answer.length > 0,
    areBlocks: (_, { answer }: { answer: Block[] }) => answer.length > 0,
    isBlock: ({ context }, { time }: { time: string }) => findBlock(context.blocks, time) !== null,
  },
  actions: {
    assignFamily: assign(({ context }, { answer }: { answer: ChildList }) => {
      const children = bookableChildren(answer)
      const siblings = findKnownSiblings(context.siblings, { ...context, children })
      return { family: answer, children, siblings }
    }),
    assignSibling: assign(
      ({ context }, { child, treatment }: { child: string; treatment: string | null }) => {
        const others = context.siblings.filter((sibling) => sibling.child !== child)
        const siblings = treatment === null ? others : [...others, { child, treatment }]
        return {
          siblings: findKnownSiblings(siblings, context),
          ...{ wantedSlot: null, missedSlot: null, blocks: [], refusal: null, message: null },
        }
      },
    ),
    assignBlocks: assign({ blocks: (_, { answer }: { answer: Block[] }) => answer }),
    forgetWanted: assign({ wantedSlot: null }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    fail: assign({
      outcome: ({ context }, { error }: { error: unknown }) => ({
        kind: 'failed',
        choices: siblingsChoicesOf(context),
        message: messageOf(error),
      }),
    }),
  },
}).createMachine({
  id: 'siblings-booking',
  context: ({ input: { patient, date, siblings, slot, known } }) => ({
    patient,
    date,
    treatments: known?.treatments ?? [],
    children: known?.children ?? null,
    siblings,
    wantedSlot: slot,
    missedSlot: null,
    blocks: [],
    block: null,
    refusal: null,
    message: null,
    family: null,
    outcome: null,
  }),
  output: ({ context }) => known(context.outcome),
  initial: 'choosingChildren',
  on: {
    'date.choose': {
      target: '.elsewhere',
      actions: assign({
        outcome: ({ context: { siblings }, event: { date } }) => ({
          kind: 'elsewhere',
          choices: { date, ...NOTHING_WANTED, siblings },
        }),
      }),
    },
    'choices.restore': {
      target: '.elsewhere',
      actions: assign({
        outcome: ({ event }) => ({ kind: 'elsewhere', choices: event.choices }),
      }),
    },
  },
  states: {
    day: {
      description: 'The booking begins with a link, or on another day.',
      initial: 'loadingTreatments',
      states: {
        loadingTreatments: {
          description: 'The treatments of the day are loading.',
          invoke: {
            id: 'loadDay',
            src: 'loadTreatments',
            input: ({ context }) => ({ date: context.date, wanted: siblingsChoicesOf(context) }),
            onDone: [
              {
                guard: { type: 'isWantedOwn', params: answer },
                target: '#siblings-booking.own',
                actions: assign({
                  outcome: ({ event: { output } }) => ({ kind: 'own', own: output.own ?? [] }),
                }),
              },
              {
                target: 'loadingChildren',
                actions: assign({ treatments: ({ event }) => event.output.treatments }),
              },
            ],
            onError: {
              target: '#siblings-booking.failed',
              actions: { type: 'fail', params: failure },
            },
          },
        },
        loadingChildren: {
          description: 'The user’s children are loading.',
          on: { 'siblings.leave': '#siblings-booking.left' },
          invoke: {
            id: 'loadSiblings',
            src: 'loadChildren',
            onDone: [
              {
                guard: { type: 'areWantedSiblings', params: answer },
                target: '#siblings-booking.times',
                actions: { type: 'assignFamily', params: answer },
              },
              {
                guard: { type: 'areSiblings', params: answer },
                target: '#siblings-booking.choosingChildren',
                actions: [{ type: 'assignFamily', params: answer }, 'forgetWanted'],
              },
              { target: '#siblings-booking.left' },
            ],
            onError: {
              target: '#siblings-booking.failed',
              actions: { type: 'fail', params: failure },
            },
          },
        },
      },
    },
    choosingChildren: {
      description: 'The user chooses two to four children and their treatments.',
      always: { guard: 'isDayUnknown', target: 'day' },
      on: {
        'sibling.choose': {
          guard: { type: 'canChooseSibling', params: ({ event }) => event },
          actions: { type: 'assignSibling', params: ({ event }) => event },
        },
        'blocks.find': { guard: 'canHaveBlocks', target: 'times' },
        'siblings.leave': 'left',
      },
    },
    times: {
      description: 'Times that fit all of the children.',
      entry: assign({ block: null }),
      initial: 'loadingBlocks',
      on: {
        'sibling.choose': {
          guard: { type: 'canChooseSibling', params: ({ event }) => event },
          target: 'choosingChildren',
          actions: { type: 'assignSibling', params: ({ event }) => event },
        },
        'siblings.leave': 'left',
      },
      states: {
        loadingBlocks: {
          description: 'The times that fit all of the children are loading.',
          entry: assign({ blocks: [] }),
          invoke: {
            id: 'loadBlocks',
            src: 'loadBlocks',
            input: ({ context: { date, siblings } }) => ({ date, siblings }),
            onDone: [
              {
                guard: { type: 'isWantedBlockFree', params: answer },
                target: '#siblings-booking.dialog',
                actions: [
                  { type: 'assignBlocks', params: answer },
                  assign(({ context: { blocks, wantedSlot } }) => ({
                    block: findBlock(blocks, wantedSlot),
                    message: null,
                  })),
                  'forgetWanted',
                ],
              },
              {
                guard: { type: 'isWantedBlockGone', params: answer },
                target: 'choosingBlock.blockGone',
                actions: [
                  { type: 'assignBlocks', params: answer },
                  assign({ missedSlot: ({ context }) => context.wantedSlot }),
                  'forgetWanted',
                ],
              },
              {
                guard: { type: 'areOtherBlocks', params: answer },
                target: 'choosingBlock.refused',
                actions: { type: 'assignBlocks', params: answer },
              },
              {
                guard: { type: 'areBlocks', params: answer },
                target: 'choosingBlock',
                actions: { type: 'assignBlocks', params: answer },
              },
              { target: 'noBlocks', actions: 'forgetWanted' },
            ],
            onError: {
              target: 'blocksFailed',
              actions: { type: 'assignMessage', params: failure },
            },
          },
        },
        blocksFailed: {
          description: 'The times could not be loaded; the user can try again.',
          on: { 'blocks.find': 'loadingBlocks' },
        },
        noBlocks: {
          description: 'No times of the day fit all of the children; another day may.',
        },
        choosingBlock: {
          description: 'The times that fit all of the children are shown.',
          initial: 'undisturbed',
          on: {
            'block.choose': {
              guard: { type: 'isBlock', params: ({ event }) => event },
              target: '#siblings-booking.dialog',
              actions: assign(({ context, event }) => ({
                block: findBlock(context.blocks, event.time),
                ...{ missedSlot: null, refusal: null, message: null },
              })),
            },
          },
          states: {
            undisturbed: { description: 'No notice is shown.' },
            blockGone: {
              description: 'The times of the address are no longer free; the others are shown.',
            },
            refused: {
              description:
                'One of the appointments could not be booked, so none was; the others are shown.',
            },
          },
        },
      },
    },
    dialog: {
      description: 'The dialog shows the appointments of the children.',
      initial: 'fillingForm',
      on: {
        'date.choose': {},
        'dialog.close': 'times.choosingBlock',
        'booking.submit': 'confirm',
      },
      states: {
        fillingForm: { description: 'The form waits for phone and address.' },
        termsChanged: {
          description: 'The clinic has changed its refund terms; the dialog shows the new ones.',
        },
        submitFailed: {
          description: 'The server was unreachable or rejected the form, which keeps its values.',
          // The failed request may have booked them.
          on: { 'dialog.close': '#siblings-booking.times' },
        },
      },
    },
    confirm: {
      description:
        'The server books all of them or none; the dialog stays open until it has answered.',
      on: { 'date.choose': {}, 'choices.restore': {} },
      invoke: {
        id: 'createBlock',
        src: 'createBlock',
        input: ({ context: { date, block, patient }, event }) => {
          assertEvent(event, 'booking.submit')
          const { phone, address } = event.form
          const items = (block?.items ?? []).map(({ child, treatment, slot, price }) => ({
            child: child._id,
            ...{ treatment, slot, price },
          }))
          const { email } = patient
          return { date: formatWireDate(date), items, email, terms: event.terms, phone, address }
        },
        onDone: [
          {
            guard: { type: 'isBooked', params: answer },
            target: 'booked',
            actions: assign({
              outcome: ({ context: { family }, event: { output } }) =>
                output.success ? { kind: 'booked', bookings: output.bookings, family } : null,
            }),
          },
          {
            guard: { type: 'areTermsNew', params: answer },
            target: 'dialog.termsChanged',
            actions: { type: 'assignMessage', params: refusal },
          },
          {
            target: 'times',
            actions: assign({
              refusal: ({ event: { output } }) =>
                output.success || output.code === 'terms_changed' ? null : output,
            }),
          },
        ],
        onError: {
          target: 'dialog.submitFailed',
          actions: { type: 'assignMessage', params: failure },
        },
      },
    },
    booked: { description: 'All appointments of the children are booked.', type: 'final' },
    own: { description: 'They have the appointments of the address already.', type: 'final' },
    left: {
      description: 'The user books one appointment instead, or has no two children.',
      type: 'final',
      entry: assign({
        outcome: ({ context: { treatments, family } }) => ({ kind: 'left', treatments, family }),
      }),
    },
    elsewhere: {
      description: 'The booking goes on with another day, or with what the address holds.',
      type: 'final',
    },
    failed: { description: 'The day or the children did not load.', type: 'final' },
  },
})
