import { createContext, memo, useContext, useEffect, useRef, useState } from 'react'
import {
  type ClassNames,
  DayPicker,
  type DayProps,
  type Modifiers,
  type WeekProps,
} from 'react-day-picker'
import {
  type BookingCalendar,
  findClosedReason,
  isBookableDay,
  isFullDay,
} from '#contract/clinic/clinic.ts'
import { dayAfter, fromIsoDate, type IsoDate, toIsoDate, weekdayOf } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { DIRECTION, LOCALE } from '#words/en/language.ts'
import * as words from '#words/en/site/day.ts'

const SUNDAY = 0

interface DayCalendarProps {
  /** Which days can be booked. */
  calendar: BookingCalendar
  /** The chosen day. */
  day: IsoDate
  onChoose: (day: IsoDate) => void
}

const CalendarContext = createContext<BookingCalendar | null>(null)

/**
 * A calendar for a single day; weeks start on Sunday. Memoized, because its 42 days are the largest part of a
 * page: pass the same `onChoose` each time.
 */
export const DayCalendar = memo(function DayCalendar({
  calendar,
  day,
  onChoose,
}: DayCalendarProps) {
  const [month, setMonth] = useState(() => fromIsoDate(day))
  const [shownFor, setShownFor] = useState(day)
  // The back button may have selected a day of another month.
  if (shownFor !== day) {
    setShownFor(day)
    setMonth(fromIsoDate(day))
  }
  const frame = useRef<HTMLDivElement>(null)
  // Without this, the arrow keys do nothing on a day that was focused before hydration.
  useEffect(() => {
    const active = document.activeElement
    if (!active || !frame.current?.contains(active)) return
    active.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }, [])

  return (
    <CalendarContext value={calendar}>
      <div ref={frame}>
        <DayPicker
          mode="single"
          required
          selected={fromIsoDate(day)}
          onSelect={(date) => onChoose(toIsoDate(date))}
          month={month}
          onMonthChange={setMonth}
          startMonth={fromIsoDate(calendar.today)}
          endMonth={fromIsoDate(calendar.lastDay)}
          today={fromIsoDate(calendar.today)}
          disabled={(date) => !isBookableDay(toIsoDate(date), calendar)}
          modifiers={{ full: (date) => isFullDay(toIsoDate(date), calendar) }}
          modifiersClassNames={{ full: FULL_DAY }}
          weekStartsOn={SUNDAY}
          dir={DIRECTION}
          // Always six weeks, so that nothing below the calendar moves.
          fixedWeeks
          showOutsideDays
          formatters={FORMATTERS}
          labels={{
            ...LABELS,
            labelDayButton: (date, modifiers) =>
              describeDay(date, modifiers, findClosedReason(toIsoDate(date), calendar)),
          }}
          classNames={CALENDAR_CLASSES}
          components={COMPONENTS}
        />
      </div>
      <MonthNotes calendar={calendar} month={month} />
    </CalendarContext>
  )
})

/** A day's cell, with the reason when the clinic is closed. */
function DayCell({ day, modifiers: _, ...cell }: DayProps) {
  const calendar = useContext(CalendarContext)
  return <td {...cell} title={calendar ? findClosedReason(day.isoDate, calendar) : undefined} />
}

/** A row of the calendar; phones hide weeks that are over. */
function WeekRow({ week, ...row }: WeekProps) {
  const calendar = useContext(CalendarContext)
  const isOver = calendar !== null && week.days.every(({ isoDate }) => isoDate < calendar.today)
  return <tr {...row} className={`${row.className ?? ''} ${isOver ? 'max-md:hidden' : ''}`} />
}

const nameMonth = (month: Date) => formats.month(toIsoDate(month))

/** 'Su'. Names of days in Arabic and Hebrew begin with the same letters. */
const shortenWeekday = (date: Date) =>
  DIRECTION === 'rtl'
    ? new Intl.DateTimeFormat(LOCALE, { weekday: 'narrow' }).format(date)
    : formats.shortWeekday(toIsoDate(date)).slice(0, 2)

// The library formats in its own language otherwise.
const FORMATTERS = { formatCaption: nameMonth, formatWeekdayName: shortenWeekday }
const LABELS = {
  labelNav: () => words.months,
  labelNext: () => words.goToNextMonth,
  labelPrevious: () => words.goToPreviousMonth,
  labelGrid: nameMonth,
  labelWeekday: (date: Date) => formats.weekdayName(toIsoDate(date)),
}

const COMPONENTS = { Day: DayCell, Week: WeekRow }

/** The reasons of the visible closures, and the meaning of crossed-out days. */
function MonthNotes({ calendar, month }: { calendar: BookingCalendar; month: Date }) {
  const { closedReasons = [], fullDays = [] } = calendar
  const firstOfMonth = `${toIsoDate(month).slice(0, 'yyyy-MM'.length)}-01`
  const first = dayAfter(firstOfMonth, -weekdayOf(firstOfMonth))
  const last = dayAfter(first, 6 * 7 - 1)
  const isShown = (date: IsoDate) => first <= date && date <= last
  const closed = closedReasons.filter(({ date }) => isShown(date))
  const hasFullDay = fullDays.some(isShown)
  if (closed.length === 0 && !hasFullDay) return null
  return (
    <ul className="grid gap-1 border-t border-base-300 pt-3 text-sm text-muted">
      {closed.map(({ date, reason }) => (
        <li key={date} className="wrap-break-word">
          <span className="font-bold">{formats.longMonthDay(date)}</span> {words.closedFor(reason)}
        </li>
      ))}
      {hasFullDay && <li>{words.crossedOutAreFull}</li>}
    </ul>
  )
}

/** 'Today, Friday, June 5, 2026, selected': with the visible number, not '5th'. */
function describeDay(
  date: Date,
  { today, selected, full }: Modifiers,
  closedReason: string | undefined,
): string {
  const parts = [
    today && words.today,
    formats.wholeDay(toIsoDate(date)),
    full && words.fullyBooked,
    closedReason && words.dayClosedFor(closedReason),
    selected && words.selected,
  ]
  return parts.filter(Boolean).join(', ')
}

const FULL_DAY = '[&>button]:line-through [&:not([data-selected])>button]:text-muted'

const MONTH_BUTTON =
  'grid size-[44px] cursor-pointer place-items-center rounded-full text-primary hover:bg-leaf aria-disabled:cursor-default aria-disabled:opacity-30 aria-disabled:hover:bg-transparent'

/** Styles for the calendar, instead of the library's stylesheet. */
const CALENDAR_CLASSES: Partial<ClassNames> = {
  root: 'relative -mx-2 sm:mx-0',
  months: 'w-full',
  month: 'w-full',
  nav: 'absolute top-0 end-0 flex gap-1',
  button_previous: MONTH_BUTTON,
  button_next: MONTH_BUTTON,
  chevron: 'size-5 fill-current rtl:-scale-x-100',
  month_caption: 'flex min-h-11 items-center pe-[96px] ps-2 text-xl leading-tight font-extrabold',
  month_grid: 'mt-3 w-full table-fixed border-collapse',
  weekday: 'pb-1 text-center text-sm wrap-normal font-bold text-muted',
  day: 'group text-center sm:p-0.5',
  day_button:
    'mx-auto grid aspect-square w-full max-w-11 cursor-pointer place-items-center rounded-full font-bold not-group-data-selected:hover:bg-leaf disabled:cursor-not-allowed disabled:font-normal disabled:text-muted/60 disabled:hover:bg-transparent aria-disabled:text-muted/60 group-data-selected:bg-primary group-data-selected:text-primary-content group-data-today:underline group-data-today:decoration-2 group-data-today:underline-offset-4',
  outside: 'text-muted',
}
