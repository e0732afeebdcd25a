import * as z from 'zod/mini'
import * as patients from '#words/en/families/patients.ts'
import type { Words } from '#words/every-language.ts'
import { type Formats, formats } from '../formats/formats.ts'

/** The child of an appointment, for staff: its age on that day ('4 years') and its booker. */
const bookedChild = z.object({
  _id: z.string(),
  /** As recorded in the appointment: `2021-06-05`. */
  birthDate: z.string(),
  age: z.string(),
  bookedBy: z.string(),
})
type BookedChild = z.infer<typeof bookedChild>

/** The fields with which every answer for staff names a patient, to tell patients of the same name apart. */
export const shownPatient = {
  /** The child, the account holder, or the family without an account. */
  patientName: z.string(),
  child: z.optional(bookedChild),
}

/** A patient as staff see one: docs/requirements.md#patients-at-the-desk. */
export interface ShownPatient {
  patientName: string
  child?: BookedChild | undefined
}

/** The facts that tell patients of the same name apart. */
interface NamedPatient {
  patientName: string
  child?: Pick<BookedChild, 'birthDate' | 'bookedBy'> | undefined
}

/** The guardian's surname if the child's name has none; undefined otherwise. */
export function missingSurname(name: string, guardian: string): string | undefined {
  const words = guardian.trim().split(/\s+/)
  return name.trim().includes(' ') || words.length < 2 ? undefined : words.at(-1)
}

/** 'Mia Parker': the name, with the guardian's surname if it has none of its own. */
export function fullNameOf({ patientName, child }: NamedPatient): string {
  const surname = child && missingSurname(patientName, child.bookedBy)
  return surname ? `${patientName} ${surname}` : patientName
}

/** 'Mia Parker, born Jun 5, 2021'; without a birth date for guardians. */
export function describePatient(patient: NamedPatient): string {
  return describeChild({ name: fullNameOf(patient), birthDate: patient.child?.birthDate })
}

const OWN_SPEECH: { words: Pick<Words, 'patients'>; formats: Formats } = {
  words: { patients },
  formats,
}

/**
 * 'Mia Parker, born Jun 5, 2021'
 * @param own words and formats of the language of the site, unless the server passes another's
 */
export function describeChild(
  { name, birthDate }: { name: string; birthDate?: string | null | undefined },
  own = OWN_SPEECH,
): string {
  return birthDate ? own.words.patients.withBirthDate(name, own.formats.day(birthDate)) : name
}
