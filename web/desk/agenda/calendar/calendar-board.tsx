import { useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router-dom'
import { formatMinute, type Slot } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { MINUTES_PER_DAY, type Span } from '#contract/schedule/schedule.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { toast } from '#web/components/toasts.tsx'
import { findNextStart, isNext } from '#web/desk/appointments/agenda-order.ts'
import { deskAvailabilityOptions } from '#web/desk/booking/family-booking-api.ts'
import { usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { useConflicts } from '#web/desk/tasks/use-conflicts.ts'
import { CardSteps, STEP_KEYS } from '../appointment/attendance.tsx'
import { ChosenAppointment } from '../appointment/chosen-appointment.tsx'
import { useChosen } from '../appointment/use-chosen.ts'
import { useClinicTime } from '../clinic-time.ts'
import { isFocusByKeyboard, placeFocus } from '../input-modality.ts'
import { useAgendaKeys } from '../use-agenda-keys.ts'
import { AppointmentCards } from './appointment-card.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { PIXELS, type Zoom } from './calendar-settings.tsx'
import {
  type DayColumn,
  describePlace,
  distinctStarts,
  type Folded,
  type FreeStart,
  freeStarts,
  isClinicColumn,
  neighborOf,
  type Placed,
  startAt,
} from './day-layout.ts'
import { FoldedTimes } from './folded-times.tsx'
import { HeldCards } from './held-cards.tsx'
import { MovingBar } from './moving-bar.tsx'
import { usePlaces } from './places.ts'
import { FreeTimes, idOf, Targets } from './start-buttons.tsx'
import { useDrag } from './use-drag.ts'
import { canMove, useMove } from './use-move.ts'

interface CalendarBoardProps {
  agenda: Agenda
  /** The clinic's present minute. */
  minute: number
  /** The visible columns: doctors of a day, or days of a week. */
  columns: readonly DayColumn[]
  /** The visible hours. */
  range: Span
  placed: readonly Placed[]
  /** Appointments without room for a lane. */
  folded?: readonly Folded[]
  zoom: Zoom
  isPrivate: boolean
  /** In a week: the address of a day's heading. */
  linkTo?: (date: IsoDate) => string
  /** Whether free times are shown beside a day's appointments. */
  showsFree?: boolean
  onShowFree?: (shows: boolean) => void
}

const bookDialog = componentChunk(() => import('./book-dialog.tsx'))
const moveDialog = componentChunk(() => import('./move-dialog.tsx'))

/** By how many minutes the initial scroll position is before now. */
const BEFORE_NOW = 60

const NONE: readonly Folded[] = []

/** Appointments on a time axis: booked by pressing, moved by dragging, by keyboard or by tapping. */
export function CalendarBoard(props: CalendarBoardProps) {
  const { agenda, minute, columns, range, placed, folded = NONE, zoom, isPrivate, linkTo } = props
  const { showsFree = false, onShowFree } = props
  const { entries, today } = agenda
  const isWeek = linkTo !== undefined
  const isShared = columns.some(isClinicColumn)
  const conflicts = useConflicts()
  const location = useLocation()
  const scroller = useRef<HTMLDivElement>(null)
  const isDropped = useRef(false)
  const chosen = useChosen(entries)
  const [pressed, setPressed] = useState<{ column: number; minute: number } | null>(null)
  const [stopId, setStopId] = useState<string | null>(null)
  const [said, say] = useState('')
  const [step, setStep] = useState<{ id: string; key: string } | null>(null)
  const [answered, setAnswered] = useState<(Slot & { column: number }) | null>(null)

  const time = useClinicTime({ ...agenda, minute })
  const { nameOf } = usePatientTexts()
  const { move, lift, choose, ask, putBack, end } = useMove({ columns, isWeek, nameOf, say })
  const { forget, placeAt } = usePlaces(scroller, range)
  const canBook = columns.some(({ treatments }) => treatments.length > 0)

  const isEmpty = entries.length === 0
  const day = columns[0]?.date ?? today
  const wantsFree = !isWeek && (showsFree || isEmpty) && !move && day >= today
  const available = useQuery({ ...deskAvailabilityOptions(day), enabled: wantsFree })
  const free = useMemo(
    () => (wantsFree && available.data ? distinctStarts(freeStarts(columns, available.data)) : []),
    [wantsFree, available.data, columns],
  )
  const targets = move?.targets ?? []

  const next = findNextStart(entries, time)
  const firstNext = placed.find(({ entry }) => isNext(entry, time, next)) ?? placed[0]
  const stop = placed.some(({ entry }) => entry._id === stopId) ? stopId : firstNext?.entry._id
  const stops = [
    ...placed.map(({ entry, column, lane }) => ({ ...entry, column, lane, id: entry._id })),
    ...free.map((start) => ({ ...start, id: idOf(start) })),
  ]

  // Preloaded before the first press. A failure is shown when one is opened.
  useEffect(() => {
    for (const chunk of [bookDialog, moveDialog]) chunk.load().catch(() => undefined)
  }, [])

  // Scrolls to now, or to the first hours.
  const isOfToday = columns.some(({ date }) => date === today)
  const begin = isOfToday ? minute - BEFORE_NOW : (columns[0]?.clinic.hours[0]?.from ?? range.from)
  const scrollToBegin = useEffectEvent(() => {
    if (scroller.current) scroller.current.scrollTop = (begin - range.from) * PIXELS[zoom]
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each day, and not with each minute.
  useLayoutEffect(() => scrollToBegin(), [day])

  // Focuses the next patient when the day opens, unless a control has the focus.
  const focusNext = useEffectEvent(() => {
    const { activeElement } = document
    const isFree = activeElement === document.body || activeElement instanceof HTMLAnchorElement
    if (!isFree || isWeek || location.state?.appointment) return
    const card = firstNext && isNext(firstNext.entry, time, next) && elementOf(firstNext.entry._id)
    if (card) placeFocus(card)
  })
  useEffect(() => focusNext(), [])

  // Opens an appointment that was found elsewhere.
  const openAsked = useEffectEvent(() => {
    const id: unknown = location.state?.appointment
    if (typeof id !== 'string') return
    focusOn(id)
    chosen.choose(id, { takesFocus: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each address that was gone to.
  useEffect(() => openAsked(), [location.key])

  // The card of a held time that was answered had the focus, and is gone: the nearest one gets it.
  const focusNear = useEffectEvent(({ column, startMinute }: Slot & { column: number }) => {
    const distance = (each: (typeof stops)[number]) =>
      Math.abs(each.column - column) * MINUTES_PER_DAY + Math.abs(each.startMinute - startMinute)
    const [near] = stops.toSorted((one, other) => distance(one) - distance(other))
    if (document.activeElement !== document.body) return
    if (near) focusOn(near.id)
    else scroller.current?.focus()
  })
  useEffect(() => {
    if (answered) focusNear(answered)
  }, [answered])

  // The panel may cover the chosen card.
  const showChosen = useEffectEvent((id: string) =>
    elementOf(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  )
  useEffect(() => {
    if (chosen.request) showChosen(chosen.request.id)
  }, [chosen.request])

  // Places belong to columns, which the schedule may change meanwhile.
  const columnIds = columns.map(({ id, date }) => `${id} ${date}`).join()
  const leaveAll = useEffectEvent(() => {
    if (move) putBack()
    setPressed(null)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other columns.
  useEffect(() => leaveAll(), [columnIds])

  // A free time that the key has shown gets the focus.
  const wasShown = useRef(showsFree)
  const focusFree = useEffectEvent(() => {
    const from = free.find((start) => day > today || start.startMinute >= minute) ?? free[0]
    if (from) focusOn(idOf(from))
  })
  const hasFree = free.length > 0
  useEffect(() => {
    if (showsFree && hasFree && !wasShown.current) focusFree()
    wasShown.current = showsFree && hasFree
  }, [showsFree, hasFree])

  const elementOf = (id: string) =>
    scroller.current?.querySelector<HTMLElement>(`[data-entry="${id}"], [data-free="${id}"]`)
  function focusOn(id: string) {
    elementOf(id)?.focus()
  }

  function targetAt(x: number, y: number): FreeStart | undefined {
    const place = placeAt(x, y)
    return place ? startAt(targets, place) : undefined
  }

  const drag = useDrag({
    scroller: () => scroller.current,
    accepts: (id) => {
      const entry = entries.find(({ _id }) => _id === id)
      return !move && canBook && entry !== undefined && canMove(entry)
    },
    onLift: (id) => {
      forget()
      const entry = entries.find(({ _id }) => _id === id)
      if (entry) void lift(entry)
    },
    onOver: (x, y) => choose(targetAt(x, y) ?? null),
    onDrop: (x, y) => {
      const target = targetAt(x, y)
      // The click at the end of a drag does not apply to what is below.
      isDropped.current = true
      // In a task of its own, because this event would otherwise dismiss the dialog at once.
      setTimeout(() => {
        isDropped.current = false
        if (target) return ask(target)
        const why = move?.targets
          ? 'That is not a free time.'
          : 'The free times were still loading.'
        if (move) toast.error(`${why} ${nameOf(move.entry)} stays where it was.`)
        putBack()
      })
    },
    onCancel: putBack,
  })

  function moveByKey(key: string): boolean {
    if (!move) return false
    if (key === 'Escape') {
      putBack()
      return true
    }
    if (key === 'Enter' || key === ' ') {
      if (move.chosen) ask(move.chosen)
      return true
    }
    const at = placed.find(({ entry }) => entry._id === move.entry._id)
    const from = move.chosen ?? { ...move.entry, column: at?.column ?? 0 }
    const target = neighborOf(targets, from, key)
    if (target) {
      choose(target)
      const column = columns[target.column]
      const place = column && describePlace(column, target.doctorName)
      say(`${nameOf(move.entry)}: ${formatMinute(target.startMinute)}, ${place}`)
      scroller.current
        ?.querySelector(`[data-target="${idOf(target)}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    return key.startsWith('Arrow') || key === 'Home' || key === 'End'
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (!(target instanceof HTMLElement) || ctrlKey || metaKey || altKey) return
    const id = target.dataset.entry ?? target.dataset.free
    if (id === undefined) return
    const entry = entries.find(({ _id }) => _id === id)
    const isTaken = moveByKey(key) || (!move && onStopKey(key, { id, entry }))
    if (isTaken) event.preventDefault()
  }

  function onStopKey(key: string, { id, entry }: { id: string; entry?: AgendaEntry }): boolean {
    const from = stops.find((each) => each.id === id)
    const neighbor = from && neighborOf(stops, from, key)
    if (neighbor) focusOn(neighbor.id)
    if (neighbor || key.startsWith('Arrow')) return true
    if (!entry) return false
    if (key.toLowerCase() === 'm') {
      if (canBook && canMove(entry)) void lift(entry)
      return true
    }
    // After a click, letters may be the beginning of a name.
    if (!STEP_KEYS.includes(key.toLowerCase()) || !isFocusByKeyboard()) return false
    // A room is chosen in the panel.
    if (key.toLowerCase() === 'r' && time.rooms.length > 0) {
      chosen.choose(id, { takesFocus: true, key: 'r' })
    } else setStep({ id, key: key.toLowerCase() })
    return true
  }

  function onClick({ target, clientX, clientY, detail }: MouseEvent<HTMLElement>) {
    if (!(target instanceof Element) || isDropped.current) return
    const entry = target.closest<HTMLElement>('[data-entry]')?.dataset.entry
    const arrived = target.closest<HTMLElement>('[data-arrive]')?.dataset.arrive
    const start = [...targets, ...free].find(
      (each) => idOf(each) === target.closest<HTMLElement>('[data-free], [data-target]')?.id,
    )
    if (move) {
      if (start) ask(start)
      else if (entry !== move.entry._id) putBack()
      return
    }
    if (arrived !== undefined) {
      focusOn(arrived)
      return setStep({ id: arrived, key: 'a' })
    }
    // Enter also causes a click, without a pointer.
    if (entry !== undefined) return chosen.choose(entry, { takesFocus: detail === 0 })
    if (start) return setPressed({ column: start.column, minute: start.startMinute })
    if (canBook && target.closest('.calendar-ground, .calendar-band')) pressAt(clientX, clientY)
  }

  /** Offers what can be booked at a position of the window, unless it is past. */
  function pressAt(x: number, y: number) {
    forget()
    const { scrollLeft = 0, scrollTop = 0 } = scroller.current ?? {}
    const place = placeAt(x + scrollLeft, y + scrollTop)
    const date = place && columns[place.column]?.date
    if (!date || date < today || (date === today && place.minute < minute)) return
    setPressed({ column: place.column, minute: Math.floor(place.minute / 5) * 5 })
  }

  /** Moves it among the visible days; in the past, there is nothing to move to. */
  function moveOf(entry: AgendaEntry) {
    if (!canBook || !canMove(entry) || entry.date < today) return undefined
    return () => {
      chosen.leave()
      focusOn(entry._id)
      void lift(entry)
    }
  }

  const stepped = step && entries.find(({ _id }) => _id === step.id)
  const pressedColumn = pressed && columns[pressed.column]
  const asked = move?.asked
  const askedColumn = asked && columns[asked.column]
  return (
    <>
      {move && <MovingBar move={move} name={nameOf(move.entry)} onPutBack={putBack} />}
      <div className="calendar-body">
        <CalendarGrid
          {...{ columns, range, today, minute, linkTo }}
          ref={scroller}
          data-zoom={zoom}
          data-shared={isShared ? '' : undefined}
          data-moving={move ? '' : undefined}
          // Without anything focusable, keys can still scroll it.
          {...(stops.length === 0 && { tabIndex: 0 })}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={({ target }) => setStopId((target as HTMLElement).dataset.entry ?? stopId)}
          {...drag}
        >
          <Targets targets={targets} chosen={move?.chosen ?? null} columns={columns} />
          <FreeTimes free={free} columns={columns} hasStop={isEmpty} />
          <HeldCards columns={columns} today={today} onGone={setAnswered} />
          <AppointmentCards
            {...{ placed, columns, time, next, isPrivate, conflicts }}
            stop={stop ?? undefined}
            lifted={move?.entry._id}
            chosen={chosen.entry?._id}
            hasArrivals={!isWeek}
          />
          {linkTo && <FoldedTimes {...{ folded, columns, linkTo }} />}
        </CalendarGrid>
        <ChosenAppointment
          {...{ chosen, conflicts, time, next, isPrivate }}
          withDate={isWeek}
          onMove={moveOf}
          onClose={(id) => {
            chosen.leave()
            focusOn(id)
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isEmpty && !move && (
        <p role="status" className="calendar-note">
          {isWeek ? 'No appointments this week.' : 'No appointments.'}{' '}
          {!isWeek && day >= today && available.data && `${count(free.length, 'free time')}.`}
        </p>
      )}
      {step && stepped && (
        <CardSteps key={step.id} entry={stepped} time={time} name={nameOf(stepped)} asked={step} />
      )}
      {pressed && pressedColumn && (
        <LazyComponent
          chunk={bookDialog}
          props={{
            column: pressedColumn,
            minute: pressed.minute,
            onClose: () => setPressed(null),
          }}
          waiting={null}
        />
      )}
      {move && asked && askedColumn && (
        <LazyComponent
          chunk={moveDialog}
          props={{
            entry: move.entry,
            target: asked,
            choices: move.choices.filter((each) => idOf(each) === idOf(asked)),
            column: askedColumn,
            isPrivate,
            onClose: (isMoved) => (isMoved ? end() : putBack()),
          }}
          waiting={null}
        />
      )}
      {onShowFree && <CalendarKeys onFree={() => onShowFree(!showsFree)} />}
    </>
  )
}

/** F shows and hides the free times, unless the focus is in a field or a dialog. */
function CalendarKeys({ onFree }: { onFree: () => void }) {
  useAgendaKeys({ f: onFree })
  return null
}
