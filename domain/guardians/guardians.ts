import type { GuardianField } from '#contract/audit/events.ts'
import type { GuardianChange } from '#contract/guardians/guardians.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  deleteGuardian,
  findGuardedChild,
  type GuardianshipRow,
  listGuardians,
  listNamedGuardians,
  type NamedGuardian,
  updateGuardian,
} from '#drizzle/queries/guardians/children.ts'
import { listPendingInvitations } from '#drizzle/queries/guardians/invitations.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import type { Change } from './children.ts'
import { type KnownInvitation, readStates } from './invitations.ts'

type By = Pick<Change, 'uid' | 'now'>

/** A guardian of a child. */
interface Guarded {
  childId: string
  /** Uid of the guardian concerned. */
  guardian: string
}

/** The guardians and open invitations of a child, as one of its guardians sees them. */
export interface KnownGuardians {
  viewer: GuardianshipRow
  guardians: NamedGuardian[]
  /** For owners only. */
  invitations: KnownInvitation[]
}

/** The guardians of a child, for one of them; undefined for anyone else. */
export function readGuardians(
  db: Database,
  childId: string,
  { uid, now }: { uid: string; now: Date },
): KnownGuardians | undefined {
  const viewer = findGuardedChild(db, { id: childId, uid })?.guardianship
  if (!viewer) return undefined
  const pending = viewer.isOwner ? listPendingInvitations(db, [childId]) : []
  return {
    viewer,
    guardians: listNamedGuardians(db, [childId]),
    invitations: readStates(
      db,
      pending.map(({ invitation }) => invitation),
      now,
    ),
  }
}

type Rights = Pick<GuardianshipRow, 'isOwner' | 'mayBook' | 'mayPay' | 'receivesEmail'>

/** The names of rights in events and emails, and in the database. */
const RIGHTS = [
  ['owner', 'isOwner'],
  ['mayBook', 'mayBook'],
  ['mayPay', 'mayPay'],
  ['receivesEmail', 'receivesEmail'],
] as const satisfies [GuardianField, keyof Rights][]

/** The rights that a change would change. */
export function changedRights(row: Rights, wanted: Rights): GuardianField[] {
  return RIGHTS.flatMap(([field, right]) => (row[right] !== wanted[right] ? field : []))
}

/** The rights that a change would take away. */
function lostRights(row: Rights, wanted: Rights): GuardianField[] {
  return RIGHTS.flatMap(([field, right]) => (row[right] && !wanted[right] ? field : []))
}

type GuardianRefusal = 'unknown_child' | 'unknown_guardian' | 'not_owner' | 'last_owner'

/** Changes a guardian's rights, or makes them an owner; for owners only. */
export function changeGuardian(
  db: Transaction,
  { childId, guardian }: Guarded,
  wanted: GuardianChange,
  { uid, now }: By,
):
  | { outcome: 'changed'; guardian: GuardianshipRow; viewer: GuardianshipRow }
  | { outcome: GuardianRefusal } {
  const found = findPair(db, { childId, guardian }, uid)
  if ('outcome' in found) return found
  const { viewer, target } = found
  if (!viewer.isOwner) return { outcome: 'not_owner' }
  const { isOwner, mayBook, mayPay, receivesEmail } = wanted
  const rights = {
    isOwner,
    mayBook: isOwner || mayBook,
    mayPay: isOwner || mayPay,
    receivesEmail,
  }
  const fields = changedRights(target, rights)
  if (fields.length === 0) return { outcome: 'changed', guardian: target, viewer }
  if (!isOwner && isLastOwner(db, target)) return { outcome: 'last_owner' }
  const changed = updateGuardian(db, { childId, uid: guardian }, rights)
  const event = { actor: uid, subject: childId, data: { uid: guardian, fields } }
  appendEvent(db, { kind: 'guardian.updated', ...event }, now)
  const lost = lostRights(target, rights)
  if (guardian !== uid && lost.length > 0) tellGuardian(db, target, { change: 'lost', lost }, now)
  return { outcome: 'changed', guardian: changed, viewer }
}

/**
 * Removes a guardian from a child: the guardian leaves, or an owner removes them. From the next request on,
 * they have no access to the child and its appointments.
 */
export function removeGuardian(
  db: Transaction,
  { childId, guardian }: Guarded,
  { uid, now }: By,
): { outcome: 'left' | 'removed' | 'only_guardian' | GuardianRefusal } {
  const found = findPair(db, { childId, guardian }, uid)
  if ('outcome' in found) return found
  const { viewer, target } = found
  const isLeaving = guardian === uid
  if (!isLeaving && !viewer.isOwner) return { outcome: 'not_owner' }
  if (listGuardians(db, childId).length === 1) return { outcome: 'only_guardian' }
  if (isLastOwner(db, target)) return { outcome: 'last_owner' }
  deleteGuardian(db, { childId, uid: guardian })
  const event = { actor: uid, subject: childId }
  if (isLeaving) appendEvent(db, { kind: 'guardian.left', ...event }, now)
  else {
    appendEvent(db, { kind: 'guardian.revoked', ...event, data: { uid: guardian } }, now)
    tellGuardian(db, target, { change: 'removed', lost: [] }, now)
  }
  return { outcome: isLeaving ? 'left' : 'removed' }
}

/** Emails a guardian which rights they lost. */
function tellGuardian(
  db: Transaction,
  { childId, uid }: GuardianshipRow,
  what: Omit<NotificationData<'guardian_changed'>, 'childId'>,
  now: Date,
): void {
  const recipient = findUser(db, uid)?.email
  if (recipient === undefined) return
  const dedupeKey = `guardian_changed:${childId}:${uid}:${now.getTime()}`
  const to = { uid, recipient, dedupeKey, dueAt: now }
  addNotification(db, { kind: 'guardian_changed', ...to, data: { childId, ...what } }, now)
}

/** The caller's and the target's guardianships. */
function findPair(
  db: Database,
  { childId, guardian }: Guarded,
  uid: string,
): { viewer: GuardianshipRow; target: GuardianshipRow } | { outcome: GuardianRefusal } {
  const viewer = findGuardedChild(db, { id: childId, uid })?.guardianship
  if (!viewer) return { outcome: 'unknown_child' }
  const target = findGuardedChild(db, { id: childId, uid: guardian })?.guardianship
  return target ? { viewer, target } : { outcome: 'unknown_guardian' }
}

function isLastOwner(db: Database, { childId, uid, isOwner }: GuardianshipRow): boolean {
  const others = listGuardians(db, childId).filter((other) => other.uid !== uid)
  return isOwner && !others.some((other) => other.isOwner)
}
