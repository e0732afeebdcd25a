import { createContext, useContext } from 'react'
import { formatWireDate } from '#contract/dates.ts'
import { describePatient, fullNameOf, missingSurname } from '#contract/patients/patients.ts'
import { initialsOf } from '#web/desk/appointments/agenda-order.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { keyOf } from './same-names.ts'

interface Patient {
  patientName: string
  child?: { birthDate: string; bookedBy: string; age?: string } | undefined
  /** Of the appointment. */
  date?: string
}

/**
 * Names that occur more than once in a list of whole days, as keys of `keyOf`; null where patients are not
 * compared by day.
 */
export const SameNamesContext = createContext<ReadonlySet<string> | null>(null)

/** Whether another patient of the day has that first name; undefined where days are not compared. */
function useIsAlike(): (patient: Patient) => boolean | undefined {
  const names = useContext(SameNamesContext)
  return ({ patientName, date }) => names?.has(keyOf({ patientName, date: date ?? '' }))
}

/** A child of a family as a patient. @param family the guardian's name */
export function asPatient(
  { name, birthDate }: { name: string; birthDate: string },
  family: string,
): Patient {
  return { patientName: name, child: { birthDate, bookedBy: family } }
}

/** Distinguishes patients with the same first name. */
const MARK = 'rounded-full bg-honey px-2 text-xs font-bold whitespace-nowrap'

interface PatientNameProps {
  of: Patient
  /** Whether it follows the name; by default if another patient of the day has the first name. */
  birthDate?: 'always' | 'alike' | 'never'
}

/**
 * A patient wherever staff see one: docs/requirements.md#patients-at-the-desk. Initials only, where others
 * can see the screen.
 */
export function PatientName({ of: patient, birthDate = 'alike' }: PatientNameProps) {
  const isPrivate = usePrivacy()
  const isAlike = useIsAlike()(patient)
  const { patientName, child } = patient
  const isBorn = birthDate === 'always' || (birthDate === 'alike' && isAlike)
  if (isPrivate) return <bdi>{initialsOf(patientName)}</bdi>
  const surname = child && missingSurname(patientName, child.bookedBy)
  const born = child && `born ${formatWireDate(child.birthDate)}`
  return (
    <bdi title={born}>
      {patientName}
      {surname && (
        <>
          {' '}
          <span className="font-normal text-muted">{surname}</span>
        </>
      )}
      {isBorn && born && (
        <>
          {', '}
          <span className={isAlike ? MARK : 'font-normal text-muted'}>{born}</span>
        </>
      )}
    </bdi>
  )
}

/**
 * Birth date, unless it stands beside the name already, age and booker, below a child's name; nothing for
 * others, and for initials.
 */
export function PatientFacts({ of: patient }: { of: Patient }) {
  const isPrivate = usePrivacy()
  const isAlike = useIsAlike()(patient)
  const { child } = patient
  if (!child || isPrivate) return null
  const facts = isAlike ? describeBooker(child) : describeFacts(child)
  return <p className="text-sm text-muted wrap-anywhere">{facts}</p>
}

/** 'born Jun 5, 2021, 5 years, booked by Paula Parent' */
export const describeFacts = (child: NonNullable<Patient['child']>) =>
  `born ${formatWireDate(child.birthDate)}, ${describeBooker(child)}`

function describeBooker({ age, bookedBy }: NonNullable<Patient['child']>): string {
  return age === undefined ? `family of ${bookedBy}` : `${age}, booked by ${bookedBy}`
}

/** The same as text for a label or a toast. */
interface PatientTexts {
  /** 'Mia Parker'; with the birth date where the day has another Mia, or where days are not compared. */
  nameOf: (patient: Patient) => string
  /** 'Mia Parker, born Jun 5, 2021' */
  identify: (patient: Patient) => string
  /** Whether another patient of the day has that first name. */
  isAlike: (patient: Patient) => boolean
}

/** 'Mia Parker, born Jun 5, 2021', or initials. */
export function describeFor(patient: Patient, isPrivate: boolean): string {
  return isPrivate ? initialsOf(patient.patientName) : describePatient(patient)
}

export function usePatientTexts(): PatientTexts {
  const isPrivate = usePrivacy()
  const isAlike = useIsAlike()
  const identify = (patient: Patient) => describeFor(patient, isPrivate)
  return {
    identify,
    isAlike: (patient) => isAlike(patient) === true,
    nameOf: (patient) =>
      isPrivate || isAlike(patient) !== false ? identify(patient) : fullNameOf(patient),
  }
}

/** Marks an adult whose first name another patient of the day has; a child has its birth date instead. */
export function SameName({ of: patient }: { of: Patient }) {
  const isAlike = useIsAlike()(patient)
  if (!isAlike || patient.child) return null
  return (
    <>
      {' '}
      <span title="Same name today" className={MARK}>
        Same name
      </span>
    </>
  )
}
