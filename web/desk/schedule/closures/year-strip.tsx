import { addMonths } from 'date-fns/addMonths'
import { format } from 'date-fns/format'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { federalHolidays } from '#contract/clinic/holidays.ts'
import { count } from '#contract/count.ts'
import {
  dayAfter,
  daysBetween,
  formatFullDay,
  fromIsoDate,
  type IsoDate,
  toIsoDate,
} from '#contract/dates.ts'
import type { Closure } from '#contract/schedule/schedule.ts'
import { describeDays } from '../describe-days.ts'

const MONTHS = 12

/** How many closures the accessible name lists. */
const MOST_NAMED = 6

/** Closures of the clinic, or absences of a doctor. */
interface YearRow {
  id: string
  /** The row's label; absent for a single row. */
  name?: ReactNode
  closures: readonly (Closure & {
    /** How many appointments it contains, if counted. */
    appointments?: number
  })[]
  /** 'closure' or 'absence' */
  noun: string
  /** Whether holidays are marked. */
  withHolidays: boolean
  /** Called with the days that were dragged over. */
  onChoose: (from: IsoDate, to: IsoDate) => void
}

interface YearStripProps {
  today: IsoDate
  rows: readonly YearRow[]
}

/**
 * The closures of the next twelve months, one row per owner. Dragging over days opens the prefilled form. The
 * lists have the same content, and replace it on narrow screens.
 */
export function YearStrip({ today, rows }: YearStripProps) {
  const [chosen, setChosen] = useState<{ from: IsoDate; to: IsoDate } | null>(null)
  const year = yearFrom(today)
  const isNamed = rows.some(({ name }) => name !== undefined)
  const withHolidays = rows.some((row) => row.withHolidays)
  return (
    <div className="grid gap-1 text-xs select-none max-md:hidden">
      <div className={isNamed ? 'grid grid-cols-[9rem_minmax(0,1fr)]' : undefined}>
        {isNamed && <span />}
        <div className="relative h-4 text-muted">
          {year.months.slice(0, -1).map((month) => (
            <span key={month} className="absolute" style={{ left: year.place(month, month).left }}>
              {format(fromIsoDate(month), 'MMM')}
            </span>
          ))}
        </div>
      </div>
      {rows.map((row) => (
        <div
          key={row.id}
          className={isNamed ? 'grid grid-cols-[9rem_minmax(0,1fr)] items-center' : undefined}
        >
          {isNamed && <div className="truncate pe-2 text-sm font-bold">{row.name}</div>}
          <YearLine row={row} year={year} onDrag={setChosen} />
        </div>
      ))}
      <p className="min-h-4 text-muted">
        {chosen
          ? describeDays(chosen.from, chosen.to)
          : `Drag over days to fill in the form.${withHolidays ? ' Ticks are federal holidays.' : ''}`}
      </p>
    </div>
  )
}

type Year = ReturnType<typeof yearFrom>

/** Twelve months from the first of the present one, and the position of days. */
function yearFrom(today: IsoDate) {
  const first: IsoDate = `${today.slice(0, 7)}-01`
  const months = Array.from({ length: MONTHS + 1 }, (_, index) =>
    toIsoDate(addMonths(fromIsoDate(first), index)),
  )
  const end = months.at(-1) ?? first
  const days = daysBetween(first, end)
  const place = (from: IsoDate, to: IsoDate) => {
    const start = Math.max(0, daysBetween(first, from))
    const stop = Math.min(days, daysBetween(first, to) + 1)
    return { left: `${(100 * start) / days}%`, width: `${(100 * (stop - start)) / days}%` }
  }
  return { today, first, months, end, days, place }
}

interface YearLineProps {
  row: YearRow
  year: Year
  /** Called with the days being dragged over; null when the drag ends. */
  onDrag: (days: { from: IsoDate; to: IsoDate } | null) => void
}

function YearLine({ row, year, onDrag }: YearLineProps) {
  const { closures, noun, withHolidays, onChoose } = row
  const { today, first, months, end, days, place } = year
  const line = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ anchor: IsoDate; end: IsoDate } | null>(null)
  const shown = closures.filter(({ toDate, fromDate }) => toDate >= first && fromDate < end)
  const holidays = withHolidays ? federalHolidays(first, dayAfter(end, -1)) : []

  function dayAt({ clientX }: PointerEvent): IsoDate | undefined {
    const box = line.current?.getBoundingClientRect()
    if (!box || box.width === 0) return undefined
    const index = Math.floor(((clientX - box.left) / box.width) * days)
    const day = dayAfter(first, Math.min(days - 1, Math.max(0, index)))
    const isPast = day < today
    return isPast ? today : day
  }
  function choose(next: { anchor: IsoDate; end: IsoDate } | null) {
    setChosen(next)
    onDrag(rangeOf(next))
  }
  const range = rangeOf(chosen)

  return (
    <div role="img" aria-label={describeYear(shown, noun)}>
      <div
        ref={line}
        onPointerDown={(event) => {
          const day = dayAt(event)
          if (!day) return
          event.currentTarget.setPointerCapture(event.pointerId)
          choose({ anchor: day, end: day })
        }}
        onPointerMove={(event) => {
          const day = chosen && dayAt(event)
          if (day) choose({ ...chosen, end: day })
        }}
        onPointerUp={() => {
          choose(null)
          if (range) onChoose(range.from, range.to)
        }}
        onPointerCancel={() => choose(null)}
        className="relative h-7 cursor-crosshair touch-pan-y rounded-lg bg-base-200"
      >
        {months.slice(1, -1).map((month) => (
          <span
            key={month}
            style={{ left: place(month, month).left }}
            className="absolute inset-y-0 border-s border-base-300"
          />
        ))}
        {holidays.map(({ date, name }) => (
          <span
            key={date}
            title={`${name}, ${formatFullDay(date)}`}
            style={{ left: place(date, date).left }}
            className="absolute top-0 h-2 w-1 bg-muted"
          />
        ))}
        {shown.map((closure) => (
          <span
            key={closure._id}
            title={describeClosure(closure)}
            style={place(closure.fromDate, closure.toDate)}
            className="absolute inset-y-1 min-w-1.5 rounded-sm border border-error bg-peach"
          >
            {Boolean(closure.appointments) && (
              <span className="absolute inset-y-0 start-full flex items-center ps-0.5 font-bold text-error">
                {closure.appointments}
              </span>
            )}
          </span>
        ))}
        {range && (
          <span
            style={place(range.from, range.to)}
            className="absolute inset-y-0 min-w-1.5 rounded-sm bg-primary/60"
          />
        )}
        <span
          title="Today"
          style={{ left: place(today, today).left }}
          className="pointer-events-none absolute -inset-y-1 border-s-2 border-error"
        />
      </div>
    </div>
  )
}

function rangeOf(chosen: { anchor: IsoDate; end: IsoDate } | null) {
  if (!chosen) return null
  const [from = '', to = ''] = [chosen.anchor, chosen.end].sort()
  return { from, to }
}

/** 'Training, Tue, Dec 1, 2026 to Wed, Dec 2, 2026, 3 appointments' */
const describeClosure = ({ reason, fromDate, toDate, appointments }: YearRow['closures'][number]) =>
  [
    reason,
    describeDays(fromDate, toDate),
    ...(appointments ? [count(appointments, 'appointment')] : []),
  ].join(', ')

function describeYear(closures: YearRow['closures'], noun: string): string {
  const named = closures.slice(0, MOST_NAMED).map(describeClosure)
  const more = closures.length - named.length
  return [
    `${count(closures.length, noun)} in the next twelve months`,
    ...(named.length > 0 ? [`: ${named.join('; ')}`] : []),
    ...(more > 0 ? [`; and ${more} more`] : []),
  ].join('')
}
