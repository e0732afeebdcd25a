import { useQuery } from '@tanstack/react-query'
import { formatMinute } from '#contract/booking/slots.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { AgendaFrame, ClosedTime } from '#contract/front-desk/agenda-frame.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import type { AgendaDays } from '#web/desk/appointments/agenda-api.ts'
import { frameOptions } from '#web/desk/appointments/frame-api.ts'
import { formatSpan } from '#web/desk/appointments/time-format.ts'
import { describeDays } from '#web/desk/schedule/describe-days.ts'

interface DayNoticesProps extends AgendaDays {
  /** Name of the selected doctor; empty for all. */
  doctor?: string
}

/** When the clinic is closed and who is away, with the reason; nothing on a regular day. */
export function DayNotices({ doctor = '', ...days }: DayNoticesProps) {
  const { data } = useQuery(frameOptions(days))
  const notices = data ? noticesOf(data, doctor) : []
  if (notices.length === 0) return null
  return (
    <ul
      aria-label="Closures and absences"
      className="mt-2 grid gap-x-6 rounded-2xl bg-honey px-4 py-2 font-bold text-base-content sm:flex sm:flex-wrap"
    >
      {notices.map((notice) => (
        <li key={notice} className="wrap-anywhere">
          {notice}
        </li>
      ))}
    </ul>
  )
}

/**
 * 'Closed 12:00 PM to 05:00 PM: Staff meeting', 'Mon, Jun 8, 2026 to Fri, Jun 12, 2026: Dr. Ada Okoye away all day: Ill'
 * @param only name of the doctor whose absences are meant; empty for all
 */
export function noticesOf({ days, doctors }: AgendaFrame, only = ''): string[] {
  const notices = days.flatMap(({ date, closures, doctors: ofDay }) => [
    ...closures.map((each) => ({ date, text: `Closed ${describeSpan(each)}: ${each.reason}` })),
    ...ofDay.flatMap(({ _id, absences }) => {
      const name = doctors.find((doctor) => doctor._id === _id)?.name ?? ''
      if (only && name !== only) return []
      return absences.map((each) => ({
        date,
        text: `${name} away ${describeSpan(each)}: ${each.reason}`,
      }))
    }),
  ])
  if (days.length === 1) return notices.map(({ text }) => text)
  // Merges equal notices of several days.
  return [...Map.groupBy(notices, ({ text }) => text)].map(
    ([text, same]) => `${describeRuns(same.map(({ date }) => date))}: ${text}`,
  )
}

/** 'Fri, Jun 5, 2026, Mon, Jun 8, 2026 to Fri, Jun 12, 2026' */
function describeRuns(dates: readonly IsoDate[]): string {
  const runs: { first: IsoDate; last: IsoDate }[] = []
  for (const date of dates) {
    const run = runs.at(-1)
    if (run && dayAfter(run.last) === date) run.last = date
    else if (run?.last !== date) runs.push({ first: date, last: date })
  }
  return runs.map(({ first, last }) => describeDays(first, last)).join(', ')
}

function describeSpan({ from, to }: ClosedTime): string {
  if (from <= 0 && to >= MINUTES_PER_DAY) return 'all day'
  if (to >= MINUTES_PER_DAY) return `from ${formatMinute(from)}`
  return from <= 0 ? `until ${formatMinute(to)}` : formatSpan({ from, to })
}
