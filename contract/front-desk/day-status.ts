import * as z from 'zod/mini'
import { formatMinute } from '../booking/slots.ts'
import { closedTime, span } from './agenda-frame.ts'

/** `GET /agenda/status`: today's figures. No patient data. */
export const dayStatus = z.object({
  /** Today at the clinic. */
  today: z.string(),
  /** Minutes after midnight at the clinic. */
  minute: z.number(),
  /** The clinic's; a gap between two is a break. */
  hours: z.array(span),
  closures: z.array(closedTime),
  /** Patients who have arrived and are not in a room yet. */
  waiting: z.number(),
  inRoom: z.number(),
  /** Expected patients whose appointment began at least `lateMinutes` ago. */
  late: z.number(),
})
export type DayStatus = z.infer<typeof dayStatus>

/** Whether the clinic is open, and until when: 'Open until 05:00 PM', 'Closed: Holiday'. */
export function describeOpening({
  minute,
  hours,
  closures,
}: Pick<DayStatus, 'minute' | 'hours' | 'closures'>): string {
  const closure = closures.find(({ from, to }) => from <= minute && minute < to)
  if (closure) return `Closed: ${closure.reason}`
  const open = hours.find(({ from, to }) => from <= minute && minute < to)
  if (open) {
    const ends = closures.map(({ from }) => from).filter((from) => from > minute && from < open.to)
    return `Open until ${formatMinute(Math.min(open.to, ...ends))}`
  }
  const next = hours.map(({ from }) => from).filter((from) => from > minute)
  if (next.length > 0) return `Opens at ${formatMinute(Math.min(...next))}`
  return hours.length === 0 ? 'Closed today' : 'Closed for today'
}
