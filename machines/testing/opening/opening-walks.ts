import type { OpeningState } from '#contract/opening/opening.ts'
import { type OpeningContext, openingMachine } from '#machines/opening/opening-machine.ts'
import { OFFLINE } from '../offline.ts'
import { done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

/** A Monday. */
const OPENS_ON = '2027-01-04'
const NEXT_OPEN = '2027-01-05'
export const REASON = 'The phones are down'

const site = (state: OpeningState['state'], more: Partial<OpeningState> = {}): OpeningState => ({
  state,
  from: null,
  reason: null,
  version: 1,
  samples: [],
  hasNotice: false,
  facts: [],
  ...more,
})

const withSamples = site('preparing', {
  samples: [
    { kind: 'treatment', name: 'Weight Loss' },
    { kind: 'doctor', name: 'Dr. Amara Okafor' },
    { kind: 'detail', name: 'Phone' },
  ],
})
export const withFacts = site('preparing', {
  facts: [{ fact: 'wait', label: 'How long families wait', section: 'why' }],
})
const withOwnDetails = site('preparing')
const opensLater = site('opens', { from: OPENS_ON, version: 2 })
const open = site('open', { version: 3 })
const paused = site('paused', { reason: REASON, version: 4 })

const changed = (opening: OpeningState) => ({ kind: 'changed', opening })
const refused = (opening: OpeningState, message: string, next: string | null = null) => ({
  kind: 'refused',
  message,
  opening,
  next,
})

const STALE = 'Someone else has changed this in the meantime.'

/** Everything that can happen, with one payload for each way it can go. */
const cases = () => [
  ...plain('opening.reload', 'samples.remove'),
  { type: 'opening.choose', from: null },
  { type: 'opening.choose', from: OPENS_ON },
  ...plain('opening.back', 'opening.confirm'),
  { type: 'opening.pause', reason: REASON },
  ...plain('opening.resume'),
  ...done('loadOpening', withSamples, withFacts, withOwnDetails, opensLater, open, paused),
  ...failed('loadOpening', OFFLINE),
  ...done('removeSamples', withOwnDetails, withSamples, withFacts),
  ...failed('removeSamples', OFFLINE),
  ...done(
    'openBooking',
    changed(open),
    changed(opensLater),
    refused(withOwnDetails, 'The clinic is closed on that day.', NEXT_OPEN),
    refused(withSamples, 'Replace or remove the samples first: Phone.'),
  ),
  ...failed('openBooking', OFFLINE),
  ...done('pauseBooking', changed(paused), refused(open, STALE)),
  ...failed('pauseBooking', OFFLINE),
  ...done('resumeBooking', changed(open), refused(paused, STALE)),
  ...failed('resumeBooking', OFFLINE),
]

/** What decides where events lead. */
const relevant = ({ opening, from, message }: OpeningContext) => [
  opening?.state,
  opening?.samples.length,
  opening?.facts.length,
  from,
  message,
]

/** Walks that take every transition of the opening machine. */
export const openingWalks = (options?: TourOptions<OpeningContext>) =>
  walksThrough(openingMachine, cases, { relevant, ...options })
