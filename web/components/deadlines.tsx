import {
  deadlineQuestionOf,
  groupDeadlines,
  type TermedAppointment,
} from '#contract/booking/deadlines.ts'
import { useClinicClock } from '#web/lib/clinic-clock.ts'
import * as words from '#words/en/families/components.ts'

interface DeadlinesProps {
  /** Appointments whose deadlines are stated together. */
  appointments: readonly (TermedAppointment & {
    /** Names the appointment where deadlines differ. */
    label?: string
  })[]
  /** For staff, who may ignore the limits for online changes: refunds only. */
  isForStaff?: boolean
  className?: string
}

/**
 * Until when appointments can be canceled and moved: docs/requirements.md#terms-as-deadlines. One line for each
 * appointment where they differ. Nothing for appointments that have begun.
 */
export function Deadlines({ appointments, isForStaff = false, className }: DeadlinesProps) {
  const clock = useClinicClock()
  if (!clock) return null
  const { rules, now } = clock
  const groups = groupDeadlines(
    appointments.flatMap(({ label, ...appointment }) => {
      const question = deadlineQuestionOf(appointment, rules, now)
      if (!question) return []
      return [{ label, question: isForStaff ? { ...question, online: null } : question }]
    }),
  )
  if (groups.length === 0) return null
  return (
    <ul aria-label={words.changesAndRefunds} className={`grid gap-0.5 ${className ?? ''}`}>
      {groups.length > 1
        ? groups.map(({ labels, lines }) => (
            <li key={labels.join()}>
              {labels.length > 0 && (
                <strong>
                  <bdi>{labels.join(', ')}</bdi>:{' '}
                </strong>
              )}
              {lines.join(' · ')}
            </li>
          ))
        : groups[0]?.lines.map((line) => <li key={line}>{line}</li>)}
    </ul>
  )
}
