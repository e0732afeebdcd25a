import { Link } from 'react-router-dom'
import type { IsoDate } from '#contract/dates.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { placeOf } from './calendar-grid.tsx'
import { type DayColumn, type Folded, hourName, MOST_LANES } from './day-layout.ts'

interface FoldedTimesProps {
  folded: readonly Folded[]
  columns: readonly DayColumn[]
  linkTo: (date: IsoDate) => string
}

/** How many appointments have no lane; each count links to its day. */
export function FoldedTimes({ folded, columns, linkTo }: FoldedTimesProps) {
  const formatDay = useDayFormat()
  return folded.map(({ column, from, to, count }) => {
    const date = columns[column]?.date
    return (
      date && (
        // The day's own heading links to the same place.
        <Link
          key={`${column} ${from}`}
          to={linkTo(date)}
          tabIndex={-1}
          style={{
            ...placeOf({ column, startMinute: from, lengthMinutes: to - from }),
            '--lane': MOST_LANES - 1,
            '--lanes': MOST_LANES,
          }}
          className="calendar-folded"
        >
          +{count}
          <span className="sr-only">
            {' '}
            more from {hourName(from)}, {formatDay(date)}
          </span>
        </Link>
      )
    )
  })
}
