import { subDays } from 'date-fns/subDays'
import { dayAfter, weekdayOf } from '#contract/dates.ts'
import { casesOfMissed, summarizeWaits } from '#contract/insights/insights.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import { readSettings } from '#domain/settings.ts'
import { findLastDrill } from '#drizzle/queries/drills.ts'
import { isReachable, listAdmins } from '#drizzle/queries/identity/users.ts'
import { recordWeeklyEmail } from '#drizzle/queries/insights/dirty-days.ts'
import { countAlarms } from '#drizzle/queries/notifications/alarm-emails.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { createClinicClock } from '../clinic-clock.ts'
import { readInsights } from './read-insights.ts'
import { readInsightsMoney } from './read-money.ts'
import { type InsightContext, refreshInsights } from './roll-ups.ts'
import { findThirdNextFree } from './third-next-free.ts'

/** From seven in the morning. */
const MORNING = 7 * 60

/**
 * Writes the email with last week's figures to each admin, from Monday at seven o'clock on, if an admin has
 * switched it on. A second call in the same week writes none.
 * @returns how many it wrote
 */
export async function emailWeeklyFigures(
  context: InsightContext & { horizonDays: number },
): Promise<number> {
  const { db, timeZone, horizonDays, now } = context
  const moment = createClinicClock({ timeZone, horizonDays }, now).moment()
  const { today, minute } = moment
  const { weeklyFigures } = readSettings(db)
  const monday = dayAfter(today, -((weekdayOf(today) + 6) % 7))
  if (!weeklyFigures || (today === monday && minute < MORNING)) return 0
  await refreshInsights(context)
  return writeTransaction(db, (tx) => {
    if (!recordWeeklyEmail(tx, monday)) return 0
    const week = { from: dayAfter(monday, -7), to: dayAfter(monday, -1) }
    const { total, unpaid } = readInsights(tx, week, { today, now: now() })
    const money = readInsightsMoney(tx, week, today)
    const { median, longest } = summarizeWaits(findThirdNextFree(tx, currentSchedule(tx), moment))
    const older = (ages: readonly number[]) => sum(ages.slice(1))
    const weekAgo = subDays(now(), 7)
    const data = {
      ...week,
      booked: total.booked,
      bookedMinutes: total.bookedMinutes,
      openMinutes: total.openMinutes,
      missed: total.missed,
      missedOf: casesOfMissed(total),
      takenCents: sum(Object.values(money.total.taken)),
      unpaid: older(unpaid.ages),
      unpaidCents: older(money.unpaid.ages),
      alarms: countAlarms(tx, weekAgo),
      secondCopy: stateOfCopy(findLastDrill(tx), weekAgo),
      thirdNext: { median, longest: longest && { name: longest.name, days: longest.days } },
    }
    const admins = listAdmins(tx).filter(isReachable)
    for (const { uid, email: recipient } of admins) {
      const dedupeKey = `weekly_figures:${monday}:${uid}`
      addNotification(
        tx,
        { kind: 'weekly_figures', uid, recipient, dedupeKey, dueAt: now(), data },
        now(),
      )
    }
    return admins.length
  })
}

/** Of the last check; an older one says nothing of this week's copy. */
function stateOfCopy(
  drill: ReturnType<typeof findLastDrill>,
  weekAgo: Date,
): NotificationData<'weekly_figures'>['secondCopy'] {
  if (!drill || drill.at < weekAgo) return 'none'
  return drill.failed.length > 0 ? 'failed' : 'checked'
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
