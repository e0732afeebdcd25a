import { v7 as uuidv7 } from 'uuid'
import { overlaps } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { FamilyChildChange } from '#contract/families/families.ts'
import { MOST_CHILDREN } from '#contract/guardians/children.ts'
import { notifyFamily, notifyFormerGuardians } from '#domain/notifications/notify-family.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listPersonOnDay,
  changePatient as updatePatient,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { type FamilyRow, findFamily } from '#drizzle/queries/front-desk/families.ts'
import {
  type ChildRow,
  correctChild,
  hasUpcomingAppointment,
  insertChild,
  insertDeskChild,
  isNamesakeOf,
  listChildren,
  listDeskChildren,
  listGuardians,
} from '#drizzle/queries/guardians/children.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { type AgeObstacle, findAgeObstacle } from '../booking/book-appointment.ts'
import { findChildToBook } from '../guardians/child-to-book.ts'
import {
  appendChange,
  type ChildRefusal,
  changedFields,
  findAgeRefusal,
} from '../guardians/children.ts'
import { closeTicketFor, reopenTicketOf } from '../next-visits/end-tickets.ts'
import { addReminders } from '../notifications/reminders.ts'
import { endEntriesAfterPatientChange } from '../waitlist/entries/entries.ts'

// The children of a family, as staff manage them: docs/requirements.md#children-at-the-desk.

interface Desk extends ChangedBy {
  moment: ClinicMoment
}

interface Details {
  name: string
  birthDate: IsoDate
}

/** A family's children, archived ones at the end. */
function listFamilyChildren(
  db: Database,
  { uid, deskFamilyId }: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
): ChildRow[] {
  if (uid !== null) return listChildren(db, uid).map(({ child }) => child)
  return deskFamilyId === null ? [] : listDeskChildren(db, deskFamilyId)
}

function hasMostChildren(db: Database, family: FamilyRow): boolean {
  const live = listFamilyChildren(db, family).filter(({ archivedAt }) => archivedAt === null)
  return live.length >= MOST_CHILDREN
}

type SavedChild = { outcome: 'done'; child: ChildRow } | { outcome: 'no_family' } | ChildRefusal

/** Adds a child to a family; its account owns the child. */
export function addFamilyChild(
  db: Transaction,
  { family: id, name, birthDate }: Details & { family: string },
  { actor, now, moment }: Desk,
): SavedChild {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'no_family' }
  const refusal = findAgeRefusal({ birthDate }, moment.today)
  if (refusal) return refusal
  const same = listFamilyChildren(db, family).find(isNamesakeOf({ name, birthDate }))
  if (same) return { outcome: 'same_child', place: same.archivedAt ? 'archive' : 'list' }
  if (hasMostChildren(db, family)) return { outcome: 'too_many_children' }
  const row = { id: uuidv7(), name, birthDate, createdAt: now }
  const { uid, deskFamilyId } = family
  const child =
    uid !== null
      ? insertChild(db, { ...row, createdBy: actor }, uid).child
      : insertDeskChild(db, { ...row, createdBy: actor, deskFamilyId: deskFamilyId ?? id })
  appendEvent(db, { kind: 'child.added', actor, subject: child.id }, now)
  return { outcome: 'done', child }
}

/**
 * Corrects name and birth date of a family's child, archives it or restores it. Records the old and new
 * value; upcoming appointments take the new one.
 */
export function changeFamilyChild(
  db: Transaction,
  {
    family: id,
    child: childId,
    seen,
    archived,
    ...details
  }: Details & Pick<FamilyChildChange, 'archived' | 'seen'> & { family: string; child: string },
  { actor, now, moment }: Desk,
): SavedChild | { outcome: 'unknown_child' | 'stale' | 'has_appointments' } {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'no_family' }
  const child = listFamilyChildren(db, family).find((one) => one.id === childId)
  if (!child) return { outcome: 'unknown_child' }
  const isArchived = child.archivedAt !== null
  const fields = changedFields(child, { archived, ...details })
  if (fields.length === 0) return { outcome: 'done', child }
  const isSeen =
    seen.name === child.name && seen.birthDate === child.birthDate && seen.archived === isArchived
  if (!isSeen) return { outcome: 'stale' }
  if (archived && !isArchived && hasUpcomingAppointment(db, childId, moment.today)) {
    return { outcome: 'has_appointments' }
  }
  const ageRefusal =
    !archived || fields.includes('birthDate') ? findAgeRefusal(details, moment.today) : undefined
  if (ageRefusal) return ageRefusal
  const families = familiesOf(db, family, childId)
  const isSame = isNamesakeOf({ id: childId, ...details })
  const isTwice = (one: FamilyRow) =>
    listFamilyChildren(db, one).some((other) => isSame(other) && !other.archivedAt)
  const twice = archived ? undefined : families.find(isTwice)
  if (twice) return { outcome: 'same_child', place: twice.uid === family.uid ? 'list' : 'other' }
  if (isArchived && !archived && families.some((one) => hasMostChildren(db, one))) {
    return { outcome: 'too_many_children' }
  }
  const archivedAt = archived ? (child.archivedAt ?? now) : null
  const changed = correctChild(db, childId, { ...details, archivedAt }, { actor, now, moment })
  appendChange(db, { actor, subject: childId }, { fields, archived }, now)
  return { outcome: 'done', child: changed }
}

/** The family, and the accounts of the child's other guardians. */
function familiesOf(db: Database, family: FamilyRow, childId: string): FamilyRow[] {
  const others = listGuardians(db, childId)
    .filter(({ uid }) => uid !== family.uid)
    .flatMap(({ uid }) => findFamily(db, uid) ?? [])
  return [family, ...others]
}

type PatientOutcome =
  | { outcome: 'done'; row: AppointmentRow }
  | { outcome: 'not_found' | 'unknown_child' }
  | { outcome: 'stale' | 'not_expected' | 'already_booked' }
  | AgeObstacle

/**
 * Changes for which patient an expected appointment of a family is: one of its children, or the guardian.
 * Emails the family, and guardians who can no longer see it; doctor, time, price and payment stay.
 */
export function changePatient(
  db: Transaction,
  wanted: {
    family: string
    appointment: string
    version: number
    child: string | null
    reason?: string | undefined
  },
  { actor, now, moment }: Desk,
): PatientOutcome {
  const family = findFamily(db, wanted.family)
  const row = family && findAppointment(db, wanted.appointment)
  const isTheirs =
    row && (family.uid !== null ? row.patientUid === family.uid : row.deskFamilyId === family.id)
  if (!isTheirs) return { outcome: 'not_found' }
  // A repeated call: nothing to change.
  if (row.childId === wanted.child) return { outcome: 'done', row }
  if (row.version !== wanted.version) return { outcome: 'stale' }
  if (row.status !== 'booked' || row.attendance !== 'expected') return { outcome: 'not_expected' }

  const found = wanted.child === null ? undefined : findChildToBook(db, family, wanted.child)
  if (found && 'outcome' in found) return { outcome: 'unknown_child' }
  const child = found?.child ?? null
  const treatment = currentSchedule(db).treatments.find(({ id }) => id === row.treatmentId)
  const age = child && treatment ? findAgeObstacle(child, row.date, treatment) : undefined
  const reason = wanted.reason || null
  if (age && !(age.outcome === 'age_limit' && reason)) return age

  const person = child?.id ?? family.id
  const own = listPersonOnDay(db, { person, date: row.date })
  const isTaken = own.some(
    (other) =>
      other.id !== row.id && (other.treatmentId === row.treatmentId || overlaps(other, row)),
  )
  if (isTaken) return { outcome: 'already_booked' }

  const { overrideReason } = row
  const changed = updatePatient(db, row, {
    childId: child?.id ?? null,
    childName: child?.name ?? null,
    childBirthDate: child?.birthDate ?? null,
    overrideReason: age ? reason : overrideReason,
  })
  if (!changed) throw new Error('An appointment changed within its transaction.')
  const data = {
    childId: changed.childId,
    fromChildId: row.childId,
    ...(age && ({ otherAge: true } as const)),
  }
  appendEvent(db, { kind: 'appointment.patient_changed', actor, subject: row.id, data }, now)
  notifyFormerGuardians(db, row, now)
  notifyFamily(db, row.id, { kind: 'patient_changed', data: { fromChildId: row.childId } }, now)
  addReminders(db, changed, now, moment)
  endEntriesAfterPatientChange(db, row.id, now)
  reopenTicketOf(db, row.id, { reason: 'other_patient', actor }, now)
  closeTicketFor(db, changed, { actor }, now)
  return { outcome: 'done', row: changed }
}
