import { assertEvent } from 'xstate'
import type { Block } from '#contract/booking/blocks.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { ChildList } from '#contract/families/children.ts'
import { failure, refusal } from '../actors.ts'
import { type BlockResult, bookingSetup, choicesOf, otherDay } from './booking-setup.ts'

const family = ({ event }: { event: { output: ChildList } }) => event.output
const found = ({ event }: { event: { output: Block[] } }) => ({ blocks: event.output })
const blockResult = ({ event }: { event: { output: BlockResult } }) => ({ result: event.output })

/** Siblings who come together: children → times that fit all of them. */
export const siblings = bookingSetup.createStateConfig({
  description: 'Several children are booked for on one day; the calendar is enabled.',
  initial: 'loadingChildren',
  on: {
    'date.choose': {
      target: '#booking.browsing',
      actions: { type: 'startFrom', params: otherDay },
    },
    'choices.restore': {
      target: '#booking.browsing',
      actions: { type: 'startFrom', params: ({ event }) => event.choices },
    },
    'sibling.choose': {
      guard: { type: 'canChooseSibling', params: ({ event }) => event },
      target: '.choosingChildren',
      actions: { type: 'rememberSibling', params: ({ event }) => event },
    },
    'siblings.leave': {
      target: '#booking.browsing.choosingTreatment',
      actions: 'forgetSiblings',
    },
  },
  states: {
    loadingChildren: {
      description: 'The children of a user who arrives with a link or on another day are loading.',
      invoke: {
        id: 'loadSiblings',
        src: 'loadChildren',
        onDone: [
          {
            guard: { type: 'areWantedSiblings', params: family },
            target: 'loadingBlocks',
            actions: [{ type: 'rememberChildren', params: family }, 'grantSiblings'],
          },
          {
            guard: { type: 'areSiblings', params: family },
            target: 'choosingChildren',
            actions: [
              { type: 'rememberChildren', params: family },
              'grantSiblings',
              'forgetWanted',
            ],
          },
          { target: '#booking.browsing.choosingTreatment', actions: 'forgetSiblings' },
        ],
        onError: {
          target: '#booking.browsing.loadFailed',
          actions: { type: 'rememberMessage', params: failure },
        },
      },
    },
    choosingChildren: {
      description: 'The user chooses two to four children and their treatments.',
      on: { 'blocks.find': { guard: 'canHaveBlocks', target: 'loadingBlocks' } },
    },
    loadingBlocks: {
      description: 'The times that fit all of the children are loading.',
      entry: 'forgetBlocks',
      invoke: {
        id: 'loadBlocks',
        src: 'loadBlocks',
        input: ({ context: { date, siblings } }) => ({ date, siblings: siblings ?? [] }),
        onDone: [
          {
            guard: { type: 'isWantedBlockFree', params: found },
            target: '#booking.siblingsDialog',
            actions: [{ type: 'rememberBlocks', params: found }, 'grantBlock'],
          },
          {
            guard: { type: 'isWantedBlockGone', params: found },
            target: 'choosingBlock.blockGone',
            actions: [{ type: 'rememberBlocks', params: found }, 'missBlock'],
          },
          {
            guard: { type: 'areOtherBlocks', params: found },
            target: 'choosingBlock.refused',
            actions: { type: 'rememberBlocks', params: found },
          },
          {
            guard: { type: 'areBlocks', params: found },
            target: 'choosingBlock',
            actions: { type: 'rememberBlocks', params: found },
          },
          {
            target: 'noBlocks',
            actions: 'forgetWanted',
          },
        ],
        onError: {
          target: 'blocksFailed',
          actions: { type: 'rememberMessage', params: failure },
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
          target: '#booking.siblingsDialog',
          actions: { type: 'rememberBlock', params: ({ event }) => event },
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
})

/** The dialog for a block. */
export const siblingsDialog = bookingSetup.createStateConfig({
  description: 'The dialog shows the appointments of the children.',
  initial: 'fillingForm',
  exit: 'forgetBlock',
  states: {
    fillingForm: {
      description: 'The form waits for phone and address.',
      on: {
        'dialog.close': '#booking.siblings.choosingBlock',
        'booking.submit': 'submitting',
        'choices.restore': {
          target: '#booking.browsing',
          actions: { type: 'startFrom', params: ({ event }) => event.choices },
        },
      },
    },
    submitting: {
      description:
        'The server books all of them or none; the dialog stays open until it has answered.',
      invoke: {
        id: 'createBlock',
        src: 'createBlock',
        input: ({ context: { date, block, patient }, event }) => {
          assertEvent(event, 'booking.submit')
          const {
            terms,
            form: { phone, address },
          } = event
          const items = (block?.items ?? []).map(({ child, treatment, slot, price }) => ({
            child: child._id,
            treatment,
            slot,
            price,
          }))
          return { date: formatWireDate(date), items, email: patient.email, terms, phone, address }
        },
        onDone: [
          {
            guard: { type: 'isBlockBooked', params: blockResult },
            target: '#booking.siblingsBooked',
            actions: { type: 'rememberBookings', params: blockResult },
          },
          {
            guard: { type: 'areTermsNew', params: blockResult },
            target: 'termsChanged',
            actions: { type: 'rememberMessage', params: refusal },
          },
          {
            target: '#booking.siblings.loadingBlocks',
            actions: { type: 'rememberBlockRefusal', params: blockResult },
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
        'dialog.close': '#booking.siblings.choosingBlock',
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
        // They may have been booked by the failed request.
        'dialog.close': '#booking.siblings.loadingBlocks',
        'booking.submit': 'submitting',
        'choices.restore': {
          target: '#booking.browsing',
          actions: { type: 'startFrom', params: ({ event }) => event.choices },
        },
      },
    },
  },
})

export const siblingsBooked = bookingSetup.createStateConfig({
  description: 'All appointments of the children are booked.',
  on: {
    'booking.another': {
      target: '#booking.browsing',
      actions: { type: 'startFrom', params: ({ context }) => choicesOf(context) },
    },
    'choices.restore': {
      target: '#booking.browsing',
      actions: { type: 'startFrom', params: ({ event }) => event.choices },
    },
  },
})
