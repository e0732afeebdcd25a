import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { copyAlerts } from '#drizzle/queries/front-desk/alerts.ts'
import {
  type ChildRow,
  deleteChild,
  findGuardedChild,
  type GuardianshipRow,
  giveAppointments,
  listChildAppointments,
  listGuardians,
} from '#drizzle/queries/guardians/children.ts'
import { copyIdentityChanges } from '#drizzle/queries/identity-changes.ts'
import { type Change, findNamesake } from './children.ts'
import { findConflicts } from './find-conflicts.ts'

/** A user's own child that is the same as another one: docs/requirements.md#guardians. */
interface SameChild {
  own: ChildRow
  /** Whether the user is its only guardian, so that it can be merged. */
  isOnlyTheirs: boolean
  /** The user's rights for it. */
  rights: Pick<GuardianshipRow, 'isOwner' | 'mayBook' | 'mayPay' | 'receivesEmail'>
}

/** The user's own entry for a child; undefined without one. */
export function findSameChild(db: Database, child: ChildRow, uid: string): SameChild | undefined {
  const own = findNamesake(db, uid, child)
  const found = own && findGuardedChild(db, { id: own.id, uid })
  if (!found) return undefined
  const { isOwner, mayBook, mayPay, receivesEmail } = found.guardianship
  const rights = { isOwner, mayBook, mayPay, receivesEmail }
  return { own: found.child, isOnlyTheirs: listGuardians(db, found.child.id).length === 1, rights }
}

/** Whether the child would have an appointment twice, or two at the same time, after the merge. */
export function isMergeInConflict(db: Database, own: ChildRow, child: ChildRow): boolean {
  const [theirs, shared] = [own, child].map(({ id }) => listChildAppointments(db, id))
  return findConflicts(theirs ?? [], shared ?? []).length > 0
}

/**
 * Gives all appointments of a user's own entry to the same child that others guard, and deletes the
 * entry.
 */
export function mergeChild(
  db: Transaction,
  own: ChildRow,
  child: ChildRow,
  { uid, now, today, minute }: Change,
): void {
  const given = giveAppointments(db, own.id, child, { today, minute })
  copyIdentityChanges(db, own.id, child.id)
  copyAlerts(db, own.id, child.id)
  const data = { into: child.id, appointments: given }
  deleteChild(db, own.id)
  appendEvent(db, { kind: 'child.merged', actor: uid, subject: own.id, data }, now)
}
