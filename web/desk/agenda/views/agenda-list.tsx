import { startTransition, useEffect, useRef, useState } from 'react'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { Table, useWideScreen } from '#web/components/table.tsx'
import {
  type DeskState,
  deskStateOf,
  findNextStart,
  isNext,
} from '#web/desk/appointments/agenda-order.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { AgendaRow } from '../appointment/agenda-row.tsx'
import { ChosenAppointment } from '../appointment/chosen-appointment.tsx'
import { moveByArrows } from '../appointment/entry-keys.ts'
import { useNextPatientOnOpening } from '../appointment/next-patient.ts'
import { useChosen } from '../appointment/use-chosen.ts'
import type { Filter } from '../use-agenda-address.ts'
import { COLUMNS } from './agenda-sheet.tsx'

interface AgendaListProps {
  entries: readonly AgendaEntry[]
  time: ClinicTime
  /** Whether these are unsettled appointments of several days, each with its claim. */
  isToSettle?: boolean
  conflicts?: ReadonlyMap<string, string>
  /** The filter; all when absent. */
  show?: Filter | null
}

/** The list has a button at the end of each row besides. */
const LIST_COLUMNS = [...COLUMNS, 'Details'] as const

/** The appointments in the order of their times: a table where there is room. */
export function AgendaList(props: AgendaListProps) {
  const { entries, time, isToSettle = false, conflicts, show = null } = props
  const isPrivate = usePrivacy()
  const wide = useWideScreen()
  const next = findNextStart(entries, time)
  const chosen = useChosen(entries)
  const all = entries.map((entry) => ({
    entry,
    time,
    isPrivate,
    withDate: isToSettle,
    isToSettle,
    conflict: conflicts?.get(entry._id),
    deskState: deskStateOf(entry, time, isNext(entry, time, next)),
    onOpen: chosen.choose,
  }))
  const rows = all.filter(({ entry, deskState }) => isShown(show, entry, deskState))
  // Rows that ended a while ago are folded away, so that the day begins with now.
  const firstOpen = rows.findIndex(
    ({ entry, deskState }) => deskState !== 'done' || !isLongOver(entry, time),
  )
  const over = isToSettle || show ? 0 : firstOpen < 0 ? rows.length : firstOpen
  const [showsOver, setShowsOver] = useState(false)
  const unfolded = showsOver ? rows : rows.slice(over)
  const shown = unfolded.slice(0, useGradually(unfolded.length))
  const list = useRef<HTMLDivElement>(null)
  useNextPatientOnOpening(list, shown.find(({ deskState }) => deskState === 'next')?.entry._id)

  if (show && rows.length === 0) return <EmptyState title={NONE[show]} />
  return (
    <div className="agenda-beside">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only move the focus. */}
      <div ref={list} className="agenda-list dense-controls mt-2" onKeyDown={moveByArrows}>
        {over > 0 && (
          <Button
            look="quiet"
            aria-expanded={showsOver}
            onClick={() => setShowsOver(!showsOver)}
            className="mb-1 min-h-8 px-4 pointer-coarse:min-h-11"
          >
            {showsOver ? 'Hide' : 'Show'} {over} that {over === 1 ? 'is' : 'are'} over
          </Button>
        )}
        {wide ? (
          <Table caption="Appointments" columns={LIST_COLUMNS} dense>
            {shown.map((row) => (
              <AgendaRow key={row.entry._id} {...row} as="row" />
            ))}
          </Table>
        ) : (
          <ul aria-label="Appointments" className="grid gap-3">
            {shown.map((row) => (
              <AgendaRow key={row.entry._id} {...row} as="card" />
            ))}
          </ul>
        )}
      </div>
      <ChosenAppointment
        {...{ chosen, conflicts, time, next, isPrivate }}
        withDate={isToSettle}
        onClose={(id) => {
          chosen.leave()
          list.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`)?.focus()
        }}
      />
    </div>
  )
}

const NONE: Record<Filter, string> = {
  late: 'No one is late',
  waiting: 'No one is marked as arrived',
  unpaid: 'Everything is paid',
  expected: 'No one is expected',
  begun: 'No one has arrived',
}

function isShown(show: Filter | null, entry: AgendaEntry, deskState: DeskState): boolean {
  const isExpected = entry.attendance === 'expected'
  if (show === null) return true
  if (show === 'unpaid') return !entry.paid
  return show === 'expected' ? isExpected : show === 'begun' ? !isExpected : deskState === show
}

/** More rows than fit on a screen. */
const AT_ONCE = 20

/** How many rows of a long list are rendered: a screenful at once, the others gradually. */
function useGradually(count: number): number {
  const [reached, setReached] = useState(AT_ONCE)
  useEffect(() => {
    if (reached < count) startTransition(() => setReached(reached + AT_ONCE))
  }, [reached, count])
  return reached
}

/** For how many minutes after its end a finished appointment stays visible for an undo. */
const STAYS_MINUTES = 30

function isLongOver(
  { date, startMinute, lengthMinutes }: AgendaEntry,
  { today, minute }: ClinicTime,
) {
  return date < today || (date === today && startMinute + lengthMinutes + STAYS_MINUTES <= minute)
}
