import * as z from 'zod/mini'
import { formatWireDate } from '../dates.ts'

/** The child of an appointment, for staff: its age that day, '4 years', and who booked. */
export const bookedChild = z.object({
  _id: z.string(),
  /** As the appointment says it: `2021-06-05`. */
  birthDate: z.string(),
  age: z.string(),
  bookedBy: z.string(),
})
type BookedChild = z.infer<typeof bookedChild>

/** How every answer for staff names a patient, so that two of one name are told apart. */
export const shownPatient = {
  /** The child, or else the account holder or the family without an account. */
  patientName: z.string(),
  child: z.optional(bookedChild),
}

/** A patient as staff see one: docs/requirements.md#patients-at-the-desk. */
export interface ShownPatient {
  patientName: string
  child?: BookedChild | undefined
}

/** What tells two patients of one name apart. */
interface NamedPatient {
  patientName: string
  child?: Pick<BookedChild, 'birthDate' | 'bookedBy'> | undefined
}

/** The guardian's surname where a child's name has none; undefined otherwise. */
export function missingSurname(name: string, guardian: string): string | undefined {
  const words = guardian.trim().split(/\s+/)
  return name.trim().includes(' ') || words.length < 2 ? undefined : words.at(-1)
}

/** 'Mia Parker', with the guardian's surname where the child's name has none. */
export function fullNameOf({ patientName, child }: NamedPatient): string {
  const surname = child && missingSurname(patientName, child.bookedBy)
  return surname ? `${patientName} ${surname}` : patientName
}

/** 'Mia Parker, born Jun 5, 2021'; guardians have no birth date here. */
export function describePatient(patient: NamedPatient): string {
  return describeChild({ name: fullNameOf(patient), birthDate: patient.child?.birthDate })
}

/** 'Mia Parker, born Jun 5, 2021' */
export function describeChild({
  name,
  birthDate,
}: {
  name: string
  birthDate?: string | null | undefined
}): string {
  return birthDate ? `${name}, born ${formatWireDate(birthDate)}` : name
}

/** 'born Jun 5, 2021, 5 years, booked by Paula Parent', as it stands under the child's name. */
export function describeBookedChild({
  birthDate,
  age,
  bookedBy,
}: Pick<BookedChild, 'birthDate' | 'age' | 'bookedBy'>): string {
  return `born ${formatWireDate(birthDate)}, ${age}, booked by ${bookedBy}`
}
