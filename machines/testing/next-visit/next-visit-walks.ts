import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import { type NextVisitContext, nextVisitMachine } from '#machines/next-visit/next-visit-machine.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'
import { nextVisitFixture } from './next-visit-fixture.ts'

const ENDED = 'This visit is no longer asked for.'

/** Everything that can happen in the flow, with one payload for each way it can go. */
const nextVisitCases: Cases<typeof nextVisitMachine> = () => {
  const inState = (state: NextVisit['state']): NextVisit => ({
    ...nextVisitFixture,
    firstDay: null,
    state,
    canBook: state === 'open',
    appointment:
      state === 'booked'
        ? {
            _id: '01890a5d-ac96-774b-bcce-b302099a8061',
            date: 'Mar 9, 2027',
            slot: '10:00 AM - 10:30 AM',
          }
        : null,
  })
  const states = ['booked', 'declined', 'elsewhere', 'lapsed', 'withdrawn'] as const
  // The answer to a change does not look for a free day.
  const { firstDay: _, ...reopened } = inState('open')
  const unfit: Partial<NextVisit> = { canBook: false, atDesk: true }
  // Another guardian's to book and to answer.
  const others: Partial<NextVisit> = { canBook: false, mayAnswer: false }
  return [
    ...plain('retry', 'visit.book', 'visit.decline', 'answer.undo'),
    { type: 'visit.elsewhere', month: '2027-02' },
    ...done(
      'loadVisit',
      inState('open'),
      { ...inState('open'), ...unfit },
      { ...inState('open'), ...others },
      { ...inState('declined'), ...others },
      { ...inState('open'), firstDay: '2027-03-04' },
      ...states.map(inState),
      null,
    ),
    ...failed('loadVisit', OFFLINE),
    ...done('answerVisit', inState('declined'), inState('elsewhere')),
    ...failed('answerVisit', { message: ENDED }),
    ...done('undoAnswer', reopened, { ...reopened, ...unfit }),
    ...failed('undoAnswer', OFFLINE),
  ]
}

/** Walks that take every transition of the machine. */
export const nextVisitWalks = (options?: TourOptions<NextVisitContext>) =>
  walksThrough(nextVisitMachine, nextVisitCases, {
    input: { ticketId: nextVisitFixture._id },
    ...options,
  })
