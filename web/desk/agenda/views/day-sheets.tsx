import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { describeAlert } from '#contract/front-desk/alerts.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { usePrinting } from '#web/lib/use-printing.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { columnOf, hourName, hoursOf, placeTogether, shortTime } from '../calendar/day-layout.ts'
import { Sheet } from './agenda-sheet.tsx'
import { usePaper } from './paper.ts'

interface DaySheetsProps {
  /** Of one day. */
  entries: readonly AgendaEntry[]
  /** The day, at the top of each page. */
  title: string
}

/** A day on paper: all together, one doctor per page, or on a time axis. */
export function DaySheets({ entries, title }: DaySheetsProps) {
  const paper = usePaper()
  const isPrinting = usePrinting()
  if (!isPrinting) return null
  if (paper === 'list') return <Sheet entries={entries} title={title} />
  const groups = groupsOf(entries)
  if (paper === 'axis') return <AxisPages groups={groups} title={title} />
  return groups.map(({ id, name, entries }) => (
    <div key={id} className="sheet-page">
      <Sheet title={`${title} · ${name} (${entries.length})`} entries={entries} />
    </div>
  ))
}

interface Group {
  id: string
  /** The doctor's or treatment's name. */
  name: string
  entries: readonly AgendaEntry[]
}

/** Doctors and treatments with appointments, by name, doctors first. */
function groupsOf(entries: readonly AgendaEntry[]): Group[] {
  return [...Map.groupBy(entries, columnOf)]
    .map(([id, own]) => ({ id, entries: own, first: own[0] }))
    .map(({ first, ...group }) => ({
      ...group,
      isDoctor: first?.doctor !== null,
      name: first?.doctor?.name ?? first?.treatment ?? '',
    }))
    .sort((a, b) => Number(b.isDoctor) - Number(a.isDoctor) || a.name.localeCompare(b.name))
}

/** More columns would not be legible. */
const MOST_COLUMNS = 6

function AxisPages({ groups, title }: { groups: readonly Group[]; title: string }) {
  const pages = Array.from({ length: Math.ceil(groups.length / MOST_COLUMNS) }, (_, index) =>
    groups.slice(index * MOST_COLUMNS, (index + 1) * MOST_COLUMNS),
  )
  return pages.map((columns) => <AxisPage key={columns[0]?.id} columns={columns} title={title} />)
}

function AxisPage({ columns, title }: { columns: readonly Group[]; title: string }) {
  const isPrivate = usePrivacy()
  const entries = columns.flatMap((column) => column.entries)
  const from = Math.min(...entries.map(({ startMinute }) => startMinute))
  const to = Math.max(...entries.map((entry) => entry.startMinute + entry.lengthMinutes))
  const range = { from: Math.floor(from / 60) * 60, to: Math.ceil(to / 60) * 60 }
  return (
    <section className="sheet-page">
      <h2 className="text-lg">{title}</h2>
      <div
        className="sheet-axis"
        style={{
          '--columns': columns.length,
          '--from': range.from,
          '--minutes': range.to - range.from,
        }}
      >
        {hoursOf(range).map((hour) => (
          <span key={hour} className="sheet-hour" style={{ '--start': hour }}>
            {hourName(hour)}
          </span>
        ))}
        {columns.map(({ id, name, entries: own }, index) => (
          <div key={id} className="contents">
            <h3 className="sheet-head" style={{ gridColumn: index + 2 }}>
              {name} ({own.length})
            </h3>
            {placeTogether(own, index).map(({ entry, lane, lanes }) => (
              <div
                key={entry._id}
                className="sheet-card"
                style={{
                  gridColumn: index + 2,
                  '--start': entry.startMinute,
                  '--length': entry.lengthMinutes,
                  '--lane': lane,
                  '--lanes': lanes,
                }}
              >
                {shortTime(entry.startMinute)}{' '}
                <strong>
                  <PatientName of={entry} />
                </strong>
                {entry.attendance === 'no_show' && ', no-show'}
                {!isPrivate && entry.alerts.map((alert) => `, ⚠ ${describeAlert(alert)}`)}
                {!isPrivate && entry.language && `, ${ENGLISH_NAMES[entry.language]}`}
                {`, ${entry.treatment}`}
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
