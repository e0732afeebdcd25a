import './calendar.css'
import { type ComponentProps, memo } from 'react'
import { Link } from 'react-router-dom'
import type { Slot } from '#contract/booking/slots.ts'
import { formatWeekday, type IsoDate } from '#contract/dates.ts'
import type { Span } from '#contract/schedule/schedule.ts'
import { bandsOf, type DayColumn, hourName, hoursOf, shortTime } from './day-layout.ts'

interface GroundProps {
  columns: readonly DayColumn[]
  /** The visible hours. */
  range: Span
  /** The clinic's. */
  today: IsoDate
  /** In a week: the address of a day's heading. */
  linkTo: ((date: IsoDate) => string) | undefined
}

interface CalendarGridProps extends GroundProps, ComponentProps<'div'> {
  /** The clinic's, as it goes on. */
  minute: number
}

/**
 * Columns on a scrolling time axis, with their content. All appointments are siblings in one grid, so that
 * one that moves to another column keeps its element and focus: docs/decisions/015-own-calendar-grid.md.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { columns, range, today, minute, linkTo, children, ...scroller } = props
  return (
    <div {...scroller} className="calendar-scroll">
      <div
        className="calendar-grid"
        style={{
          '--columns': columns.length,
          '--from': range.from,
          '--minutes': range.to - range.from,
        }}
      >
        <CalendarGround {...{ columns, range, today, linkTo }} />
        {children}
        {minute >= range.from && minute <= range.to && <Now {...{ columns, today, minute }} />}
      </div>
    </div>
  )
}

/** Hours, headings and closed times; memoized, so that dragging does not render them. */
const CalendarGround = memo(function CalendarGround(props: GroundProps) {
  const { columns, range, today, linkTo } = props
  return (
    <>
      <div className="calendar-heads">
        <div className="calendar-corner" />
        {columns.map((column) => (
          <h2
            key={`${column.id} ${column.date}`}
            className="calendar-head"
            {...(linkTo
              ? column.date === today && { 'aria-current': 'date' as const }
              : { title: column.name })}
          >
            {linkTo ? (
              <Link to={linkTo(column.date)} className="truncate py-1 underline underline-offset-4">
                {formatWeekday(column.date)}
              </Link>
            ) : (
              <ColumnName name={column.name} />
            )}
            <span className="calendar-count">
              {column.count}
              <span className="sr-only">
                {column.count === 1 ? ' appointment' : ' appointments'}
              </span>
            </span>
          </h2>
        ))}
      </div>
      <div aria-hidden="true" className="calendar-gutter">
        {hoursOf(range).map((hour) => (
          <span key={hour} className="calendar-hour" style={{ '--start': hour }}>
            {hourName(hour)}
          </span>
        ))}
      </div>
      {columns.map((column, index) => (
        <div key={`${column.id} ${column.date}`} className="contents">
          <div className="calendar-ground" style={{ gridColumn: index + 2 }} />
          {bandsOf(column, range).map(({ from, to, kind, label }) => (
            <div
              key={`${kind} ${from} ${label}`}
              data-kind={kind}
              style={placeOf({ column: index, startMinute: from, lengthMinutes: to - from })}
              className="calendar-band"
            >
              <span>{label}</span>
            </div>
          ))}
        </div>
      ))}
    </>
  )
})

/** Omitted before a name is truncated. */
const TITLE = 'Dr. '

function ColumnName({ name }: { name: string }) {
  return (
    <span className="truncate">
      {name.startsWith(TITLE) && <span className="calendar-title">{TITLE}</span>}
      {name.replace(TITLE, '')}
    </span>
  )
}

/** The present minute: a line through today’s columns, and the time in the gutter. */
function Now({ columns, today, minute }: Pick<CalendarGridProps, 'columns' | 'today' | 'minute'>) {
  const first = columns.findIndex(({ date }) => date === today)
  if (first < 0) return null
  const last = columns.findLastIndex(({ date }) => date === today)
  return (
    <div
      aria-hidden="true"
      className="calendar-now"
      style={{ '--start': minute, '--first': first, '--count': last - first + 1 }}
    >
      <span>{shortTime(minute)}</span>
    </div>
  )
}

/** The position of something in the grid. */
export function placeOf({ column, startMinute, lengthMinutes }: Slot & { column: number }) {
  return { gridColumn: column + 2, '--start': startMinute, '--length': lengthMinutes }
}
