import { useState } from 'react'
import { formatMinute, formatSlot } from '#contract/booking/slots.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { ATTENDANCE_NAMES, useAttendance } from '../attendance.tsx'
import { AgendaRow } from './agenda-list.tsx'
import { findNextStart, initialsOf, type Standing, standingOf } from './agenda-order.ts'
import { moveByArrows, pressOn } from './entry-keys.ts'

interface AgendaGridProps {
  entries: readonly AgendaEntry[]
  time: ClinicTime
  isPrivate: boolean
}

/** The day as a table: a column for each doctor, or treatment without doctors; a row for each start. */
export function AgendaGrid({ entries, time, isPrivate }: AgendaGridProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const columns = Map.groupBy(entries, columnOf)
  const starts = [...new Set(entries.map(({ startMinute }) => startMinute))].sort((a, b) => a - b)
  const next = findNextStart(entries, time)
  const standing = (entry: AgendaEntry) => standingOf(entry, time, entry.startMinute === next)
  const open = entries.find(({ _id }) => _id === openId)
  const names = [...columns.keys()].sort()

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by keyboard. */}
      <section aria-label="Appointments by column" tabIndex={0} className="mt-4 overflow-x-auto">
        <table className="w-full border-collapse text-left text-sm">
          <caption className="sr-only">Appointments by column</caption>
          <thead>
            <tr>
              <th scope="col" className="px-2 py-2">
                Time
              </th>
              {names.map((name) => (
                <th key={name} scope="col" className="min-w-36 px-2 py-2">
                  <BreakAfterSlash text={name} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={moveByArrows}>
            {starts.map((start) => (
              <tr key={start} className="border-t border-base-300 align-top">
                <th scope="row" className="px-2 py-1.5 whitespace-nowrap">
                  {formatMinute(start)}
                </th>
                {names.map((name) => (
                  <td key={name} className="px-1 py-1">
                    {columns
                      .get(name)
                      ?.filter(({ startMinute }) => startMinute === start)
                      .map((entry) => (
                        <GridEntry
                          key={entry._id}
                          entry={entry}
                          time={time}
                          standing={standing(entry)}
                          isPrivate={isPrivate}
                          onOpen={() => setOpenId(entry._id)}
                        />
                      ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {open && (
        <Dialog open title={formatSlot(open)} onClose={() => setOpenId(null)}>
          <ul>
            <AgendaRow
              as="card"
              entry={open}
              time={time}
              standing={standing(open)}
              isPrivate={isPrivate}
              withDate={false}
            />
          </ul>
        </Dialog>
      )}
    </>
  )
}

interface GridEntryProps {
  entry: AgendaEntry
  time: ClinicTime
  standing: Standing
  isPrivate: boolean
  onOpen: () => void
}

/** An appointment in its column. While the focus is on it, A, C, N and U take its steps. */
function GridEntry({ entry, time, standing, isPrivate, onOpen }: GridEntryProps) {
  const attendance = useAttendance({ entry, time })
  const { entry: current, message } = attendance.state.context
  const { patientName, attendance: step, paid } = current
  return (
    <button
      type="button"
      data-entry={entry._id}
      onKeyDown={(event) => pressOn(event, attendance)}
      onClick={onOpen}
      className={`block min-h-11 w-full rounded-lg border px-2 py-1 text-left hover:bg-leaf ${
        standing === 'late' ? 'border-error' : 'border-line'
      } ${standing === 'waiting' ? 'bg-leaf' : 'bg-base-100'}`}
    >
      <span className="block font-bold [overflow-wrap:anywhere]">
        {isPrivate ? initialsOf(patientName) : patientName}
      </span>
      {ATTENDANCE_NAMES[step]}
      {!paid && <span className="text-error">, not paid</span>}
      {message && (
        <span role="alert" className="block font-semibold text-error">
          {message}
        </span>
      )}
    </button>
  )
}

function columnOf({ doctor, treatment }: AgendaEntry): string {
  return doctor?.name ?? treatment
}
