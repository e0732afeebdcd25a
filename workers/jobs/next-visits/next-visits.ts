import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { clinicMomentAt } from '#domain/clinic-clock.ts'
import { askFamilies } from '#domain/next-visits/ask-families.ts'
import { closeBookedTickets, lapseTickets } from '#domain/next-visits/end-tickets.ts'
import { listOpenPage } from '#drizzle/queries/next-visits/tickets.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob } from '#workers/queue/handler.ts'

/** How many tickets one transaction ends or checks. */
const SLICE = 100

/** Emails families that are to be asked for a visit now: docs/requirements.md#next-visits. */
export function askForVisits(): PeriodicJob {
  return {
    name: 'next_visits.ask',
    everyMs: millisecondsInMinute,
    async run({ db, log }) {
      let total = 0
      for (let isDone = false; !isDone; ) {
        const asked = await writeTransaction(db, (tx) => askFamilies(tx, new Date()))
        total += asked.asked
        isDone = asked.isDone
      }
      if (total > 0) log.info({ tickets: total }, 'asked families to book visits')
    },
  }
}

/**
 * Ends tickets whose days ended long ago, and closes tickets whose visit was booked in another way.
 */
export function tidyTickets(): PeriodicJob {
  return {
    name: 'next_visits.tidy',
    everyMs: millisecondsInHour,
    async run({ db, log }) {
      const now = new Date()
      const { today } = clinicMomentAt(db, now)
      const lapse = () =>
        writeTransaction(db, (tx) => lapseTickets(tx, { today, limit: SLICE }, now))
      while ((await lapse()) === SLICE);
      let closed = 0
      let after = ''
      for (;;) {
        const page = listOpenPage(db, after, SLICE)
        closed += await writeTransaction(db, (tx) => closeBookedTickets(tx, page, now))
        const last = page.at(-1)
        if (!last || page.length < SLICE) break
        after = last.id
      }
      if (closed > 0) log.warn({ closed }, 'closed tickets whose visit was booked before')
    },
  }
}
