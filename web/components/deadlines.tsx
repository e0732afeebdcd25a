import {
  deadlineQuestionOf,
  describeDeadlines,
  type TermedAppointment,
} from '#contract/booking/deadlines.ts'
import { type ClinicClock, useClinicClock } from '#web/lib/clinic-clock.ts'

interface DeadlinesProps {
  /** Those that are said together. */
  appointments: readonly (TermedAppointment & {
    /** Names it where the deadlines differ. */
    label?: string
  })[]
  /** For staff, whom the limits for changes online do not bind: refunds only. */
  isForStaff?: boolean
  className?: string
}

/**
 * Until when appointments can be canceled and moved: docs/requirements.md#terms-as-deadlines. Those
 * with the same deadlines are said once; nothing of those that have begun.
 */
export function Deadlines({ appointments, isForStaff = false, className }: DeadlinesProps) {
  const clock = useClinicClock()
  if (!clock) return null
  const groups = groupByDeadlines(appointments, clock, isForStaff)
  if (groups.length === 0) return null
  return (
    <ul aria-label="Changes and refunds" className={`grid gap-0.5 ${className ?? ''}`}>
      {groups.flatMap(({ labels, lines }) =>
        lines.map((line) => (
          <li key={`${labels.join()} ${line}`}>
            {groups.length > 1 && labels.length > 0 && <strong>{labels.join(', ')}: </strong>}
            {line}
          </li>
        )),
      )}
    </ul>
  )
}

function groupByDeadlines(
  appointments: DeadlinesProps['appointments'],
  { rules, now }: ClinicClock,
  isForStaff: boolean,
) {
  const groups = new Map<string, { labels: string[]; lines: string[] }>()
  for (const { label, ...appointment } of appointments) {
    const question = deadlineQuestionOf(appointment, rules, now)
    const lines = question
      ? describeDeadlines(isForStaff ? { ...question, online: null } : question)
      : []
    if (lines.length === 0) continue
    const group = groups.get(lines.join()) ?? { labels: [], lines }
    if (label) group.labels.push(label)
    groups.set(lines.join(), group)
  }
  return [...groups.values()]
}
