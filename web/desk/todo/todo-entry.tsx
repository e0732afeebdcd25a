import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { joinNames } from '#contract/names.ts'
import type { ShownPatient } from '#contract/patients/patients.ts'
import type { ShownPhone } from '#contract/phone.ts'
import { changePage } from '#web/both/appointments/booked-family.ts'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import { PatientFacts, PatientName, usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { describeDays } from '#web/desk/schedule/describe-days.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import type { Translation } from '#words/languages.ts'

interface Waiting extends ShownPhone {
  _id: string
  /** Its start, or the wanted days. */
  when: { date: IsoDate; startMinute: number } | { from: IsoDate; to: IsoDate }
  treatment: string
  doctor: string | null
  family: string | null
  /** Several if siblings wait together. */
  patients: readonly ShownPatient[]
  /** Of the family's emails; absent for English. */
  language?: Translation | undefined
}

interface TodoEntryProps {
  entry: Waiting
  /** The facts of the task. */
  facts: ReactNode
  /** Whether the appointment can still be moved or canceled. */
  canChange?: boolean
  /** The buttons for staff. */
  children?: ReactNode
}

const LINK = 'inline-flex min-h-11 items-center font-bold underline underline-offset-4 sm:min-h-6'

/** An entry of To do: patient, time, phone number, and the possible actions. */
export function TodoEntry({ entry, facts, canChange = false, children }: TodoEntryProps) {
  const { _id, when, treatment, doctor, family, patients, language } = entry
  const { identify } = usePatientTexts()
  const formatDay = useDayFormat()
  const shownWhen =
    'from' in when
      ? describeDays(when.from, when.to, formatDay)
      : `${formatDay(when.date)}, ${formatMinute(when.startMinute)}`
  return (
    <div className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_16rem] xl:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {patients.map((patient) => (
          <div key={patient.child?._id ?? patient.patientName}>
            <p className="font-extrabold">
              <FamilyLink family={family} className={LINK}>
                <span>
                  <PatientName of={patient} />
                </span>
              </FamilyLink>
            </p>
            <PatientFacts of={patient} />
          </div>
        ))}
        <p>
          <PhoneLink
            of={entry}
            className="inline-flex min-h-11 items-center font-bold whitespace-nowrap sm:min-h-6"
          />
        </p>
        {language && <p className="text-sm font-bold">{ENGLISH_NAMES[language]}</p>}
      </div>
      <div className="min-w-0">
        <p>{shownWhen}</p>
        <p className="text-sm text-muted wrap-break-word">
          {treatment}
          {doctor && `, ${doctor}`}
        </p>
        {facts}
        {canChange && family && (
          <Link
            to={changePage({ id: family }, _id)}
            aria-label={`Move or cancel the appointment of ${joinNames(patients.map(identify))}`}
            className={LINK}
          >
            Move or cancel
          </Link>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2 sm:justify-end">{children}</div>
    </div>
  )
}
