import { assign, fromPromise, setup } from 'xstate'
import type { BookingForm } from '#contract/booking/appointments.ts'
import type { Offer } from '#contract/waitlist/waitlist.ts'
import { answer, failure, messageOf, notProvided } from '../actors.ts'

export interface OfferContext {
  offerId: string
  /** As last answered; null until then, and when it does not exist. */
  offer: Offer | null
  /** Why something failed or was refused, for the user. */
  message: string | null
}

export type OfferEvent =
  /** `contact`: if the offer needs it. */
  | { type: 'offer.accept'; contact?: BookingForm }
  | { type: 'offer.decline' }
  /** 'Try again' after a failure to load. */
  | { type: 'retry' }

/** The server's answer about an offer, and to both ways of answering it. */
export type OfferAnswer =
  | { kind: 'offer'; offer: Offer }
  | { kind: 'notFound' }
  /** The present offer; `message`: why it was not accepted. */
  | { kind: 'refused'; offer: Offer; message: string }

/** A time that is held for a family: the page that its email links to, behind the login. */
export const offerMachine = setup({
  types: {
    context: {} as OfferContext,
    events: {} as OfferEvent,
    input: {} as { offerId: string },
  },
  actors: {
    /** `GET /offers/{id}`; resolves for every answer about it. */
    loadOffer: fromPromise<OfferAnswer, { offerId: string }>(notProvided('loadOffer')),
    /** `POST /offers/{id}/accept`; resolves for a refusal, too. */
    acceptOffer: fromPromise<
      OfferAnswer,
      { offerId: string; version: number; contact?: BookingForm | undefined }
    >(notProvided('acceptOffer')),
    /** `POST /offers/{id}/decline`; resolves for a refusal, too. */
    declineOffer: fromPromise<OfferAnswer, { offerId: string }>(notProvided('declineOffer')),
  },
  guards: {
    isUnknown: ({ context: { offer } }) => offer === null,
    isAccepted: ({ context: { offer } }) => offer?.state === 'accepted',
    isDeclined: ({ context: { offer } }) => offer?.state === 'declined',
    isGone: ({ context: { offer } }) => offer?.state === 'expired' || offer?.state === 'withdrawn',
  },
  actions: {
    assignAnswer: assign((_, { answer }: { answer: OfferAnswer }) => ({
      offer: answer.kind === 'notFound' ? null : answer.offer,
      message: answer.kind === 'refused' ? answer.message : null,
    })),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    forgetMessage: assign({ message: null }),
  },
}).createMachine({
  id: 'offer',
  context: ({ input: { offerId } }) => ({ offerId, offer: null, message: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The offer is being looked up.',
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: ({ context: { offerId } }) => ({ offerId }),
        onDone: { target: 'open', actions: { type: 'assignAnswer', params: answer } },
        onError: { target: 'loadFailed', actions: { type: 'assignMessage', params: failure } },
      },
    },
    loadFailed: {
      description: 'The offer did not load; the screen says why.',
      on: { retry: { target: 'loading', actions: 'forgetMessage' } },
    },
    notFound: { description: 'There is no such offer for this family.' },
    open: {
      description:
        'The time that is held, what accepting it does, and why that has failed. All other answers go on from here to their state.',
      always: [
        { guard: 'isUnknown', target: 'notFound' },
        { guard: 'isAccepted', target: 'accepted' },
        { guard: 'isDeclined', target: 'declined' },
        { guard: 'isGone', target: 'gone' },
      ],
      on: {
        'offer.accept': { target: 'accepting', actions: 'forgetMessage' },
        'offer.decline': { target: 'declining', actions: 'forgetMessage' },
      },
    },
    accepting: {
      description: 'The server books the time, or moves the appointment there.',
      invoke: {
        id: 'acceptOffer',
        src: 'acceptOffer',
        input: ({ context: { offerId, offer }, event }) => ({
          offerId,
          version: offer?.version ?? 0,
          contact: event.type === 'offer.accept' ? event.contact : undefined,
        }),
        onDone: { target: 'open', actions: { type: 'assignAnswer', params: answer } },
        onError: { target: 'open', actions: { type: 'assignMessage', params: failure } },
      },
    },
    declining: {
      description: 'The server offers the time to the next family.',
      invoke: {
        id: 'declineOffer',
        src: 'declineOffer',
        input: ({ context: { offerId } }) => ({ offerId }),
        onDone: { target: 'open', actions: { type: 'assignAnswer', params: answer } },
        onError: { target: 'open', actions: { type: 'assignMessage', params: failure } },
      },
    },
    accepted: { description: 'The time is the family’s; the page leads to the appointment.' },
    declined: { description: 'Another family is asked.' },
    gone: { description: 'The time is no longer held; the page says what to do.' },
  },
})
