import { millisecondsInHour } from 'date-fns/constants'
import { addMissingReminders } from '#domain/notifications/reminders.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob } from '../queue/handler.ts'

/** Writes the reminders of appointments booked before the site sent any. */
export function remindOlderBookings({ timeZone }: { timeZone: string }): PeriodicJob {
  return {
    name: 'reminders.add',
    everyMs: millisecondsInHour,
    async run({ db, log }) {
      const added = await writeTransaction(db, (tx) =>
        addMissingReminders(tx, new Date(), timeZone),
      )
      if (added > 0) log.info({ added }, 'added reminders of older bookings')
    },
  }
}
