import type { Offer } from '#contract/waitlist/waitlist.ts'
import { type OfferAnswer, type OfferContext, offerMachine } from '#machines/offer/offer-machine.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

/** A sooner time for an appointment of Mia's. */
export const offerFixture: Offer = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8060',
  state: 'open',
  date: '2027-03-02',
  slot: '09:00 AM - 09:30 AM',
  until: '2027-03-01T18:00:00.000Z',
  untilAt: { date: '2027-03-01', minute: 13 * 60 },
  version: 0,
  treatment: 'Allergy Testing',
  child: 'Mia',
  children: [{ _id: 'mia', name: 'Mia' }],
  doctor: 'Dr. Amara Okafor',
  times: [],
  price: 110,
  from: {
    _id: '01890a5d-ac96-774b-bcce-b302099a8061',
    date: '2027-03-10',
    slot: '10:00 AM - 10:30 AM',
  },
  reoffer: null,
  appointmentId: null,
  byOther: false,
  needsContact: false,
}

const STALE = 'The price has changed. Please check it again.'

/** Everything that can happen in the flow, with one payload for each way it can go. */
const offerCases: Cases<typeof offerMachine> = () => {
  const inState = (state: Offer['state']): OfferAnswer => ({
    kind: 'offer',
    offer: {
      ...offerFixture,
      state,
      ...(state === 'accepted' && {
        from: null,
        appointmentId: '01890a5d-ac96-774b-bcce-b302099a8061',
      }),
    },
  })
  const closed = [
    inState('accepted'),
    inState('declined'),
    inState('expired'),
    inState('withdrawn'),
    { kind: 'notFound' as const },
  ]
  return [
    ...plain('retry', 'offer.accept', 'offer.decline'),
    ...done('loadOffer', inState('open'), ...closed),
    ...failed('loadOffer', OFFLINE),
    ...done('acceptOffer', ...closed, {
      kind: 'refused',
      offer: { ...offerFixture, price: 120, version: 1 },
      message: STALE,
    }),
    ...failed('acceptOffer', OFFLINE),
    ...done('declineOffer', ...closed),
    ...failed('declineOffer', OFFLINE),
  ]
}

/** Walks that take every transition of the offer machine. */
export const offerWalks = (options?: TourOptions<OfferContext>) =>
  walksThrough(offerMachine, offerCases, { input: { offerId: offerFixture._id }, ...options })
