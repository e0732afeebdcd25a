import { memo } from 'react'
import { placeOf } from './calendar-grid.tsx'
import { type DayColumn, describePlace, type FreeStart, shortTime } from './day-layout.ts'

interface TargetsProps {
  targets: readonly FreeStart[]
  chosen: FreeStart | null
  columns: readonly DayColumn[]
}

/** The possible targets of a move. */
export function Targets({ targets, chosen, columns }: TargetsProps) {
  return targets.map((target) => {
    const column = columns[target.column]
    return (
      <Target
        key={idOf(target)}
        target={target}
        isChosen={chosen === target}
        place={column && describePlace(column, target.doctorName)}
      />
    )
  })
}

interface TargetProps {
  target: FreeStart
  isChosen: boolean
  place: string | undefined
}

const Target = memo(function Target({ target, isChosen, place }: TargetProps) {
  return (
    <button
      id={idOf(target)}
      type="button"
      tabIndex={-1}
      data-target={idOf(target)}
      data-chosen={isChosen || undefined}
      style={placeOf(target)}
      className="calendar-target"
    >
      {shortTime(target.startMinute)}
      <span className="sr-only">, {place}</span>
    </button>
  )
})

interface FreeTimesProps {
  free: readonly FreeStart[]
  columns: readonly DayColumn[]
  /** Whether the tab key reaches the first one, because there is nothing else. */
  hasStop: boolean
}

export const FreeTimes = memo(function FreeTimes({ free, columns, hasStop }: FreeTimesProps) {
  return free.map((start, index) => (
    <button
      key={idOf(start)}
      id={idOf(start)}
      type="button"
      tabIndex={hasStop && index === 0 ? 0 : -1}
      data-free={idOf(start)}
      style={placeOf(start)}
      className="calendar-free"
    >
      {shortTime(start.startMinute)}
      <span className="sr-only">, free, {columns[start.column]?.label}</span>
    </button>
  ))
})

/** The element id of a start in a column. */
export const idOf = ({ column, startMinute }: { column: number; startMinute: number }) =>
  `free-${column}-${startMinute}`
