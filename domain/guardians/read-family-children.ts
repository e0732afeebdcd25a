import type { Database } from '#drizzle/client.ts'
import { type AlertRow, alertsOf } from '#drizzle/queries/front-desk/alerts.ts'
import type { FamilyRow } from '#drizzle/queries/front-desk/families.ts'
import {
  type ChildRow,
  type GuardedChild,
  listChildren,
  listDeskChildren,
  listNamedGuardians,
  type NamedGuardian,
} from '#drizzle/queries/guardians/children.ts'
import { listPendingInvitations } from '#drizzle/queries/guardians/invitations.ts'
import { type KnownInvitation, readStates } from './invitations.ts'

/** A child of a family as staff see it. */
export interface FamilyChildRow {
  child: ChildRow
  /** The account's rights; null for children of a family without an account. */
  guardianship: GuardedChild['guardianship'] | null
  alerts: readonly AlertRow[]
  guardians: NamedGuardian[]
  /** Open ones. */
  invitations: KnownInvitation[]
}

/** The children that an account guards, or that belong to a family without one; a few statements for all. */
export function readFamilyChildren(
  db: Database,
  { uid, deskFamilyId }: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
  now: Date,
): FamilyChildRow[] {
  const known = uid === null && deskFamilyId !== null ? listDeskChildren(db, deskFamilyId) : []
  const children =
    uid === null ? known.map((child) => ({ child, guardianship: null })) : listChildren(db, uid)
  const ids = children.map(({ child }) => child.id)
  const alerts = alertsOf(db, ids)
  const guardians = Map.groupBy(listNamedGuardians(db, ids), (one) => one.guardianship.childId)
  const pending = listPendingInvitations(db, ids)
  const states = readStates(
    db,
    pending.map(({ invitation }) => invitation),
    now,
  )
  const invitations = Map.groupBy(
    states.map((known, index) => ({ known, childId: pending[index]?.childId })),
    ({ childId }) => childId,
  )
  return children.map((each) => ({
    ...each,
    alerts: alerts.get(each.child.id) ?? [],
    guardians: guardians.get(each.child.id) ?? [],
    invitations: (invitations.get(each.child.id) ?? [])
      .map(({ known }) => known)
      .filter(({ state }) => state === 'open'),
  }))
}
