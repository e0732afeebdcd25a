import { assign, fromPromise, setup } from 'xstate'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { answer, failure, messageOf, notProvided } from '../actors.ts'

export interface NextVisitContext {
  ticketId: string
  /** As last answered; null until then, and when there is none for this family. */
  visit: NextVisit | null
  /** Why something failed or was refused, for the user. */
  message: string | null
}

export type NextVisitEvent =
  /** Looks for a free time, to book the visit. */
  | { type: 'visit.book' }
  /** The family does not want the visit. */
  | { type: 'visit.decline' }
  /** The child has had the visit elsewhere, in that month: '2027-03'. */
  | { type: 'visit.elsewhere'; month: string }
  /** Takes the family's answer back. */
  | { type: 'answer.undo' }
  /** 'Try again' after a failure to load. */
  | { type: 'retry' }

interface Ticket {
  ticketId: string
}

/** A visit that the clinic asks a family to book: the card of it, and the page that its email links to. */
export const nextVisitMachine = setup({
  types: {
    context: {} as NextVisitContext,
    events: {} as NextVisitEvent,
    input: {} as Ticket,
  },
  actors: {
    /** `GET /next-visits?ticket=`, with the first free day; null: there is none for this family. */
    loadVisit: fromPromise<NextVisit | null, Ticket>(notProvided('loadVisit')),
    /** `POST /next-visits/{id}/not-for-us`, or with a month `…/done-elsewhere`. */
    answerVisit: fromPromise<NextVisit, Ticket & { month: string | null }>(
      notProvided('answerVisit'),
    ),
    /** `POST /next-visits/{id}/reopen` */
    undoAnswer: fromPromise<NextVisit, Ticket>(notProvided('undoAnswer')),
  },
  guards: {
    isUnknown: ({ context: { visit } }) => visit === null,
    isBooked: ({ context: { visit } }) => visit?.state === 'booked',
    isDeclined: ({ context: { visit } }) => visit?.state === 'declined',
    isElsewhere: ({ context: { visit } }) => visit?.state === 'elsewhere',
    isOver: ({ context: { visit } }) => visit?.state === 'lapsed' || visit?.state === 'withdrawn',
    /** A free day is known, which only the lookup of one visit answers. */
    hasFreeDay: ({ context: { visit } }) => visit?.canBook === true && Boolean(visit.firstDay),
    /** It can be booked, and no one has looked for a free day: answers to changes have none. */
    isUnsearched: ({ context: { visit } }) =>
      visit?.canBook === true && visit.firstDay === undefined,
    mayAnswer: ({ context: { visit } }) => visit?.mayAnswer === true,
  },
  actions: {
    assignVisit: assign({
      visit: (_, { answer }: { answer: NextVisit | null }) => answer,
      message: null,
    }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'next-visit',
  context: ({ input: { ticketId } }) => ({ ticketId, visit: null, message: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The visit and its first free day are being looked up.',
      invoke: {
        id: 'loadVisit',
        src: 'loadVisit',
        input: ({ context: { ticketId } }) => ({ ticketId }),
        onDone: { target: 'open', actions: { type: 'assignVisit', params: answer } },
        onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    loadFailed: {
      description: 'The visit did not load; the screen says why.',
      on: { retry: { target: 'loading', actions: 'forgetMessage' } },
    },
    notFound: { description: 'There is no such visit for this family.' },
    open: {
      description:
        'The visit, how to book it, and why an answer has failed. All other answers go on from here to their state.',
      always: [
        { guard: 'isUnknown', target: 'notFound' },
        { guard: 'isBooked', target: 'booked' },
        { guard: 'isDeclined', target: 'answered.declined' },
        { guard: 'isElsewhere', target: 'answered.elsewhere' },
        { guard: 'isOver', target: 'lapsed' },
        { guard: 'hasFreeDay', target: 'booking' },
      ],
      on: {
        'visit.book': { guard: 'isUnsearched', target: 'loading', actions: 'forgetMessage' },
        'visit.decline': { guard: 'mayAnswer', target: 'answering', actions: 'forgetMessage' },
        'visit.elsewhere': { guard: 'mayAnswer', target: 'answering', actions: 'forgetMessage' },
      },
    },
    booking: {
      description:
        'The booking goes on from here, at the first free day, with child, treatment and doctor chosen.',
    },
    answering: {
      description: 'The server ends the visit by the family’s answer.',
      invoke: {
        id: 'answerVisit',
        src: 'answerVisit',
        input: ({ context: { ticketId }, event }) => ({
          ticketId,
          month: event.type === 'visit.elsewhere' ? event.month : null,
        }),
        onDone: { target: 'open', actions: { type: 'assignVisit', params: answer } },
        onError: { target: 'open', actions: { type: 'assignMessage', params: failure } },
      },
    },
    answered: {
      description: 'The clinic no longer asks for the visit; the answer can be taken back.',
      initial: 'declined',
      on: {
        'answer.undo': { guard: 'mayAnswer', target: 'undoing', actions: 'forgetMessage' },
      },
      states: {
        declined: { description: 'The family does not want the visit.' },
        elsewhere: { description: 'The child has had it elsewhere.' },
      },
    },
    undoing: {
      description: 'The server opens the visit again.',
      invoke: {
        id: 'undoAnswer',
        src: 'undoAnswer',
        input: ({ context: { ticketId } }) => ({ ticketId }),
        onDone: { target: 'open', actions: { type: 'assignVisit', params: answer } },
        onError: { target: 'open', actions: { type: 'assignMessage', params: failure } },
      },
    },
    booked: { description: 'The visit is booked; the page leads to the appointment.' },
    lapsed: { description: 'The clinic no longer asks for the visit, or its days are over.' },
  },
})
