import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type ChildRow,
  deleteChild,
  giveAppointments,
  listChildAppointments,
  listGuardians,
} from '#drizzle/queries/families/children.ts'
import { findConflicts } from '../booking/find-conflicts.ts'
import { type Change, findNamesake } from './children.ts'

/** A user's own child that is the same as another one: docs/requirements.md#guardians. */
interface SameChild {
  own: ChildRow
  /** Whether the user is its only guardian, so that it can be merged. */
  isOnlyTheirs: boolean
}

/** The user's own entry for a child; undefined without one. */
export function findSameChild(db: Database, child: ChildRow, uid: string): SameChild | undefined {
  const own = findNamesake(db, uid, child)
  return own && { own, isOnlyTheirs: listGuardians(db, own.id).length === 1 }
}

/** Whether the child would have an appointment twice, or two at the same time, after the merge. */
export function isMergeInConflict(db: Database, own: ChildRow, child: ChildRow): boolean {
  const [theirs, shared] = [own, child].map(({ id }) => listChildAppointments(db, id))
  return findConflicts(theirs ?? [], shared ?? []).length > 0
}

/**
 * Gives all appointments of a user's own entry to the same child that others guard, and deletes the
 * entry. Call it in a write transaction.
 */
export function mergeChild(
  db: Transaction,
  own: ChildRow,
  child: ChildRow,
  { uid, now }: Pick<Change, 'uid' | 'now'>,
): void {
  const data = { into: child.id, appointments: giveAppointments(db, own.id, child) }
  deleteChild(db, own.id)
  appendEvent(db, { kind: 'child.merged', actor: uid, subject: own.id, data }, now)
}
