import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { copyAlerts } from '#drizzle/queries/front-desk/alerts.ts'
import {
  type ChildRow,
  countGuardians,
  deleteChild,
  type GuardedChild,
  type GuardianshipRow,
  giveAppointments,
  isNamesakeOf,
  listChildAppointments,
} from '#drizzle/queries/guardians/children.ts'
import { copyIdentityChanges } from '#drizzle/queries/identity-changes.ts'
import { giveNextVisits } from '../next-visits/end-tickets.ts'
import type { Change } from './children.ts'
import { findConflicts } from './find-conflicts.ts'

/** A user's own entry of a child that another entry describes, too: docs/requirements.md#guardians. */
export interface SameChild {
  own: ChildRow
  /** Whether the user is its only guardian, so that the two can be merged. */
  isOnlyTheirs: boolean
  /** The user's rights on it. */
  rights: Pick<GuardianshipRow, 'isOwner' | 'mayBook' | 'mayPay' | 'receivesEmail'>
}

/**
 * The user's own entries of these children, by the other entry's id; children without one are left out.
 * @param own the user's children
 */
export function findSameChildren(
  db: Database,
  children: readonly ChildRow[],
  own: readonly GuardedChild[],
): ReadonlyMap<string, SameChild> {
  const live = own.filter(({ child }) => child.archivedAt === null)
  const found = children.flatMap((child) => {
    const isSame = isNamesakeOf(child)
    const same = live.find((one) => isSame(one.child))
    return same ? [{ id: child.id, same }] : []
  })
  const guardians = countGuardians(
    db,
    found.map(({ same }) => same.child.id),
  )
  return new Map(
    found.map(({ id, same: { child, guardianship } }) => {
      const { isOwner, mayBook, mayPay, receivesEmail } = guardianship
      const rights = { isOwner, mayBook, mayPay, receivesEmail }
      return [id, { own: child, isOnlyTheirs: guardians.get(child.id) === 1, rights }]
    }),
  )
}

/** Whether the merged child would have overlapping or duplicate appointments. */
export function isMergeInConflict(db: Database, own: ChildRow, child: ChildRow): boolean {
  const [theirs, shared] = [own, child].map(({ id }) => listChildAppointments(db, id))
  return findConflicts(theirs ?? [], shared ?? []).length > 0
}

/**
 * Moves all appointments of a user's own entry to the other entry of the same child, and deletes the former.
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
  giveNextVisits(db, { from: own.id, to: child.id, actor: uid }, now)
  const data = { into: child.id, appointments: given }
  deleteChild(db, own.id)
  appendEvent(db, { kind: 'child.merged', actor: uid, subject: own.id, data }, now)
}
