import type { Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  deleteChild,
  deleteGuardian,
  hasAppointments,
  listChildren,
  listDeskChildren,
  listGuardians,
  updateChild,
  updateGuardian,
} from '#drizzle/queries/guardians/children.ts'
import { endTicketsOfChild } from '../next-visits/end-tickets.ts'
import { changedRights } from './guardians.ts'

/**
 * Prepares the removal of an account. Of children that it owns alone, the longest-standing guardian becomes
 * the owner. Children without other guardians are deleted, or archived if they had appointments. Each child
 * gets its events.
 */
export function leaveChildren(db: Transaction, uid: string, { actor, now }: ChangedBy): void {
  for (const { child, guardianship } of listChildren(db, uid)) {
    const about = { actor, subject: child.id }
    const others = listGuardians(db, child.id).filter((other) => other.uid !== uid)
    const [heir] = others
    if (heir) {
      if (guardianship.isOwner && !others.some(({ isOwner }) => isOwner)) {
        const rights = { ...heir, isOwner: true, mayBook: true, mayPay: true }
        updateGuardian(db, heir, rights)
        const data = { uid: heir.uid, fields: changedRights(heir, rights) }
        appendEvent(db, { kind: 'guardian.updated', ...about, data }, now)
      }
      appendEvent(db, { kind: 'guardian.revoked', ...about, data: { uid } }, now)
    } else {
      const deleted = forgetChild(db, child, now)
      appendEvent(db, { kind: 'child.archived', ...about, data: { deleted } }, now)
    }
    deleteGuardian(db, { childId: child.id, uid })
  }
}

/**
 * Deletes or archives the children without guardians of the families linked to an account, before those
 * families are deleted.
 */
export function forgetDeskChildren(db: Transaction, deskFamilyId: string, now: Date): void {
  for (const child of listDeskChildren(db, deskFamilyId)) {
    if (listGuardians(db, child.id).length === 0) forgetChild(db, child, now)
  }
}

/**
 * Deletes a child that never had an appointment, and archives others.
 * @returns whether it was deleted
 */
function forgetChild(
  db: Transaction,
  { id, archivedAt }: { id: string; archivedAt: Date | null },
  now: Date,
): boolean {
  const isUnknown = !hasAppointments(db, id)
  if (isUnknown) {
    deleteChild(db, id)
  } else {
    updateChild(db, id, { archivedAt: archivedAt ?? now })
    endTicketsOfChild(db, id, now)
  }
  return isUnknown
}
