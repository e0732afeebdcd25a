import type { Emails } from '#domain/notifications/sending/open-emails.ts'
import { sendDueNotifications } from '#domain/notifications/sending/send-notification.ts'
import { followTimeZone, isTimeZoneBehind } from '#domain/notifications/sending/time-zone-change.ts'
import { hasDueNotification } from '#drizzle/queries/notifications/notification-queue.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = 5_000

/** Sends due emails, after the reminders have been moved to the clinic's time zone. */
export function sendNotifications(emails: Emails): PeriodicJob {
  return {
    name: 'notification.send',
    everyMs: EVERY_MS,
    hasWork: (db) => isTimeZoneBehind(db, emails.timeZone) || hasDueNotification(db, new Date()),
    async run({ db, log, signal }) {
      const context = { ...emails, db, now: () => new Date() }
      if (await followTimeZone(context, { signal })) {
        log.info({ timeZone: emails.timeZone }, 'reminders follow the clinic’s time zone')
      }
      await sendDueNotifications(context, { log, signal })
    },
  }
}
