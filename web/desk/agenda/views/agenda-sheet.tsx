import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { formatFullDay } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { describeAlert } from '#contract/front-desk/alerts.ts'
import { formatPrice } from '#contract/money.ts'
import { ATTENDANCE_NAMES } from '#web/desk/appointments/attendance-names.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { describeFacts, PatientName } from '#web/desk/patients/patient-name.tsx'
import { usePrinting } from '#web/lib/use-printing.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'

/** Column headings of tables of appointments, on paper and on screens. */
export const COLUMNS = ['Time', 'Patient', 'Treatment', 'Payment', 'Attendance'] as const

interface AgendaSheetProps {
  entries: readonly AgendaEntry[]
  /** The day, at the top of each page. */
  title: string
  /** Whether the entries are from several days. */
  withDates?: boolean
}

/** The appointments on paper, whatever the screen shows; rendered only for printing. */
export function AgendaSheet(props: AgendaSheetProps) {
  return usePrinting() && <Sheet {...props} />
}

/** The same, for content that exists only while the page is printed. */
export function Sheet({ entries, title, withDates = false }: AgendaSheetProps) {
  return (
    <table className="hidden w-full border-collapse text-start text-sm leading-tight print:table">
      <thead>
        <tr>
          <th colSpan={COLUMNS.length} scope="colgroup" className="pb-1 text-lg">
            {title}
          </th>
        </tr>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="px-2 py-0.5">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry._id} className="border-t align-top">
            <td className="px-2 py-0.5 font-bold whitespace-nowrap">
              {withDates && <span className="block">{formatFullDay(entry.date)}</span>}
              {formatMinute(entry.startMinute)}
            </td>
            <td className="px-2 py-0.5 [overflow-wrap:anywhere]">
              <PatientFacts entry={entry} />
            </td>
            <td className="px-2 py-0.5">
              {entry.treatment}
              {entry.doctor && `, ${entry.doctor.name}`}
              {entry.squeezed && <strong className="block">Extra patient</strong>}
            </td>
            <td className="px-2 py-0.5">
              {formatPrice(entry.price)}{' '}
              {entry.billedElsewhere ? (
                'billed before the move'
              ) : entry.paid ? (
                'paid'
              ) : (
                <strong>not paid</strong>
              )}
            </td>
            <td className="px-2 py-0.5">{ATTENDANCE_NAMES[entry.attendance]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Initials only, where others can see the screen. */
function PatientFacts({ entry }: { entry: AgendaEntry }) {
  const { child, alerts, language, phone, missed, overrideReason, squeezed, note } = entry
  const name = (
    <strong>
      {/* The facts beside it have the birth date. */}
      <PatientName of={entry} birthDate="never" />
    </strong>
  )
  if (usePrivacy()) return name
  return (
    <>
      {name}
      {[
        child && `, ${describeFacts(child)}`,
        ` · ${phone}`,
        language && `, ${ENGLISH_NAMES[language]}`,
        missed > 0 && `, ${count(missed, 'no-show')}`,
      ]}
      {alerts.map((alert) => (
        <strong key={alert._id} className="block">
          ⚠ {describeAlert(alert)}
        </strong>
      ))}
      {overrideReason && (
        <span className="block">
          {squeezed ? 'Extra patient' : 'Exception'}: {overrideReason}
        </span>
      )}
      {note && <span className="block whitespace-pre-line">{note}</span>}
    </>
  )
}
