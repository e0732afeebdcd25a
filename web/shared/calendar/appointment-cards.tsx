import { memo } from 'react'
import { type AgendaEntry, findAttendanceObstacle } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { isNext, shownName, standingOf } from '#web/shared/agenda/agenda-order.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { placeOf } from './calendar-grid.tsx'
import { type DayColumn, describePlace, type Placed } from './day-layout.ts'

interface AppointmentCardsProps {
  placed: readonly Placed[]
  columns: readonly DayColumn[]
  time: ClinicTime
  /** When the next patients of today are due. */
  next: number | undefined
  isPrivate: boolean
  conflicts: ReadonlyMap<string, string>
  /** Id of the one that the tab key reaches. */
  stop: string | undefined
  /** Id of the one that is being moved. */
  lifted: string | undefined
  /** Patients who are due can be checked in on their card. */
  hasArrivals: boolean
}

/** The appointments of a calendar: not drawn anew while one of them is dragged. */
export const AppointmentCards = memo(function AppointmentCards(props: AppointmentCardsProps) {
  const { placed, columns, time, next, isPrivate, conflicts, stop, lifted } = props
  const { hasArrivals } = props
  const columnNameOf = ({ column: index, entry: { doctor } }: Placed) => {
    const column = columns[index]
    return column ? describePlace(column, doctor?.name) : ''
  }
  const canArrive = (entry: AgendaEntry) => hasArrivals && isDue(entry, time)
  return (
    <>
      {placed.map((each) => (
        <AppointmentCard
          key={each.entry._id}
          {...each}
          standing={standingOf(each.entry, time, isNext(each.entry, time, next))}
          columnName={columnNameOf(each)}
          isPrivate={isPrivate}
          isStop={each.entry._id === stop}
          isLifted={each.entry._id === lifted}
          conflict={conflicts.get(each.entry._id)}
          isDue={canArrive(each.entry)}
        />
      ))}
      {placed.map(({ entry, column }) => {
        if (!canArrive(entry)) return null
        const name = shownName(entry.patientName, isPrivate)
        return (
          <button
            key={entry._id}
            type="button"
            tabIndex={-1}
            title={`Arrived: ${name}`}
            data-arrive={entry._id}
            style={placeOf({ ...entry, column })}
            className="calendar-arrive"
          >
            <span aria-hidden="true">✓</span>
            <span className="sr-only">Arrived: {name}</span>
          </button>
        )
      })}
    </>
  )
})

const isDue = (entry: AgendaEntry, time: ClinicTime) =>
  entry.date === time.today &&
  entry.attendance === 'expected' &&
  !findAttendanceObstacle(entry, 'arrived', time)
