import { minutesToMilliseconds } from 'date-fns/minutesToMilliseconds'
import { type CheckedSite, checkSite } from '#domain/process/site-checks.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const EVERY_MS = minutesToMilliseconds(10)

/** Alarms the admins when the disk fills, backups or Stripe stay away, or emails bounce. */
export function checkOperations(site: Omit<CheckedSite, 'db' | 'now'>): PeriodicJob {
  return {
    name: 'site.check',
    everyMs: EVERY_MS,
    run: ({ db }) => checkSite({ ...site, db, now: () => new Date() }),
  }
}
