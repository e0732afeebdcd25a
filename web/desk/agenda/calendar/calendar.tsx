import { type ReactNode, useId, useMemo, useState } from 'react'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import { useClinicMinute } from '../clinic-time.ts'
import { CalendarBoard } from './calendar-board.tsx'
import { useHiddenColumns, useZoom, ZoomField } from './calendar-settings.tsx'
import { columnsOf, type DayColumn, placeEntries, rangeOf } from './day-layout.ts'

export interface CalendarProps {
  /** Both undefined while they are loading. */
  agenda: Agenda | undefined
  /** When the server answered, by the device's clock, in milliseconds. */
  answeredAt: number
  frame: AgendaFrame | undefined
  waiting: ReactNode
  isPrivate: boolean
  toolbar: CalendarToolbar
}

/** The toolbar with the calendar's own controls: those in its line, and those in its popover. */
export type CalendarToolbar = (more: ReactNode, rare: ReactNode) => ReactNode

/** Whether a doctor's column is hidden: the doctor is off and has no appointments. */
const isIdle = ({ isOff, count }: DayColumn) => isOff && count === 0

/** The calendar of a day, and the choice of its columns and its size. */
export function Calendar(props: CalendarProps) {
  const { agenda, answeredAt, frame, waiting, isPrivate, toolbar } = props
  const minute = useClinicMinute(agenda?.minute ?? 0, answeredAt)
  const [zoom, setZoom] = useZoom()
  const [hidden, setHidden] = useHiddenColumns()
  const [showsOff, setShowsOff] = useState(false)
  const [showsFree, setShowsFree] = useState(false)
  const day = frame?.days[0]
  const all = useMemo(
    () => (frame && day && agenda ? columnsOf(frame, day, agenda.entries) : []),
    [frame, day, agenda],
  )
  const shown = useMemo(
    () => all.filter((each) => !hidden.includes(each.id) && (showsOff || !isIdle(each))),
    [all, hidden, showsOff],
  )
  const left = all.filter(({ id, count }) => hidden.includes(id) && count > 0)
  const entries = agenda?.entries
  const range = useMemo(() => day && entries && rangeOf(day, entries), [day, entries])
  const placed = useMemo(() => placeEntries(shown, entries ?? []), [shown, entries])
  return (
    <div data-wide="" className="calendar">
      {toolbar(
        <>
          <ZoomField zoom={zoom} onChoose={setZoom} />
          <button
            type="button"
            aria-pressed={showsFree}
            aria-keyshortcuts="f"
            onClick={() => setShowsFree(!showsFree)}
            className="button button-secondary aria-pressed:bg-leaf"
          >
            Free times
          </button>
        </>,
        <ColumnChoice
          all={all}
          shown={shown}
          onShow={(ids) => {
            // A doctor who is off today works on another day.
            setHidden(
              all.filter((each) => !ids.includes(each.id) && !isIdle(each)).map(({ id }) => id),
            )
            setShowsOff(all.some((each) => isIdle(each) && ids.includes(each.id)))
          }}
        />,
      )}
      {left.length > 0 && (
        <p role="status" className="bg-honey px-4 py-1 font-bold">
          Not shown: {left.map(({ name, count }) => `${name} (${count})`).join(', ')}
        </p>
      )}
      {!agenda || !day || !range ? (
        waiting
      ) : shown.length === 0 ? (
        <p role="status" className="p-6 text-center text-muted">
          No one works on this day. Columns shows those who are off.
        </p>
      ) : (
        <CalendarBoard
          key={day.date}
          {...{ agenda, minute, range, placed, zoom, isPrivate, showsFree }}
          columns={shown}
          onShowFree={setShowsFree}
        />
      )}
    </div>
  )
}

interface ColumnChoiceProps {
  all: readonly DayColumn[]
  shown: readonly DayColumn[]
  onShow: (ids: readonly string[]) => void
}

function ColumnChoice({ all, shown, onShow }: ColumnChoiceProps) {
  const id = useId()
  const isShown = (column: DayColumn) => shown.some((each) => each.id === column.id)
  return (
    <>
      <button type="button" popoverTarget={id} className="button button-secondary">
        {shown.length === all.length ? 'All columns' : `${shown.length} of ${all.length}`}
        {shown.length < all.length && <span className="sr-only"> columns</span>}
      </button>
      <fieldset
        id={id}
        popover="auto"
        className="popup max-h-[70dvh] min-w-60 overflow-y-auto rounded-2xl bg-base-100 p-3 text-base-content shadow-lift"
      >
        <legend className="sr-only">Columns</legend>
        {all.map((column) => (
          <label key={column.id} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              checked={isShown(column)}
              onChange={({ target }) =>
                onShow(
                  all
                    .filter((each) => (each.id === column.id ? target.checked : isShown(each)))
                    .map((each) => each.id),
                )
              }
              className="size-5 accent-primary"
            />
            <span className="grow">{column.name}</span>
            <span className="text-muted">{column.isOff ? 'off' : column.count}</span>
          </label>
        ))}
        <button
          type="button"
          onClick={() => onShow(all.filter(({ isOff }) => !isOff).map((each) => each.id))}
          className="button button-quiet mt-1 w-full"
        >
          Show all who work
        </button>
      </fieldset>
    </>
  )
}
