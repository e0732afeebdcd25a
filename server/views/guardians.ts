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
import type { KnownInvitation, ReceivedRow } from '#domain/guardians/invitations.ts'
import type { FamilyChildRow } from '#domain/guardians/read-family-children.ts'
import type { AlertRow } from '#drizzle/queries/front-desk/alerts.ts'
import type {
  ChildRow,
  GuardedChild,
  GuardianshipRow,
  NamedGuardian,
} from '#drizzle/queries/guardians/children.ts'
import { toNamed } from './with-id.ts'

type Rights = Pick<GuardianshipRow, 'isOwner' | 'mayBook' | 'mayPay' | 'receivesEmail'>

/** Staff have all rights to children without guardians. */
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

/** The guardians and open invitations of a child, as one of its guardians sees them. */
export function toGuardianList({ viewer, guardians, invitations }: KnownGuardians): GuardianList {
  return {
    guardians: guardians.map((guardian) => toGuardian(guardian, viewer)),
    invitations: invitations.map(toSentInvitation),
  }
}

/** A guardian as another guardian sees them; only owners see the email. */
export function toGuardian(
  { guardianship, name, email }: NamedGuardian,
  viewer: Pick<GuardianshipRow, 'uid' | 'isOwner'>,
): Guardian {
  const { uid } = guardianship
  return {
    _id: uid,
    name,
    ...(viewer.isOwner && { email }),
    isYou: uid === viewer.uid,
    ...rightsOf(guardianship),
  }
}

/** A child of a family for staff, with or without an account. */
export function toFamilyChild({
  child,
  guardianship,
  alerts,
  guardians,
  invitations,
}: FamilyChildRow): FamilyChild {
  return {
    ...withRights(child, guardianship ?? RIGHTS_OF_STAFF),
    alerts: alerts.map(toChildAlert),
    guardians: guardians.map(({ guardianship: rights, name, email }) => ({
      _id: rights.uid,
      name,
      email,
      ...rightsOf(rights),
    })),
    invitations: invitations.map(toSentInvitation),
  }
}

/** An invitation as owners of its children see it. */
export function toSentInvitation({ row, state }: KnownInvitation): SentInvitation {
  const { id: _id, email, mayBook, mayPay, receivesEmail, expiresAt } = row
  return { _id, email, mayBook, mayPay, receivesEmail, state, until: expiresAt.toISOString() }
}

/** An invitation as the owner of its address sees it. */
export function toReceivedInvitation({
  row,
  state,
  inviterEmail,
  joining,
  bookable,
}: ReceivedRow): ReceivedInvitation {
  const { id: _id, mayBook, mayPay, receivesEmail, expiresAt } = row
  return {
    _id,
    inviterEmail: inviterEmail ?? '',
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
