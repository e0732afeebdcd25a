import { createHash } from 'node:crypto'
import { CLAIM_TRIES, type ClaimRefusal } from '#contract/claims/claims.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { ClaimState } from '#contract/families/family-claim.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { Moment } from '#domain/context.ts'
import { linkByProof } from '#domain/front-desk/family-links.ts'
import { hashOfClaimToken } from '#domain/notifications/content/claim-tokens.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import {
  type ClaimRow,
  findClaim,
  findLatestClaim,
  findUsedClaim,
  listComingAmong,
  markClaimed,
  takeTry,
} from '#drizzle/queries/claims/claims.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { type FamilyRow, findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { findLiveLink } from '#drizzle/queries/front-desk/family-links.ts'
import {
  type ChildRow,
  findGuardedChild,
  listDeskChildren,
  listNamedGuardians,
} from '#drizzle/queries/guardians/children.ts'
import { findPendingInvitation } from '#drizzle/queries/guardians/invitations.ts'
import { findUser, type UserRow } from '#drizzle/queries/identity/users.ts'
import { findSecondGuardian } from '#drizzle/queries/imports/known-people.ts'

// A family of the previous system claims its records: docs/requirements.md#claims.

type DeskFamily = NonNullable<ReturnType<typeof findDeskFamily>>

/** The state of a claim of this family. */
function stateOf(
  { usedAt, replacedAt, triesLeft, expiresAt }: ClaimRow,
  { linkedUid }: DeskFamily,
  now: Date,
): ClaimState {
  if (linkedUid !== null) return 'used'
  // The link that its use made was undone.
  if (usedAt !== null || replacedAt !== null) return 'replaced'
  if (triesLeft === 0) return 'failed'
  return expiresAt <= now ? 'expired' : 'open'
}

/** The last day on which a claim can be used. */
export function lastDayOf(
  { expiresAt }: Pick<ClaimRow, 'expiresAt'>,
  { timeZone }: Pick<ClinicMoment, 'timeZone'>,
): IsoDate {
  return wallClockAt(new Date(expiresAt.getTime() - 1), timeZone).today
}

/** A claim with its state. */
export interface KnownClaim {
  claim: ClaimRow
  state: ClaimState
  until: IsoDate
}

function toKnown(claim: ClaimRow, family: DeskFamily, { now, moment }: Moment): KnownClaim {
  return { claim, state: stateOf(claim, family, now), until: lastDayOf(claim, moment) }
}

/** What a family's page shows to staff: its latest claim, or the one that its account has used. */
export function readFamilyClaim(
  db: Database,
  { uid, deskFamilyId }: FamilyRow,
  when: Moment,
): KnownClaim | null {
  const claim = uid === null ? findLatestClaim(db, deskFamilyId ?? '') : findUsedClaim(db, uid)
  const family = claim && findDeskFamily(db, claim.deskFamilyId)
  return claim && family ? toKnown(claim, family, when) : null
}

/** The guardian that a file names besides the one who claims. */
interface OtherGuardian {
  name: string
  email: string | null
}

/** What a family's account got by the claim and still has. */
export interface ClaimedRows {
  children: ChildRow[]
  appointments: AppointmentRow[]
  other: OtherGuardian | null
}

export interface ReadClaim extends KnownClaim {
  /** Set if the user's account has the family. */
  claimed: ClaimedRows | null
}

/** A claim as the page of its link shows it. @param uid the caller's; undefined without a login */
export function readClaim(
  db: Database,
  { token, uid }: { token: string; uid: string | undefined },
  when: Moment,
): ReadClaim | undefined {
  const claim = findClaim(db, hashOfClaimToken(token))
  const family = claim && findDeskFamily(db, claim.deskFamilyId)
  if (!family) return undefined
  const user = uid === undefined || family.linkedUid !== uid ? undefined : findUser(db, uid)
  const claimed = user ? readClaimed(db, family, { user, ...when }) : null
  return { ...toKnown(claim, family, when), claimed }
}

function readClaimed(
  db: Database,
  family: DeskFamily,
  { user, moment }: Moment & { user: Claimant },
): ClaimedRows {
  const { uid } = user
  const link = findLiveLink(db, family.id)
  const children = (link?.children ?? []).flatMap(({ child, same }) => {
    const found = findGuardedChild(db, { id: same ?? child, uid })?.child
    return found?.archivedAt === null ? found : []
  })
  const appointments = listComingAmong(db, link?.appointments ?? [], { uid, ...moment })
  return { children, appointments, other: findOther(db, family, { user, children }) }
}

/** The guardian to invite; null without one, and once they guard the children or are invited. */
function findOther(
  db: Database,
  family: DeskFamily,
  { user, children }: { user: Claimant; children: readonly ChildRow[] },
): OtherGuardian | null {
  const second = findSecondGuardian(db, family.id)
  if (!second || children.length === 0) return null
  // The second guardian may be the one who claims.
  const { name, email } = second.email === user.email ? family : second
  if (email === null) return { name, email }
  const ids = children.map(({ id }) => id)
  const isGuardian = listNamedGuardians(db, ids).some((guardian) => guardian.email === email)
  const isInvited = findPendingInvitation(db, { invitedBy: user.uid, email }) !== undefined
  return email === user.email || isGuardian || isInvited ? null : { name, email }
}

type Claimant = Pick<UserRow, 'uid' | 'email' | 'emailVerified'>

type ClaimOutcome =
  | { outcome: 'claimed'; claimed: ClaimedRows }
  | { outcome: 'not_found' | 'unverified' | 'staff_account' }
  | { outcome: ClaimRefusal['code']; triesLeft: number }

/**
 * Links a family to the user's account, if the birth date is of one of its children. A wrong one
 * takes a try, once for each wrong date in a row. Repeating a successful claim changes nothing.
 */
export function claimFamily(
  db: Transaction,
  { token, birthDate }: { token: string; birthDate: IsoDate },
  by: Moment & { user: Claimant },
): ClaimOutcome {
  const { user, now } = by
  const claim = findClaim(db, hashOfClaimToken(token))
  const family = claim && findDeskFamily(db, claim.deskFamilyId)
  if (!family) return { outcome: 'not_found' }
  if (!user.emailVerified) return { outcome: 'unverified' }
  if (findUser(db, user.uid)?.role !== 'patient') return { outcome: 'staff_account' }
  if (family.linkedUid === user.uid) {
    return { outcome: 'claimed', claimed: readClaimed(db, family, by) }
  }
  const { id, deskFamilyId, triesLeft } = claim
  const state = stateOf(claim, family, now)
  if (state !== 'open') return { outcome: state, triesLeft }
  const children = listDeskChildren(db, deskFamilyId).filter(({ archivedAt }) => !archivedAt)
  if (children.length === 0) return { outcome: 'no_children', triesLeft }
  if (!children.some((child) => child.birthDate === birthDate)) {
    return refuseDate(db, { claim, birthDate }, by)
  }
  const proposed = { proposedBy: claim.createdBy, proposedAt: claim.createdAt }
  const link = linkByProof(db, { deskFamilyId, proposed }, by)
  if (link.outcome === 'not_found' || link.outcome === 'same_day') {
    return { outcome: 'staff_account' }
  }
  if (link.outcome !== 'confirmed') return { outcome: link.outcome, triesLeft }
  markClaimed(db, { id, uid: user.uid, now })
  const data = { claimId: id, uid: user.uid }
  appendEvent(db, { kind: 'claim.used', actor: user.uid, subject: deskFamilyId, data }, now)
  const linked = { ...family, linkedUid: user.uid }
  return { outcome: 'claimed', claimed: readClaimed(db, linked, by) }
}

function refuseDate(
  db: Transaction,
  { claim, birthDate }: { claim: ClaimRow; birthDate: IsoDate },
  { user, now }: Moment & { user: Claimant },
): ClaimOutcome {
  const wrong = createHash('sha256').update(`${claim.tokenHash}:${birthDate}`).digest('hex')
  const isRepeated = claim.lastWrong === wrong && claim.triesLeft < CLAIM_TRIES
  const triesLeft = isRepeated ? claim.triesLeft : claim.triesLeft - 1
  if (!isRepeated) {
    takeTry(db, claim, wrong)
    const event = { actor: user.uid, subject: claim.deskFamilyId }
    const data = { claimId: claim.id, triesLeft }
    appendEvent(db, { kind: 'claim.failed', ...event, data }, now)
  }
  return { outcome: triesLeft === 0 ? 'failed' : 'wrong_birth_date', triesLeft }
}
