import type { FamilyChild } from '#contract/families/families.ts'
import type { ChildAlert } from '#contract/front-desk/alerts.ts'
import type { Child } from '#contract/guardians/children.ts'
import type {
  Guardian,
  GuardianList,
  ReceivedInvitation,
  SentInvitation,
} from '#contract/guardians/guardians.ts'
import type { KnownGuardians } from '#domain/guardians/guardians.ts'
import { type ReceivedRow, stateOf } from '#domain/guardians/invitations.ts'
import type { Database } from '#drizzle/client.ts'
import { type AlertRow, alertsOf } from '#drizzle/queries/front-desk/alerts.ts'
import type { FamilyRow } from '#drizzle/queries/front-desk/families.ts'
import {
  type ChildRow,
  type GuardedChild,
  type GuardianshipRow,
  listChildren,
  listDeskChildren,
  listGuardians,
} from '#drizzle/queries/guardians/children.ts'
import {
  type InvitationRow,
  listPendingInvitations,
} from '#drizzle/queries/guardians/invitations.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { toNamed } from './with-id.ts'

type Rights = Pick<GuardianshipRow, 'isOwner' | 'mayBook' | 'mayPay' | 'receivesEmail'>

/** Staff may do everything for children without guardians. */
const RIGHTS_OF_STAFF: Rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }

const rightsOf = ({ isOwner, mayBook, mayPay, receivesEmail }: Rights): Rights => ({
  isOwner,
  mayBook,
  mayPay,
  receivesEmail,
})

/** A child as one of its guardians sees it. */
export function toChild({ child, guardianship }: GuardedChild): Child {
  return withRights(child, guardianship)
}

function withRights({ id, name, birthDate, archivedAt }: ChildRow, rights: Rights): Child {
  return { _id: id, name, birthDate, archived: archivedAt !== null, ...rightsOf(rights) }
}

/** The guardians of a child and the invitations that wait, as one of its guardians sees them. */
export function toGuardianList(
  db: Database,
  { viewer, guardians, invitations }: KnownGuardians,
  now: Date,
): GuardianList {
  return {
    guardians: guardians.map((row) => toGuardian(db, row, viewer)),
    invitations: invitations.map((row) => toSentInvitation(db, row, now)),
  }
}

/** A guardian as another one sees them; the email is for owners. */
export function toGuardian(
  db: Database,
  guardian: GuardianshipRow,
  viewer: Pick<GuardianshipRow, 'uid' | 'isOwner'>,
): Guardian {
  const { uid } = guardian
  const user = findUser(db, uid)
  return {
    _id: uid,
    name: user?.name ?? '',
    ...(viewer.isOwner && { email: user?.email }),
    isYou: uid === viewer.uid,
    ...rightsOf(guardian),
  }
}

/** The children of a family as staff see them: an account guards them, or the desk knows them. */
export function toFamilyChildren(
  db: Database,
  { uid, deskFamilyId }: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
  now: Date,
): FamilyChild[] {
  const known = deskFamilyId === null ? [] : listDeskChildren(db, deskFamilyId)
  const children =
    uid === null
      ? known.map((child) => withRights(child, RIGHTS_OF_STAFF))
      : listChildren(db, uid).map(toChild)
  const alerts = alertsOf(
    db,
    children.map(({ _id }) => _id),
  )
  return children.map((child) => ({
    ...child,
    alerts: (alerts.get(child._id) ?? []).map(toChildAlert),
    guardians: toKnownGuardians(db, child._id),
    invitations: toOpenInvitations(db, child._id, now),
  }))
}

function toKnownGuardians(db: Database, childId: string): FamilyChild['guardians'] {
  return listGuardians(db, childId).map((guardian) => {
    const { uid: _id } = guardian
    const { name = '', email = '' } = findUser(db, _id) ?? {}
    return { _id, name, email, ...rightsOf(guardian) }
  })
}

function toOpenInvitations(db: Database, childId: string, now: Date): SentInvitation[] {
  return listPendingInvitations(db, childId)
    .map((row) => toSentInvitation(db, row, now))
    .filter(({ state }) => state === 'open')
}

/** An invitation as owners of its children see it. */
export function toSentInvitation(db: Database, row: InvitationRow, now: Date): SentInvitation {
  const { id: _id, email, mayBook, mayPay, receivesEmail, expiresAt } = row
  const rights = { mayBook, mayPay, receivesEmail }
  return { _id, email, ...rights, state: stateOf(db, row, now), until: expiresAt.toISOString() }
}

/** An invitation as the user with its address sees it. */
export function toReceivedInvitation(
  db: Database,
  { row, state, joining, bookable }: ReceivedRow,
): ReceivedInvitation {
  const { id: _id, mayBook, mayPay, receivesEmail, expiresAt } = row
  return {
    _id,
    inviterEmail: findUser(db, row.invitedBy)?.email ?? '',
    children: joining.map(({ child }) => toNamed(child)),
    merges: joining.flatMap(({ same }) => (same?.isOnlyTheirs ? toNamed(same.own) : [])),
    bookable: bookable.map(toNamed),
    mayBook,
    mayPay,
    receivesEmail,
    state,
    until: expiresAt.toISOString(),
  }
}

/** An alert as staff see it. */
export function toChildAlert({ alert, writtenByName }: AlertRow): ChildAlert {
  const { id, version, kind, text, writtenAt } = alert
  return { _id: id, version, kind, text, by: writtenByName, at: writtenAt.toISOString() }
}
