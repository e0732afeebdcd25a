import { formatBound, type Slot } from '../booking/slots.ts'
import { type Span, WEEKDAYS, type Week } from './schedule.ts'

/** As clinics list them. */
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/**
 * A week's hours in words: 'Monday to Friday 09:00am to 05:00pm'
 * (docs/requirements.md#clinic-details). Days with the same hours are named together.
 */
export function describeHours(week: Week): string {
  const groups: { days: string[]; hours: string }[] = []
  let yesterday = ''
  for (const weekday of MONDAY_FIRST) {
    const day = WEEKDAYS[weekday] ?? ''
    const hours = describeDay(week[weekday] ?? [])
    if (hours && hours === yesterday) groups.at(-1)?.days.push(day)
    else if (hours) groups.push({ days: [day], hours })
    yesterday = hours
  }
  if (groups.length === 0) return 'Closed'
  return groups.map(({ days, hours }) => `${nameDays(days)} ${hours}`).join(', ')
}

function nameDays(days: readonly string[]): string {
  if (days.length < 2) return days.join('')
  return `${days[0]} ${days.length === 2 ? 'and' : 'to'} ${days.at(-1)}`
}

function describeDay(spans: readonly Span[]): string {
  return spans.map(({ from, to }) => `${clockTime(from)} to ${clockTime(to)}`).join(' and ')
}

/** A minute of the day in the hours' format: '09:00am'. */
const clockTime = (minute: number) => formatBound(minute).replace(' ', '').toLowerCase()

/** On which weekdays patients can book a time, by the opening hours alone. */
interface OfferedDays {
  /** From Monday on. */
  days: string[]
  /** Why it is not offered on the other open days; undefined when it is offered on all of them. */
  obstacle?: 'outside opening hours' | 'in a break'
}

/** The open days on which a time lies within the hours, and why it does not on the others. */
export function offeredDays(week: Week, { startMinute, lengthMinutes }: Slot): OfferedDays {
  const end = startMinute + lengthMinutes
  const open = MONDAY_FIRST.map((weekday) => ({ weekday, spans: week[weekday] ?? [] })).filter(
    ({ spans }) => spans.length > 0,
  )
  const isOffered = ({ spans }: { spans: readonly Span[] }) =>
    spans.some(({ from, to }) => from <= startMinute && end <= to)
  const days = open.filter(isOffered).map(({ weekday }) => WEEKDAYS[weekday] ?? '')
  const others = open.filter((day) => !isOffered(day))
  if (others.length === 0 && open.length > 0) return { days }
  const isBreak = others.some(
    ({ spans }) =>
      Math.min(...spans.map(({ from }) => from)) <= startMinute &&
      end <= Math.max(...spans.map(({ to }) => to)),
  )
  return { days, obstacle: isBreak ? 'in a break' : 'outside opening hours' }
}
