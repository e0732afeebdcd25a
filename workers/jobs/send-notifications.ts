import type { Emails } from '#domain/notifications/sending/open-emails.ts'
import { sendDueNotifications } from '#domain/notifications/sending/send-notification.ts'
import { hasDueNotification } from '#drizzle/queries/notifications/notification-queue.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = 5_000

/** Sends the emails that are due. */
export function sendNotifications(emails: Emails): PeriodicJob {
  return {
    name: 'notification.send',
    everyMs: EVERY_MS,
    hasWork: (db) => hasDueNotification(db, new Date()),
    async run({ db, log, signal }) {
      await sendDueNotifications({ ...emails, db, now: () => new Date() }, { log, signal })
    },
  }
}
