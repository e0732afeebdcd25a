import { createContext, useContext } from 'react'
import { formatWireDate } from '#contract/dates.ts'
import {
  describeBookedChild,
  describePatient,
  fullNameOf,
  missingSurname,
} from '#contract/patients/patients.ts'
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
 * The names that a list of whole days has more than once, as `keyOf` writes them; null around patients
 * of any day, which are not compared.
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

/** What tells patients of one first name apart. */
const MARK = 'rounded-full bg-honey px-2 text-xs font-bold whitespace-nowrap'

interface PatientNameProps {
  of: Patient
  /** Whether it stands beside the name; by default where the day has another one of that first name. */
  birthDate?: 'always' | 'alike' | 'never'
}

/**
 * A patient wherever staff see one: docs/requirements.md#patients-at-the-desk. Initials alone where
 * others may look at the screen.
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

/** Birth date, age and who booked, below a child's name; nothing for others, and for initials. */
export function PatientFacts({ of: { child } }: { of: { child?: Required<Patient>['child'] } }) {
  const isPrivate = usePrivacy()
  if (!child || isPrivate) return null
  return <p className="text-sm text-muted wrap-anywhere">{describeFacts(child)}</p>
}

function describeFacts({ birthDate, age, bookedBy }: NonNullable<Patient['child']>): string {
  if (age !== undefined) return describeBookedChild({ birthDate, age, bookedBy })
  return `born ${formatWireDate(birthDate)}, family of ${bookedBy}`
}

/** The same in the words of a label or a toast. */
export interface PatientTexts {
  /** 'Mia Parker'; with the birth date where the day has another Mia, or where days are not compared. */
  nameOf: (patient: Patient) => string
  /** 'Mia Parker, born Jun 5, 2021' */
  identify: (patient: Patient) => string
  /** The day has another patient with that first name. */
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

/** Beside an adult of whose first name a day has another patient; a child has the birth date there. */
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
