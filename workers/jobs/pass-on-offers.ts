import { passOn } from '#domain/waitlist/entries/entries.ts'
import { cancelUnanswered } from '#domain/waitlist/reoffers/reoffer-appointments.ts'
import { hasOfferToPassOn } from '#drizzle/queries/waitlist/waitlist.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = 2_000

/**
 * Offers to the next family what was not answered in time, and cancels the appointments whose re-offers
 * were not. Bookings are right without it.
 */
export function passOnOffers(): PeriodicJob {
  return {
    name: 'waitlist.pass_on',
    everyMs: EVERY_MS,
    hasWork: (db) => hasOfferToPassOn(db, new Date()),
    async run({ db }) {
      await writeTransaction(db, (tx) => {
        const now = new Date()
        passOn(tx, now)
        cancelUnanswered(tx, now)
      })
    },
  }
}
