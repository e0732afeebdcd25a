import { memo, useEffect, useRef } from 'react'
import { type AgendaEntry, findAttendanceObstacle } from '#contract/front-desk/agenda.ts'
import { describeAlert } from '#contract/front-desk/alerts.ts'
import type { DoctorEntry } from '#contract/front-desk/doctor-day.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { BirthDate } from '#web/both/appointments/birth-date.tsx'
import { type DeskState, deskStateOf, isNext } from '#web/desk/appointments/agenda-order.ts'
import { ATTENDANCE_NAMES } from '#web/desk/appointments/attendance-names.ts'
import { PatientName, usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { placeOf } from './calendar-grid.tsx'
import { type DayColumn, describePlace, type Placed, shortTime } from './day-layout.ts'

/** What a card shows: all that staff see, or the part that a doctor sees. */
type CardEntry = DoctorEntry &
  Partial<Pick<AgendaEntry, 'paid' | 'overrideReason' | 'reoffered' | 'language'>>

interface AppointmentCardProps extends Placed<CardEntry> {
  deskState: DeskState
  /** The column's doctor, for the accessible name. */
  columnName: string
  isPrivate: boolean
  /** Whether it is the card that the tab key reaches. */
  isStop: boolean
  /** Whether it is being moved; it stays here until the move is confirmed. */
  isLifted: boolean
  /** It is shown beside the calendar. */
  isChosen?: boolean
  conflict: string | undefined
  /** Whether the patient can be checked in now, with a button at the card's end. */
  isDue: boolean
}

/** From this length on, a button fits below the first line, in minutes. */
const ROOMY_MINUTES = 30

function stateOf({ attendance }: CardEntry, deskState: DeskState): string {
  if (attendance === 'no_show') return 'missed'
  if (attendance === 'completed') return 'completed'
  return deskState === 'waiting' ? 'arrived' : deskState
}

interface MarkFacts extends Pick<AppointmentCardProps, 'isPrivate' | 'conflict'> {
  /** There is no second line, which has the name of the language. */
  isLow: boolean
}

/** The marks of an appointment: a visible sign, unless another line has it, and a word. */
function marksOf(
  { paid, note, alerts, overrideReason, squeezed, reoffered, firstVisit, language }: CardEntry,
  { isPrivate, conflict, isLow }: MarkFacts,
): { sign?: string; word: string }[] {
  return [
    ...(alerts.length > 0 && !isPrivate
      ? [{ sign: '⚠', word: alerts.map(describeAlert).join(', ') }]
      : []),
    ...(language
      ? [{ ...(isLow && { sign: language.toUpperCase() }), word: ENGLISH_NAMES[language] }]
      : []),
    ...(squeezed ? [{ sign: '+', word: 'extra patient' }] : []),
    ...(reoffered ? [{ sign: '↻', word: 're-offered, another time is held' }] : []),
    ...(conflict ? [{ sign: '!', word: `no longer fits: ${conflict}` }] : []),
    ...(overrideReason && !squeezed && !conflict ? [{ sign: '!', word: 'exception' }] : []),
    ...(firstVisit ? [{ sign: '★', word: 'first visit' }] : []),
    ...(note && !isPrivate ? [{ sign: '✎', word: 'has a note' }] : []),
    ...(paid === false ? [{ sign: '$', word: 'not paid' }] : []),
  ]
}

/** For how many milliseconds a card is marked after a change elsewhere. */
const MARKED_MS = 2_000

/** Marks a card for a while when its appointment changes, unless the change was made on it. */
function useChangeMark({ version, startMinute }: CardEntry) {
  const card = useRef<HTMLButtonElement>(null)
  const seen = useRef({ version, startMinute })
  useEffect(() => {
    const isKnown = seen.current.version === version && seen.current.startMinute === startMinute
    seen.current = { version, startMinute }
    const element = card.current
    if (isKnown || !element || element === document.activeElement) return
    element.dataset.changed = ''
    const timer = setTimeout(() => delete element.dataset.changed, MARKED_MS)
    return () => {
      clearTimeout(timer)
      delete element.dataset.changed
    }
  }, [version, startMinute])
  return card
}

/** An appointment in the grid. Each state has a cue besides color: the bar, a line, a word. */
export const AppointmentCard = memo(function AppointmentCard(props: AppointmentCardProps) {
  const { entry, column, lane, lanes, deskState, columnName, isPrivate, isStop } = props
  const { isLifted, isChosen, isDue, conflict } = props
  const { startMinute, lengthMinutes, treatment, child } = entry
  const card = useChangeMark(entry)
  const start = shortTime(startMinute)
  const { nameOf, isAlike } = usePatientTexts()
  const name = nameOf(entry)
  // A low card has one line.
  const isLow = lengthMinutes < ROOMY_MINUTES
  const marks = marksOf(entry, { isPrivate, conflict, isLow })
  const signs = marks.flatMap(({ sign }) => sign ?? []).join(' ')
  const late = deskState === 'late' && <span className="calendar-late">Late </span>
  const asked = entry.reoffered && <span className="calendar-late">Re-offered </span>
  const label = [
    `${start} ${name} ${deskState === 'late' ? 'Late ' : ''}${treatment}`,
    ...marks.map(({ word }) => word),
    columnName,
    ATTENDANCE_NAMES[entry.attendance],
    ...(deskState === 'next' ? ['next'] : []),
  ].join(', ')
  return (
    <button
      ref={card}
      type="button"
      data-entry={entry._id}
      data-state={stateOf(entry, deskState)}
      data-conflict={conflict ? true : undefined}
      data-squeezed={entry.squeezed || undefined}
      data-lifted={isLifted || undefined}
      aria-current={isChosen || undefined}
      data-narrow={lanes > 1 || undefined}
      data-low={isLow || undefined}
      data-due={isDue ? (isLow ? 'short' : 'long') : undefined}
      tabIndex={isStop ? 0 : -1}
      // As `aria-label`, because each of hundreds of hidden texts would be a layer.
      aria-label={label}
      style={{
        gridColumn: column + 2,
        '--start': startMinute,
        '--length': lengthMinutes,
        ...laneOf({ lane, lanes }),
      }}
      className="calendar-card"
    >
      <span className="calendar-card-line">
        <span className="calendar-card-time">{start}</span>{' '}
        <span className="calendar-card-name">
          <PatientName of={entry} birthDate={isLow ? 'alike' : 'never'} />
        </span>{' '}
        {isLow && (late || asked)}
        {signs && (
          <span
            aria-hidden="true"
            // Rendered by the stylesheet, because the accessible name has words instead of signs.
            data-signs={signs}
            className="calendar-marks"
          />
        )}
      </span>{' '}
      <span className="calendar-card-more">
        {!isLow && (late || asked)}
        {child && !isPrivate && isAlike(entry) && (
          <>
            <BirthDate day={child.birthDate} />,{' '}
          </>
        )}
        {!isLow && entry.language && `${ENGLISH_NAMES[entry.language]}, `}
        {treatment}
      </span>
    </button>
  )
})

interface AppointmentCardsProps {
  placed: readonly Placed[]
  columns: readonly DayColumn[]
  time: ClinicTime
  /** When the next patients of today are due. */
  next: number | undefined
  isPrivate: boolean
  conflicts: ReadonlyMap<string, string>
  /** Id of the card that the tab key reaches. */
  stop: string | undefined
  /** Id of the card that is being moved. */
  lifted: string | undefined
  /** Id of the one that is shown beside the calendar. */
  chosen: string | undefined
  /** Patients who are due can be checked in on their card. */
  hasArrivals: boolean
}

/** The appointments of a calendar; memoized, so that dragging one does not render all. */
export const AppointmentCards = memo(function AppointmentCards(props: AppointmentCardsProps) {
  const { placed, columns, time, next, isPrivate, conflicts, stop, lifted } = props
  const { chosen, hasArrivals } = props
  const columnNameOf = ({ column: index, entry: { doctor } }: Placed) => {
    const column = columns[index]
    return column ? describePlace(column, doctor?.name) : ''
  }
  const canArrive = (entry: AgendaEntry) => hasArrivals && isDue(entry, time)
  const { nameOf } = usePatientTexts()
  return (
    <>
      {placed.map((each) => (
        <AppointmentCard
          key={each.entry._id}
          {...each}
          deskState={deskStateOf(each.entry, time, isNext(each.entry, time, next))}
          columnName={columnNameOf(each)}
          isPrivate={isPrivate}
          isStop={each.entry._id === stop}
          isLifted={each.entry._id === lifted}
          isChosen={each.entry._id === chosen}
          conflict={conflicts.get(each.entry._id)}
          isDue={canArrive(each.entry)}
        />
      ))}
      {placed.map(({ entry, column, lane, lanes }) => {
        if (!canArrive(entry)) return null
        const name = nameOf(entry)
        return (
          <button
            key={entry._id}
            type="button"
            tabIndex={-1}
            title={`Arrived: ${name}`}
            data-arrive={entry._id}
            style={{ ...placeOf({ ...entry, column }), ...laneOf({ lane, lanes }) }}
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

/** Its position among overlapping cards; nothing for a single card. */
const laneOf = ({ lane, lanes }: Pick<Placed, 'lane' | 'lanes'>) =>
  lanes > 1 && { '--lane': lane, '--lanes': lanes }

const isDue = (entry: AgendaEntry, time: ClinicTime) =>
  entry.date === time.today &&
  entry.attendance === 'expected' &&
  !findAttendanceObstacle(entry, 'arrived', time)
