import type { Database } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { type FamilyRow, listFamilyAppointments } from '#drizzle/queries/front-desk/families.ts'
import type { EntryRow } from '#drizzle/queries/waitlist/waitlist.ts'

/** A family's contact details; empty when unknown. */
export interface Contact {
  phone: string
  address: string
}

type PerhapsContact = { [Field in keyof Contact]?: Contact[Field] | null | undefined }

/** A family's own contact details: from its profile, or its last booking. Never another guardian's. */
function contactOnFile(db: Database, family: FamilyRow): Contact {
  const { phone, address } = family.account ?? {}
  if (phone && address) return { phone, address }
  const [last] = listFamilyAppointments(db, family).toSorted((one, other) =>
    other.id.localeCompare(one.id),
  )
  return firstOf(family, last)
}

/**
 * The contact details of a new entry: the details of the appointment that would move, if the family booked it, or
 * as typed, or on file.
 */
export function contactToWait(
  db: Database,
  family: FamilyRow,
  { present, typed }: { present: AppointmentRow | undefined; typed: PerhapsContact },
): Contact {
  const own = present && isBookedBy(present, family) ? present : undefined
  return firstOf(own, typed, contactOnFile(db, family))
}

/** The contact details for booking an accepted offer, in the name of the family that accepts. */
export function contactToBook(
  db: Database,
  family: FamilyRow,
  { entry, typed }: { entry: EntryRow; typed: PerhapsContact | undefined },
): Contact {
  const own = (entry.uid ?? entry.deskFamilyId) === family.id ? entry : undefined
  return firstOf(typed, own, contactOnFile(db, family))
}

function isBookedBy({ patientUid, deskFamilyId }: AppointmentRow, family: FamilyRow): boolean {
  return (patientUid ?? deskFamilyId) === family.id
}

/** Each field from the first contact that has it. */
function firstOf(...contacts: readonly (PerhapsContact | undefined)[]): Contact {
  const first = (field: keyof Contact) => contacts.find((one) => one?.[field])?.[field] ?? ''
  return { phone: first('phone'), address: first('address') }
}
