import { useMemo } from 'react'
import { formatFullDay, type IsoDate } from '#contract/dates.ts'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame, FrameDay } from '#contract/front-desk/agenda-frame.ts'
import { useClinicMinute } from '../clinic-time.ts'
import type { CalendarProps } from './calendar.tsx'
import { CalendarBoard } from './calendar-board.tsx'
import { useZoom, ZoomField } from './calendar-settings.tsx'
import {
  clinicColumn,
  columnsOf,
  foldLanes,
  isEmptyWeekend,
  placeEntries,
  placeTogether,
  rangeOf,
} from './day-layout.ts'

interface CalendarWeekProps extends CalendarProps {
  /** The name of the week's doctor; empty for the clinic. */
  doctor: string
  linkTo: (date: IsoDate) => string
}

/** The week of a doctor or of the clinic, a column for each day; each leads to its day. */
export function CalendarWeek(props: CalendarWeekProps) {
  const { agenda, answeredAt, frame, doctor, waiting, isPrivate, toolbar, linkTo } = props
  const minute = useClinicMinute(agenda?.minute ?? 0, answeredAt)
  const [zoom, setZoom] = useZoom()
  const week = useMemo(
    () => agenda && frame && weekOf(agenda, frame, doctor),
    [agenda, frame, doctor],
  )
  return (
    <div data-wide="" className="calendar">
      {toolbar(null, <ZoomField zoom={zoom} onChoose={setZoom} />)}
      {agenda && week ? (
        <CalendarBoard
          key={`${frame?.days[0]?.date} ${doctor}`}
          {...{ agenda, minute, zoom, isPrivate, linkTo }}
          {...week}
        />
      ) : (
        waiting
      )}
    </div>
  )
}

/** The columns of the week, their content, and the hours that all of them need. */
function weekOf({ entries }: Agenda, frame: AgendaFrame, name: string) {
  const at = frame.doctors.findIndex((doctor) => doctor.name === name)
  const own = name ? entries.filter(({ doctor }) => doctor?.name === name) : entries
  const ranges = frame.days.map((day) => rangeOf({ ...day, doctors: [] }, own))
  const range = {
    from: Math.min(...ranges.map(({ from }) => from)),
    to: Math.max(...ranges.map(({ to }) => to)),
  }
  const ofDoctor = { ...frame, doctors: frame.doctors.slice(at, at + 1), treatments: [] }
  const columnOf = (day: FrameDay) => {
    const ofDay = own.filter(({ date }) => date === day.date)
    if (!name) return clinicColumn(frame, day, ofDay)
    // For a doctor who has left, days without appointments have no column.
    return columnsOf(ofDoctor, { ...day, doctors: day.doctors.slice(at, at + 1) }, ofDay)[0]
  }
  const days = frame.days.filter((day) => !isEmptyWeekend(day, entries))
  const columns = days.flatMap((day) => {
    const column = columnOf(day)
    return column ? [{ ...column, label: formatFullDay(day.date) }] : []
  })
  const placed = columns.flatMap((column, index) => {
    const ofDay = own.filter(({ date }) => date === column.date)
    const inColumn = name ? placeEntries([column], ofDay) : placeTogether(ofDay, index)
    return inColumn.map((each) => ({ ...each, column: index }))
  })
  const { shown, folded } = foldLanes(placed)
  return { columns, range, placed: shown, folded }
}
