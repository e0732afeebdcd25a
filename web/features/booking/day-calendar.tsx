import { format } from 'date-fns/format'
import { useState } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import { type BookingCalendar, isBookableDay } from '../../../contract/clinic.ts'
import { fromIsoDate, type IsoDate, toIsoDate } from '../../../contract/dates.ts'
import { CALENDAR_CLASSES } from './calendar-classes.ts'

const SUNDAY = 0

interface DayCalendarProps {
  /** Which days can be booked. */
  calendar: BookingCalendar
  /** The chosen day. */
  day: IsoDate
  onChoose: (day: IsoDate) => void
}

/** A calendar for a single day; the week starts on Sunday. */
export function DayCalendar({ calendar, day, onChoose }: DayCalendarProps) {
  const [month, setMonth] = useState(() => fromIsoDate(day))
  const [shownFor, setShownFor] = useState(day)
  // The back button may have chosen a day of another month.
  if (shownFor !== day) {
    setShownFor(day)
    setMonth(fromIsoDate(day))
  }
  return (
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
      weekStartsOn={SUNDAY}
      // Six weeks in every month: nothing below the calendar moves.
      fixedWeeks
      showOutsideDays
      labels={{ labelNav: () => 'Months', labelDayButton: describeDay }}
      classNames={CALENDAR_CLASSES}
    />
  )
}

/** 'Today, Friday, June 5, 2026, selected': with the number that is seen, not '5th'. */
function describeDay(date: Date, { today, selected }: Modifiers): string {
  const day = format(date, 'EEEE, MMMM d, yyyy')
  return `${today ? 'Today, ' : ''}${day}${selected ? ', selected' : ''}`
}
