import { type MouseEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { DoctorDay } from '#contract/front-desk/doctor-day.ts'
import { deskStateOf, isNext } from '#web/desk/appointments/agenda-order.ts'
import { moveByArrows } from './appointment/entry-keys.ts'
import { AppointmentCard } from './calendar/appointment-card.tsx'
import { CalendarGrid } from './calendar/calendar-grid.tsx'
import { PIXELS } from './calendar/calendar-settings.tsx'
import { type DayColumn, placeTogether, rangeOf } from './calendar/day-layout.ts'

interface DoctorColumnProps {
  day: DoctorDay
  /** When the next patients are due; undefined without any. */
  next: number | undefined
  isPrivate: boolean
  /** An appointment was pressed. */
  onChoose: (id: string) => void
}

/** By how many minutes the initial scroll position is before now. */
const BEFORE_NOW = 60

/** A doctor's own column of the calendar. */
export function DoctorColumn({ day, next, isPrivate, onChoose }: DoctorColumnProps) {
  const { doctor, date, today, minute, entries } = day
  const scroller = useRef<HTMLDivElement>(null)
  const [stopId, setStopId] = useState<string>()
  const column = columnOf(day)
  const range = rangeOf({ hours: day.hours, doctors: [] }, entries)
  const known = entries.find(({ _id }) => _id === stopId)
  const stop = known ?? entries.find((entry) => isNext(entry, day, next)) ?? entries[0]

  const scrollToNow = useEffectEvent(() => {
    if (!scroller.current || date !== today) return
    scroller.current.scrollTop = (minute - BEFORE_NOW - range.from) * PIXELS.m
  })
  useLayoutEffect(() => scrollToNow(), [])

  function onClick({ target }: MouseEvent<HTMLElement>) {
    if (!(target instanceof Element)) return
    const id = target.closest<HTMLElement>('[data-entry]')?.dataset.entry
    if (id) onChoose(id)
  }

  return (
    <section
      aria-label="Calendar"
      className="sticky top-[calc(var(--bar)+0.5rem)] flex max-h-[calc(100dvh-var(--bar)-1rem)] w-64 shrink-0 overflow-hidden rounded-2xl border border-base-300 bg-base-100 xl:w-96 print:hidden"
    >
      <CalendarGrid
        {...{ range, today, minute }}
        ref={scroller}
        columns={[column]}
        linkTo={undefined}
        // Without anything focusable, keys can still scroll it.
        {...(entries.length === 0 && { tabIndex: 0 })}
        onKeyDown={moveByArrows}
        onClick={onClick}
        onFocus={({ target }) => setStopId((target as HTMLElement).dataset.entry)}
      >
        {placeTogether(entries, 0).map((placed) => (
          <AppointmentCard
            key={placed.entry._id}
            {...placed}
            {...{ isPrivate, columnName: doctor, conflict: undefined }}
            deskState={deskStateOf(placed.entry, day, isNext(placed.entry, day, next))}
            isStop={placed.entry === stop}
            isLifted={false}
            isDue={false}
          />
        ))}
      </CalendarGrid>
    </section>
  )
}

function columnOf({ doctor, date, hours, closures, absences, entries }: DoctorDay): DayColumn {
  return {
    ...{ id: 'own', date, name: doctor, label: doctor, doctor: 'own', treatments: [] },
    ...{ hours, closed: absences, clinic: { hours, closures }, isOff: false },
    count: entries.length,
  }
}
