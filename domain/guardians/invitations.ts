import { addDays } from 'date-fns/addDays'
import { subDays } from 'date-fns/subDays'
import { v7 as uuidv7 } from 'uuid'
import type { IsoDate } from '#contract/dates.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import { isBookable, MOST_CHILDREN, MOST_GUARDIANS } from '#contract/guardians/children.ts'
import {
  INVITATION_DAYS,
  type InvitationState,
  MOST_INVITATIONS,
  type NewInvitation,
} from '#contract/guardians/guardians.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type ChildRow,
  countChildren,
  countGuardians,
  type GuardedChild,
  insertGuardian,
  listChildren,
} from '#drizzle/queries/guardians/children.ts'
import {
  closeInvitation,
  countInvitations,
  findInvitation,
  findJoinable,
  findPendingInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitedIds,
  listJoinable,
  listPendingInvitations,
} from '#drizzle/queries/guardians/invitations.ts'
import { findUser, findUserByEmail, type UserRow } from '#drizzle/queries/identity/users.ts'
import { addNotification, invitedKey } from '#drizzle/queries/notifications/notifications.ts'
import { type Change, findAgeRefusal } from './children.ts'
import { findSameChildren, isMergeInConflict, mergeChild, type SameChild } from './merge-child.ts'

type User = Pick<UserRow, 'uid' | 'email' | 'emailVerified'>

type Today = Omit<Change, 'uid'>

/** Why a person cannot be invited: docs/requirements.md#guardians. */
export type InviteRefusal =
  | {
      outcome:
        | 'unverified'
        | 'unknown_child'
        | 'not_owner'
        | 'yourself'
        | 'already_guardian'
        | 'too_many_invitations'
    }
  | { outcome: 'archived' | 'adult' | 'too_many_guardians'; child: ChildRow }

/**
 * Invites an email address to become a guardian, and writes the email. Revokes an earlier invitation of the
 * same user to that address.
 */
export function invite(
  db: Transaction,
  { children: childIds, email, mayBook, mayPay, receivesEmail }: NewInvitation,
  { user, ...when }: Today & { user: User },
): { outcome: 'invited'; invitation: InvitationRow } | InviteRefusal {
  const { uid } = user
  const { now } = when
  const former = findPendingInvitation(db, { invitedBy: uid, email })
  const refusal = findInviteRefusal(db, { childIds, email, former }, { user, ...when })
  if (refusal) return refusal
  if (former) revoke(db, former, { uid, now })
  const row = insertInvitation(
    db,
    {
      id: uuidv7(),
      invitedBy: uid,
      email,
      mayBook,
      mayPay,
      receivesEmail,
      createdAt: now,
      expiresAt: addDays(now, INVITATION_DAYS),
    },
    childIds,
  )
  const data = { invitationId: row.id }
  for (const subject of childIds) {
    appendEvent(db, { kind: 'guardian.invited', actor: uid, subject, data }, now)
  }
  const dedupeKey = invitedKey(row.id)
  const to = { uid: null, recipient: email, dedupeKey, dueAt: now }
  addNotification(db, { kind: 'guardian_invited', ...to, data }, now)
  return { outcome: 'invited', invitation: row }
}

function findInviteRefusal(
  db: Database,
  wanted: { childIds: readonly string[]; email: string; former: InvitationRow | undefined },
  { user, now, today }: Today & { user: User },
): InviteRefusal | undefined {
  const { childIds, email, former } = wanted
  if (!user.emailVerified) return { outcome: 'unverified' }
  const own = new Map(listChildren(db, user.uid).map((one) => [one.child.id, one]))
  const guarded = childIds.map((id) => own.get(id)).filter((one) => one !== undefined)
  if (guarded.length < childIds.length) return { outcome: 'unknown_child' }
  if (guarded.some(({ guardianship }) => !guardianship.isOwner)) return { outcome: 'not_owner' }
  const children = guarded.map(({ child }) => child)
  const archived = children.find(({ archivedAt }) => archivedAt !== null)
  if (archived) return { outcome: 'archived', child: archived }
  const adult = children.find(({ birthDate }) => isAdultOn(birthDate, today))
  if (adult) return { outcome: 'adult', child: adult }
  if (email === user.email) return { outcome: 'yourself' }
  const invited = findUserByEmail(db, email)
  const theirs = new Set(
    (invited ? listChildren(db, invited.uid) : []).map(({ child }) => child.id),
  )
  const joining = children.filter(({ id }) => !theirs.has(id))
  if (joining.length === 0) return { outcome: 'already_guardian' }
  const guardians = countGuardians(db, childIds)
  const pending = listPendingInvitations(db, childIds).filter(
    ({ invitation: one }) => one.id !== former?.id && one.expiresAt > now,
  )
  const full = joining.find(({ id }) => {
    const others = pending.filter(({ childId }) => childId === id)
    return (guardians.get(id) ?? 0) + others.length >= MOST_GUARDIANS
  })
  if (full) return { outcome: 'too_many_guardians', child: full }
  const sent = countInvitations(db, user.uid, { now, since: subDays(now, 1) })
  // Replaced ones count for a day, because each of them sent an email.
  return sent >= MOST_INVITATIONS ? { outcome: 'too_many_invitations' } : undefined
}

type ReadOutcome =
  | { outcome: 'read'; invitation: ReceivedRow }
  | { outcome: 'unknown_invitation' | 'other_address' | 'unverified' }

/** An invitation as the owner of its address sees it. */
export function readInvitation(
  db: Database,
  id: string,
  { user, ...when }: Today & { user: User },
): ReadOutcome {
  const row = findInvitation(db, id)
  if (!row) return { outcome: 'unknown_invitation' }
  if (row.email !== user.email) return { outcome: 'other_address' }
  if (!user.emailVerified) return { outcome: 'unverified' }
  return { outcome: 'read', invitation: toReceived(db, row, { user, ...when }) }
}

interface AcceptRefusal {
  outcome:
    | 'too_many_children'
    | 'too_many_guardians'
    | 'not_born'
    | 'adult'
    /** The user already has that child, and has not agreed to merge the two. */
    | 'not_agreed'
    /** The user already has that child, and others guard it, too. */
    | 'same_child'
    /** Both children have the same appointment, or overlapping ones. */
    | 'conflict'
  child: ChildRow
}

export type AcceptOutcome = ReadOutcome | AcceptRefusal

/**
 * Makes the user a guardian of each child that an open invitation still offers. An invitation that is not
 * open does not change.
 * @param merges ids of the user's own children that the user agrees to merge
 * @returns the invitation's new state
 */
export function acceptInvitation(
  db: Transaction,
  { id, merges }: { id: string; merges: readonly string[] },
  { user, ...when }: Today & { user: User },
): AcceptOutcome {
  const { uid } = user
  const { now, today } = when
  const found = readInvitation(db, id, { user, ...when })
  if (found.outcome !== 'read' || found.invitation.state !== 'open') return found
  const { row, joining } = found.invitation
  const refusal = findAcceptRefusal(db, joining, { uid, merges, today })
  if (refusal) return refusal
  const { mayBook, mayPay, receivesEmail } = row
  for (const { child, same } of joining) {
    const childId = child.id
    // An owner of the user's own entry owns the merged child: accepting takes no rights away.
    const rights = same ? same.rights : { isOwner: false, mayBook, mayPay, receivesEmail }
    if (same) mergeChild(db, same.own, child, { uid, ...when })
    insertGuardian(db, { childId, uid, ...rights, createdAt: now })
    const event = { actor: uid, subject: childId, data: { invitationId: id } }
    appendEvent(db, { kind: 'guardian.joined', ...event }, now)
  }
  closeInvitation(db, id, { acceptedAt: now })
  return readInvitation(db, id, { user, ...when })
}

interface JoiningChild {
  child: ChildRow
  /** The user's own entry of the same child. */
  same: SameChild | undefined
}

function findAcceptRefusal(
  db: Database,
  joining: readonly JoiningChild[],
  { uid, merges, today }: Pick<Change, 'uid' | 'today'> & { merges: readonly string[] },
): AcceptRefusal | undefined {
  let free = MOST_CHILDREN - countChildren(db, uid)
  const guardians = countGuardians(
    db,
    joining.map(({ child }) => child.id),
  )
  for (const { child, same } of joining) {
    const age = findAgeRefusal(child, today)
    if (age) return { ...age, child }
    if (same && !same.isOnlyTheirs) return { outcome: 'same_child', child }
    if (same && !merges.includes(same.own.id)) return { outcome: 'not_agreed', child }
    if (same && isMergeInConflict(db, same.own, child)) return { outcome: 'conflict', child }
    if ((guardians.get(child.id) ?? 0) >= MOST_GUARDIANS) {
      return { outcome: 'too_many_guardians', child }
    }
    if (!same) free -= 1
    if (free < 0) return { outcome: 'too_many_children', child }
  }
  return undefined
}

/** Withdraws an invitation, for its sender or an owner of one of its children. */
export function withdrawInvitation(
  db: Transaction,
  id: string,
  { uid, now }: Pick<Change, 'uid' | 'now'>,
):
  | { outcome: 'withdrawn'; invitation: InvitationRow }
  | { outcome: 'unknown_invitation' | 'already_accepted' } {
  const row = findInvitation(db, id)
  const mayWithdraw = row?.invitedBy === uid || ownsSome(db, uid, listInvitedIds(db, id))
  if (!row || !mayWithdraw) return { outcome: 'unknown_invitation' }
  if (row.acceptedAt !== null) return { outcome: 'already_accepted' }
  if (row.revokedAt === null) revoke(db, row, { uid, now })
  return { outcome: 'withdrawn', invitation: { ...row, revokedAt: now } }
}

function ownsSome(db: Database, uid: string, childIds: readonly string[]): boolean {
  return listChildren(db, uid).some(
    ({ child, guardianship }) => guardianship.isOwner && childIds.includes(child.id),
  )
}

function revoke(
  db: Transaction,
  { id }: InvitationRow,
  { uid, now }: { uid: string; now: Date },
): void {
  closeInvitation(db, id, { revokedAt: now })
  const data = { invitationId: id }
  for (const subject of listInvitedIds(db, id)) {
    appendEvent(db, { kind: 'guardian.revoked', actor: uid, subject, data }, now)
  }
}

/** An invitation with its state. */
export interface KnownInvitation {
  row: InvitationRow
  state: InvitationState
}

/** The invitations with their states: one statement for all. */
export function readStates(
  db: Database,
  rows: readonly InvitationRow[],
  now: Date,
): KnownInvitation[] {
  const joinable = findJoinable(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    row,
    state: stateOf(row, { isJoinable: joinable.has(row.id), now }),
  }))
}

export function readState(db: Database, row: InvitationRow, now: Date): KnownInvitation {
  const isJoinable = listJoinable(db, row.id).length > 0
  return { row, state: stateOf(row, { isJoinable, now }) }
}

/** The state of an invitation. */
function stateOf(
  row: InvitationRow,
  { isJoinable, now }: { isJoinable: boolean; now: Date },
): InvitationState {
  if (row.acceptedAt !== null) return 'accepted'
  if (row.revokedAt !== null || !isJoinable) return 'revoked'
  return row.expiresAt <= now ? 'expired' : 'open'
}

/** The invitation, with what the invited user can do now. */
export interface ReceivedRow extends KnownInvitation {
  /** Verified email of the sender; null once the account is removed. */
  inviterEmail: string | null
  /** The children that accepting would add. */
  joining: JoiningChild[]
  /** The children of an accepted invitation that the user may book for now. */
  bookable: ChildRow[]
}

function toReceived(
  db: Database,
  row: InvitationRow,
  { user: { uid }, now, today }: Today & { user: User },
): ReceivedRow {
  const joinable = listJoinable(db, row.id)
  const state = stateOf(row, { isJoinable: joinable.length > 0, now })
  const own = listChildren(db, uid)
  const guarded = new Set(own.map(({ child }) => child.id))
  const added = state === 'open' ? joinable.filter(({ id }) => !guarded.has(id)) : []
  const same = findSameChildren(db, added, own)
  const invited = state === 'accepted' ? listInvitedIds(db, row.id) : []
  const inviterEmail = findUser(db, row.invitedBy)?.email ?? null
  return {
    row,
    state,
    inviterEmail,
    joining: added.map((child) => ({ child, same: same.get(child.id) })),
    bookable: own.flatMap((one) =>
      invited.includes(one.child.id) && isBookableBy(one, today) ? one.child : [],
    ),
  }
}

function isBookableBy({ child, guardianship: { mayBook } }: GuardedChild, today: IsoDate): boolean {
  const { birthDate, archivedAt } = child
  return isBookable({ mayBook, archived: archivedAt !== null, birthDate }, today)
}
