import { v7 as uuidv7 } from 'uuid'
import type { EventData } from '#contract/audit/events.ts'
import type { IsoDate } from '#contract/dates.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import { MOST_CHILDREN } from '#contract/guardians/children.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type ChildRow,
  correctChild,
  countChildren,
  deleteChild,
  findGuardedChild,
  type GuardedChild,
  hasAppointments,
  hasUpcomingAppointment,
  insertChild,
  listGuardians,
  listNamesakes,
  updateChild,
} from '#drizzle/queries/guardians/children.ts'

/** The user who changes a child, and the time. */
export interface Change {
  /** The guardian's uid. */
  uid: string
  now: Date
  /** Today at the clinic. */
  today: IsoDate
  minute: number
}

interface Details {
  name: string
  birthDate: IsoDate
}

/** Why a child is not saved: docs/requirements.md#children. */
export type ChildRefusal =
  /** The same child exists: on the user's list, in their archive, or on another guardian's list. */
  | { outcome: 'same_child'; place: 'list' | 'archive' | 'other' }
  | { outcome: 'too_many_children' }
  | { outcome: 'not_born' }
  | { outcome: 'adult' }

/** Adds a child with the user as guardian and owner. */
export function addChild(
  db: Transaction,
  { name, birthDate }: Details,
  { uid, now, today }: Change,
): { outcome: 'added'; added: GuardedChild } | ChildRefusal {
  const refusal = findAgeRefusal({ birthDate }, today)
  if (refusal) return refusal
  const same = listNamesakes(db, uid, { name, birthDate })
  if (same.length > 0) {
    const isOnList = same.some(({ archivedAt }) => archivedAt === null)
    return { outcome: 'same_child', place: isOnList ? 'list' : 'archive' }
  }
  if (countChildren(db, uid) >= MOST_CHILDREN) return { outcome: 'too_many_children' }
  const row = { id: uuidv7(), name, birthDate, createdBy: uid, createdAt: now }
  const added = insertChild(db, row)
  appendEvent(db, { kind: 'child.added', actor: uid, subject: row.id }, now)
  return { outcome: 'added', added }
}

/** Changes a child, archives or restores it; for owners only. Saving unchanged values changes nothing. */
export function changeChild(
  db: Transaction,
  { id, archived, ...details }: Details & { id: string; archived: boolean },
  change: Change,
):
  | { outcome: 'changed'; changed: GuardedChild }
  | { outcome: 'unknown_child' | 'not_owner' | 'has_appointments' }
  | ChildRefusal {
  const { uid, now } = change
  const found = findGuardedChild(db, { id, uid })
  if (!found) return { outcome: 'unknown_child' }
  if (!found.guardianship.isOwner) return { outcome: 'not_owner' }
  const fields = changedFields(found.child, { archived, ...details })
  if (fields.length === 0) return { outcome: 'changed', changed: found }
  if (archived && fields.includes('archived') && hasUpcomingAppointment(db, id, change.today)) {
    return { outcome: 'has_appointments' }
  }
  // An archived child may be an adult by now, but its birth date must stay valid.
  const allowsAnyAge = archived && !fields.includes('birthDate')
  const refusal = allowsAnyAge ? undefined : findAgeRefusal(details, change.today)
  if (refusal) return refusal
  const guardians = listGuardians(db, id).map((one) => one.uid)
  // No guardian may have the same child twice.
  const twice = guardians.filter((one) => !archived && findNamesake(db, one, { id, ...details }))
  if (twice.length > 0) {
    return { outcome: 'same_child', place: twice.includes(uid) ? 'list' : 'other' }
  }
  const isRestored = !archived && fields.includes('archived')
  if (isRestored && guardians.some((one) => countChildren(db, one) >= MOST_CHILDREN)) {
    return { outcome: 'too_many_children' }
  }
  const archivedAt = archived ? (found.child.archivedAt ?? now) : null
  const wanted = { ...details, archivedAt }
  const child = correctChild(db, id, wanted, { actor: uid, now, moment: change })
  appendChange(db, { actor: uid, subject: id }, { fields, archived }, now)
  return { outcome: 'changed', changed: { ...found, child } }
}

/** Writes the events of a changed child. */
export function appendChange(
  db: Transaction,
  event: { actor: string; subject: string },
  { fields, archived }: { fields: readonly ChildField[]; archived: boolean },
  now: Date,
): void {
  const isArchived = archived && fields.includes('archived')
  const updated = fields.filter((field) => !isArchived || field !== 'archived')
  if (updated.length > 0) {
    appendEvent(db, { kind: 'child.updated', ...event, data: { fields: updated } }, now)
  }
  if (isArchived) {
    appendEvent(db, { kind: 'child.archived', ...event, data: { deleted: false } }, now)
  }
}

/**
 * Removes a child from the list: archives it if it has had appointments or has other guardians, deletes it
 * otherwise.
 */
export function removeChild(
  db: Transaction,
  id: string,
  { uid, now, today }: Change,
): 'deleted' | 'archived' | 'unknown_child' | 'not_owner' | 'has_appointments' {
  const found = findGuardedChild(db, { id, uid })
  if (!found) return 'unknown_child'
  if (!found.guardianship.isOwner) return 'not_owner'
  if (found.child.archivedAt !== null) return 'archived'
  if (hasUpcomingAppointment(db, id, today)) return 'has_appointments'
  const isKept = listGuardians(db, id).length > 1 || hasAppointments(db, id)
  if (isKept) updateChild(db, id, { archivedAt: now })
  else deleteChild(db, id)
  const data = { deleted: !isKept }
  appendEvent(db, { kind: 'child.archived', actor: uid, subject: id, data }, now)
  return isKept ? 'archived' : 'deleted'
}

type ChildField = EventData<'child.updated'>['fields'][number]

/** The fields of a child that the change would change. */
export function changedFields(
  { name, birthDate, archivedAt }: ChildRow,
  wanted: Details & { archived: boolean },
): ChildField[] {
  const fields: ChildField[] = []
  if (name !== wanted.name) fields.push('name')
  if (birthDate !== wanted.birthDate) fields.push('birthDate')
  if ((archivedAt !== null) !== wanted.archived) fields.push('archived')
  return fields
}

/** Why a child with that birth date cannot have guardians. */
export function findAgeRefusal(
  { birthDate }: Pick<Details, 'birthDate'>,
  today: IsoDate,
): { outcome: 'not_born' | 'adult' } | undefined {
  if (birthDate > today) return { outcome: 'not_born' }
  return isAdultOn(birthDate, today) ? { outcome: 'adult' } : undefined
}

/** The user's other active child with that name and birth date. */
export function findNamesake(
  db: Database,
  uid: string,
  child: Details & { id?: string },
): ChildRow | undefined {
  return listNamesakes(db, uid, child).find(({ archivedAt }) => archivedAt === null)
}
