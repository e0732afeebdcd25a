import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { compareInsights, refreshInsights } from '#domain/insights/roll-ups.ts'
import { emailWeeklyFigures } from '#domain/insights/weekly-email.ts'
import { isDueTonight } from '#domain/process/nightly.ts'
import { readInsightProgress } from '#drizzle/queries/insights/dirty-days.ts'
import type { PeriodicJob } from '../queue/handler.ts'

const HALF_A_MINUTE = 30_000
const QUARTER = 15 * millisecondsInMinute

const now = () => new Date()

/** Counts the changes since the last run, and stores the capacity of past days. */
export function followInsights(timeZone: string): PeriodicJob {
  return {
    name: 'insights.follow',
    everyMs: HALF_A_MINUTE,
    run: ({ db, log, signal }) => refreshInsights({ db, timeZone, now, log }, { signal }),
  }
}

/** On Monday morning: emails last week's figures to the admins, if one has switched that on. */
export function emailInsights(timeZone: string, horizonDays: () => number): PeriodicJob {
  return {
    name: 'insights.email',
    everyMs: QUARTER,
    async run({ db, log }) {
      const written = await emailWeeklyFigures({ db, timeZone, horizonDays: horizonDays(), now })
      if (written > 0) log.info({ written }, 'wrote emails with last week’s figures')
    },
  }
}

/** Once a night: compares all figures with their source, and corrects those that differ. */
export function compareAllInsights(timeZone: string): PeriodicJob {
  return {
    name: 'insights.compare',
    everyMs: millisecondsInHour,
    async run({ db, log, signal }) {
      const { comparedAt } = readInsightProgress(db)
      if (!isDueTonight(now(), comparedAt === null ? undefined : new Date(comparedAt), timeZone))
        return
      const days = await compareInsights({ db, timeZone, now, log }, { signal })
      if (days.length > 0) log.warn({ days }, 'figures differed from their source')
    },
  }
}
