import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import type { ReofferRules } from '#contract/clinic/clinic-settings.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { fromTimeField } from '#contract/schedule/time-fields.ts'
import { DEFAULT_NOTICE_MINUTES } from '#contract/waitlist/rules.ts'
import { instantOf } from '#domain/clinic-clock.ts'

/** The family has at least this long to answer. */
const LEAST_MS = millisecondsInDay

/** How long before a held time the family has to answer. */
const NOTICE_MS = DEFAULT_NOTICE_MINUTES * millisecondsInMinute

/** After this many days without an open one, closed days count, too. */
const MOST_CLOSED_DAYS = 28

/** Until when a family should answer, and until when its time is held. In between, staff call the family. */
export interface AnswerDeadlines {
  answerBy: Date
  heldUntil: Date
}

interface Calendar {
  now: Date
  today: IsoDate
  timeZone: string
  isOpen: (date: IsoDate) => boolean
}

/** The deadlines of times that are far enough in the future: docs/requirements.md#re-offers. */
export function answerDeadlines(calendar: Calendar, rules: ReofferRules): AnswerDeadlines {
  const { now, today, timeZone } = calendar
  const startMinute = fromTimeField(rules.reofferAnswerUntil)
  const lastDay = openDayAfter(today, rules.reofferAnswerDays, calendar)
  const callDay = openDayAfter(lastDay, rules.reofferCallDays, calendar)
  const [answer, held] = [lastDay, callDay].map((date) =>
    instantOf({ date, startMinute }, timeZone).getTime(),
  )
  const answerBy = Math.max(answer ?? 0, now.getTime() + LEAST_MS)
  return { answerBy: new Date(answerBy), heldUntil: new Date(Math.max(held ?? 0, answerBy)) }
}

/** The `count`-th open day after a day. */
function openDayAfter(day: IsoDate, count: number, { isOpen }: Calendar): IsoDate {
  let date = day
  for (let left = count; left > 0; left -= 1) {
    const next = dayAfter(date)
    date = next
    for (let closed = 0; !isOpen(date) && closed < MOST_CLOSED_DAYS; closed += 1) {
      date = dayAfter(date)
    }
    if (!isOpen(date)) date = next
  }
  return date
}

/** The earliest start of a time to offer: its family needs a day to answer, and notice. */
export function earliestStart(now: Date): Date {
  return new Date(now.getTime() + LEAST_MS + NOTICE_MS)
}

/** The deadlines of one held time: never later than the time allows. */
export function deadlinesOf(
  start: Date,
  { answerBy, heldUntil }: AnswerDeadlines,
): AnswerDeadlines {
  const latest = start.getTime() - NOTICE_MS
  const earlier = (one: Date) => new Date(Math.min(one.getTime(), latest))
  return { answerBy: earlier(answerBy), heldUntil: earlier(heldUntil) }
}
