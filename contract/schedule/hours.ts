import * as hours from '#words/en/booking/hours.ts'
import type { Words } from '#words/every-language.ts'
import type { Slot } from '../booking/slots.ts'
import { dayAfter } from '../dates.ts'
import { type Formats, formats } from '../formats/formats.ts'
import { type Span, WEEKDAYS, type Week } from './schedule.ts'

/** As clinics list them. */
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

/** The words and formats of the site's language, unless the server passes another's. */
export interface HoursLanguage extends Pick<Words, 'hours'> {
  formats: Formats
}
const OWN: HoursLanguage = { hours, formats }

/** A Sunday. */
const FIRST_SUNDAY = '2000-01-02'

/**
 * A week's hours in words: 'Monday to Friday 09:00am to 05:00pm'
 * (docs/requirements.md#clinic-details). Days with the same hours are named together.
 */
export function describeHours(week: Week, own = OWN): string {
  const say = own.hours
  const groups: { days: string[]; hours: string }[] = []
  let yesterday = ''
  for (const weekday of MONDAY_FIRST) {
    const day = own.formats.weekdayName(dayAfter(FIRST_SUNDAY, weekday))
    const hours = describeDay(week[weekday] ?? [], own)
    if (hours && hours === yesterday) groups.at(-1)?.days.push(day)
    else if (hours) groups.push({ days: [day], hours })
    yesterday = hours
  }
  if (groups.length === 0) return say.closed
  return say.week(groups.map(({ days, hours }) => say.daysOpen(nameDays(days, own), hours)))
}

function nameDays(days: readonly string[], { hours: say }: HoursLanguage): string {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  if (days.length < 2) return first
  return days.length === 2 ? say.twoDays(first, last) : say.daysFromTo(first, last)
}

function describeDay(spans: readonly Span[], { hours: say, formats }: HoursLanguage): string {
  const { openingTime } = formats
  return say.spans(spans.map(({ from, to }) => say.span(openingTime(from), openingTime(to))))
}

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
