import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import type { Slot } from '#contract/booking/slots.ts'
import type { HeldTime } from '#contract/front-desk/held-times.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { formatUntil } from '#web/desk/appointments/day-format.ts'
import { heldOptions } from '#web/desk/appointments/held-api.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { placeOf } from './calendar-grid.tsx'
import { columnOf, type DayColumn, isClinicColumn, shortTime } from './day-layout.ts'

const heldDialog = componentChunk(() => import('./held-dialog.tsx'))

interface HeldCardsProps {
  columns: readonly DayColumn[]
  today: string
  /**
   * Called when a time whose dialog is open is no longer held, because it was answered here or
   * elsewhere.
   */
  onGone: (place: Slot & { column: number }) => void
}

/** The times that are held for families that wait; pressing one answers for the family. */
export const HeldCards = memo(function HeldCards({ columns, today, onGone }: HeldCardsProps) {
  const dates = columns.map(({ date }) => date).sort()
  const [date = today] = dates
  // A day, or a week whose empty weekend has no columns.
  const days = dates.at(-1) === date ? 1 : 7
  const { data = [] } = useQuery({ ...heldOptions({ date, days }), enabled: date >= today })
  const { nameOf } = usePatientTexts()
  const [chosen, setChosen] = useState<(HeldTime & { column: number }) | null>(null)
  const open = data.find(({ _id }) => _id === chosen?._id)
  const isGone = chosen !== null && !open
  useEffect(() => {
    if (!isGone) return
    setChosen(null)
    onGone(chosen)
  }, [isGone, chosen, onGone])
  const isIn = (held: HeldTime) => (column: DayColumn) =>
    column.date === held.date && (isClinicColumn(column) || column.id === columnOf(held))
  return (
    <>
      {data.map((held) => {
        const column = columns.findIndex(isIn(held))
        if (column < 0) return null
        const name = held.patients.map(nameOf).join(' and ')
        return (
          <button
            key={held._id}
            type="button"
            data-held={held._id}
            style={placeOf({ ...held, column })}
            onClick={(event) => {
              // Prevents a booking at the position below it.
              event.stopPropagation()
              setChosen({ ...held, column })
            }}
            className="calendar-held"
          >
            {shortTime(held.startMinute)} held for <bdi>{name}</bdi> until{' '}
            {formatUntil(held.untilAt, today)}
          </button>
        )
      })}
      {open && (
        <LazyComponent
          chunk={heldDialog}
          props={{ held: open, onClose: () => setChosen(null) }}
          waiting={null}
        />
      )}
    </>
  )
})
