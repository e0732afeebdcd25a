import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { type CheckedFolders, checkSite } from '#domain/process/site-checks.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = minutesToMilliseconds(10)

/** Alarms the admins when the disk fills up, backups or Stripe's events are missing, or emails bounce. */
export function checkOperations(folders: CheckedFolders): PeriodicJob {
  return {
    name: 'site.check',
    everyMs: EVERY_MS,
    run: ({ db }) => checkSite({ ...folders, db, now: () => new Date() }),
  }
}
