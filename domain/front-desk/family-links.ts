import { v7 as uuidv7 } from 'uuid'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { LinkRefusal } from '#contract/families/families.ts'
import type { ConfirmRefusal } from '#contract/families/family-links.ts'
import { MOST_CHILDREN } from '#contract/guardians/children.ts'
import type { Authorship, Moment } from '#domain/context.ts'
import { findConflicts } from '#domain/guardians/find-conflicts.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { type AppointmentRow, latestFirst } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type FamilyRow,
  findDeskFamily,
  findFamily,
  listFamilyAppointments,
  readDeskFamilies,
} from '#drizzle/queries/front-desk/families.ts'
import {
  type FamilyLinkRow,
  findLink,
  findLiveLink,
  insertLink,
  linkDeskFamily,
  listLinksOf,
  moveLink,
  unlinkDeskFamily,
} from '#drizzle/queries/front-desk/family-links.ts'
import {
  type ChildRow,
  countChildren,
  deleteGuardian,
  findChild,
  findGuardedChild,
  giveAppointments,
  giveBackAppointments,
  hasBookedBesides,
  insertGuardian,
  listChildAppointments,
  listChildren,
  listDeskChildren,
  listGuardians,
} from '#drizzle/queries/guardians/children.ts'
import { findUserByEmail, type UserRow } from '#drizzle/queries/identity/users.ts'
import { findLastEmailChange } from '#drizzle/queries/identity-changes.ts'
import { giveBackNextVisits } from '#drizzle/queries/next-visits/recall-records.ts'
import { addNotification, giveNotifications } from '#drizzle/queries/notifications/notifications.ts'
import type { LinkedChild } from '#drizzle/schema/families.ts'
import { wallClockAt } from '../clinic-clock.ts'
import { findNamesake } from '../guardians/children.ts'
import { copyStops } from '../next-visits/ask-families.ts'
import { giveNextVisits } from '../next-visits/end-tickets.ts'

// Links what the desk booked for a family to the family's account: docs/requirements.md#linking.

/** The effect of linking a family to an account. */
export interface LinkPlan {
  account: UserRow
  moving: AppointmentRow[]
  /** Appointments that the account cannot take over. */
  conflicts: AppointmentRow[]
  /** The family's children; `same`: id of the matching child of the account. */
  children: { child: ChildRow; same: string | null }[]
  accountChildren: ChildRow[]
}

/**
 * What linking the family to the account with its verified email would change; null if there is no such
 * account.
 */
export function previewLink(db: Database, family: FamilyRow): LinkPlan | null {
  const account = findAccountOf(db, family)
  return account ? previewLinkTo(db, family, account) : null
}

/** @param said matches that staff have chosen */
function previewLinkTo(
  db: Database,
  family: FamilyRow,
  account: UserRow,
  said: readonly LinkedChild[] = [],
): LinkPlan {
  const { moving, conflicts, same } = planLink(db, family, account.uid, said)
  const ofFamily = listDeskChildren(db, family.deskFamilyId ?? '')
  const ofAccount = listChildren(db, account.uid).map(({ child }) => child)
  return {
    account,
    moving,
    conflicts,
    children: ofFamily.map((child) => ({ child, same: same.get(child.id) ?? null })),
    accountChildren: ofAccount.filter(({ archivedAt }) => archivedAt === null),
  }
}

function findAccountOf(db: Database, { deskFamilyId, email }: FamilyRow): UserRow | undefined {
  if (deskFamilyId === null || email === null) return undefined
  const account = findUserByEmail(db, email)
  return account?.emailVerified ? account : undefined
}

/**
 * The appointments that would move, those that the account cannot take over, and the matching children of the
 * account: as staff chose, otherwise by name and birth date.
 */
function planLink(
  db: Database,
  family: Pick<FamilyRow, 'uid' | 'deskFamilyId'>,
  uid: string,
  children: readonly LinkedChild[],
) {
  const moving = listFamilyAppointments(db, family)
  const own = listFamilyAppointments(db, { uid, deskFamilyId: null })
  const same = new Map<string, string>()
  for (const child of listDeskChildren(db, family.deskFamilyId ?? '')) {
    const said = children.find((one) => one.child === child.id)
    const known = said?.same ? findGuardedChild(db, { id: said.same, uid })?.child : undefined
    // Each child of the account is matched at most once, whatever staff chose.
    const found = known?.archivedAt === null ? known : findNamesake(db, uid, child)
    if (found && found.id !== child.id) same.set(child.id, found.id)
  }
  // Each child counts as a different patient.
  const patientOf = ({ childId }: AppointmentRow) => childId && (same.get(childId) ?? childId)
  const patients = new Set(moving.map(patientOf))
  const ids = new Set(moving.map(({ id }) => id))
  const conflicts = [...patients].flatMap((patient) =>
    findConflicts(
      moving.filter((row) => patientOf(row) === patient),
      patient === null
        ? own.filter(({ childId }) => childId === null)
        : listChildAppointments(db, patient).filter(({ id }) => !ids.has(id)),
    ),
  )
  return { moving, conflicts: conflicts.sort(latestFirst), same }
}

/** What staff propose: the appointments and children of the preview. */
interface Proposal {
  id: string
  account: string
  appointments: readonly string[]
  children: readonly Pick<LinkedChild, 'child' | 'same'>[]
}

type ProposalOutcome =
  | { outcome: 'done'; state: 'proposed' | 'confirmed'; uid: string }
  | { outcome: 'not_found' }
  | { outcome: LinkRefusal['code']; preview: LinkPlan | null }

/**
 * Proposes to move a family's appointments to the account with its verified email, and emails that account.
 * Does nothing if the preview that staff saw is outdated.
 */
export function proposeLink(
  db: Transaction,
  { id, account, appointments, children }: Proposal,
  { actor, now, moment }: Authorship,
): ProposalOutcome {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'not_found' }
  if (family.uid === account && family.id !== id)
    return { outcome: 'done', state: 'confirmed', uid: account }
  const found = findAccountOf(db, family)
  if (!found) return { outcome: 'no_account', preview: null }
  const preview = previewLinkTo(db, family, found, children)
  const moving = preview.moving.map((row) => row.id).sort()
  const isSeen = moving.join() === appointments.toSorted().join()
  const areKnown = children.every(
    ({ child, same }) =>
      preview.children.some((one) => one.child.id === child) &&
      (same === null || preview.accountChildren.some((one) => one.id === same)),
  )
  if (preview.account.uid !== account || !isSeen || !areKnown) {
    return { outcome: 'outdated', preview }
  }
  if (preview.conflicts.length > 0) return { outcome: 'conflict', preview }
  if (account === actor) return { outcome: 'own_account', preview }
  if (hasChangedEmailToday(db, id, actor, moment)) return { outcome: 'same_day', preview }

  const former = findLiveLink(db, id)
  // Already proposed, perhaps by an earlier attempt of this request.
  if (former?.uid === account) return { outcome: 'done', state: 'proposed', uid: account }
  if (former) moveLink(db, { id: former.id, from: 'proposed' }, { state: 'replaced' })
  const linkId = uuidv7()
  const by = { proposedBy: actor, proposedAt: now }
  insertLink(db, { id: linkId, deskFamilyId: id, uid: account, ...by, children: [...children] })
  const event = { actor, subject: id, data: { uid: account } }
  appendEvent(db, { kind: 'family.link_proposed', ...event }, now)
  const to = { uid: account, recipient: preview.account.email, dueAt: now }
  const dedupeKey = `family_link_proposed:${linkId}`
  addNotification(db, { kind: 'family_link_proposed', ...to, dedupeKey, data: { linkId } }, now)
  return { outcome: 'done', state: 'proposed', uid: account }
}

/** The user whose account a family is to be linked with. */
type AccountHolder = Pick<UserRow, 'uid' | 'email' | 'emailVerified'>

/** Whether that user changed the family's email today. If so, they may not link it. */
function hasChangedEmailToday(
  db: Database,
  deskFamilyId: string,
  uid: string,
  { today, timeZone }: ClinicMoment,
): boolean {
  const change = findLastEmailChange(db, deskFamilyId)
  return change?.changedBy === uid && wallClockAt(change.changedAt, timeZone).today === today
}

/** The proposals that the account may confirm: families with its verified email. */
export function listProposals(
  db: Database,
  user: AccountHolder,
): { link: FamilyLinkRow; familyName: string; appointments: AppointmentRow[] }[] {
  const links = listLinksOf(db, { uid: user.uid, state: 'proposed' })
  if (links.length === 0) return []
  const families = readDeskFamilies(
    db,
    links.map(({ deskFamilyId }) => deskFamilyId),
  )
  return links.flatMap((link) => {
    const { family, appointments = [] } = families.get(link.deskFamilyId) ?? {}
    if (!family || !isProposedTo(user, link, family)) return []
    return { link, familyName: family.name, appointments }
  })
}

/** The family of a valid proposal: its address is the account's verified one, and it is not linked yet. */
function findProposedFamily(db: Database, link: FamilyLinkRow, user: AccountHolder) {
  const family = findDeskFamily(db, link.deskFamilyId)
  return family && isProposedTo(user, link, family) ? family : undefined
}

function isProposedTo(
  user: AccountHolder,
  link: FamilyLinkRow,
  family: NonNullable<ReturnType<typeof findDeskFamily>>,
): boolean {
  const isOpen = link.uid === user.uid && link.state === 'proposed' && family.linkedUid === null
  return isOpen && family.email === user.email && user.emailVerified
}

type ConfirmOutcome =
  | { outcome: 'confirmed'; appointments: number }
  | { outcome: 'not_found' | ConfirmRefusal }

/** Confirms a link: the family's appointments, emails and desk payments move to the account. */
export function confirmLink(
  db: Transaction,
  id: string,
  by: Moment & { user: AccountHolder },
): ConfirmOutcome {
  const { user } = by
  const link = findLink(db, id)
  if (link?.uid === user.uid && link.state === 'confirmed') {
    return { outcome: 'confirmed', appointments: link.appointments.length }
  }
  const family = link && findProposedFamily(db, link, user)
  if (!family) return { outcome: 'not_found' }
  const taken = takeFamily(db, family.id, link.children, by)
  if (taken.outcome !== 'taken') return taken
  const { appointments, children } = taken
  const confirmed = { state: 'confirmed', answeredAt: by.now } as const
  moveLink(db, { id, from: 'proposed' }, { ...confirmed, appointments, children })
  return { outcome: 'confirmed', appointments: appointments.length }
}

/**
 * Links a family to the account of a user who has proved that it is theirs. A proposal of staff to
 * the same account is confirmed with it, and one to another account is replaced.
 * @param proposed who gave the family the means to prove it, and when
 */
export function linkByProof(
  db: Transaction,
  {
    deskFamilyId,
    proposed,
  }: { deskFamilyId: string; proposed: Pick<FamilyLinkRow, 'proposedBy' | 'proposedAt'> },
  by: Moment & { user: AccountHolder },
): ConfirmOutcome {
  const { uid } = by.user
  const former = findLiveLink(db, deskFamilyId)
  const isSame = former?.uid === uid
  const taken = takeFamily(db, deskFamilyId, isSame ? former.children : [], by)
  if (taken.outcome !== 'taken') return taken
  const { appointments, children } = taken
  const confirmed = { state: 'confirmed', answeredAt: by.now, appointments, children } as const
  if (isSame) moveLink(db, { id: former.id, from: 'proposed' }, confirmed)
  else {
    if (former) moveLink(db, { id: former.id, from: 'proposed' }, { state: 'replaced' })
    insertLink(db, { id: uuidv7(), deskFamilyId, uid, ...proposed, ...confirmed })
  }
  return { outcome: 'confirmed', appointments: appointments.length }
}

type TakeOutcome =
  | { outcome: 'taken'; appointments: string[]; children: LinkedChild[] }
  | { outcome: ConfirmRefusal }

/**
 * Moves a family to an account, or changes nothing. The caller stores the link.
 * @param said matching children that staff have chosen
 */
function takeFamily(
  db: Transaction,
  deskFamilyId: string,
  said: readonly LinkedChild[],
  { user: { uid }, now, moment }: Moment & { user: AccountHolder },
): TakeOutcome {
  if (hasChangedEmailToday(db, deskFamilyId, uid, moment)) return { outcome: 'same_day' }
  const { conflicts, same } = planLink(db, { uid: null, deskFamilyId }, uid, said)
  if (conflicts.length > 0) return { outcome: 'conflict' }
  const children = listDeskChildren(db, deskFamilyId)
  const added = children.filter(({ id, archivedAt }) => !same.has(id) && archivedAt === null)
  if (countChildren(db, uid) + added.length > MOST_CHILDREN) return { outcome: 'too_many_children' }

  const linked = children.map((child) => joinChild(db, child, { uid, same, now, moment }))
  const appointments = linkDeskFamily(db, { id: deskFamilyId, uid })
  copyStops(db, { deskFamilyId, uid }, now)
  giveNotifications(db, { deskFamilyId, uid })
  const data = { uid, appointments: appointments.length, children: children.length }
  appendEvent(db, { kind: 'family.linked', actor: uid, subject: deskFamilyId, data }, now)
  return { outcome: 'taken', appointments, children: linked }
}

/** Moves a child of the family to the account: merges it into a matching child, or adds it. */
function joinChild(
  db: Transaction,
  child: ChildRow,
  {
    uid,
    same,
    now,
    moment,
  }: { uid: string; same: ReadonlyMap<string, string>; now: Date; moment: ClinicMoment },
): LinkedChild {
  const own = findChild(db, same.get(child.id) ?? '')
  if (own) {
    const appointments = listChildAppointments(db, child.id).map(({ id }) => id)
    giveAppointments(db, child.id, own, moment)
    giveNextVisits(db, { from: child.id, to: own.id, actor: uid }, now)
    return { child: child.id, same: own.id, appointments }
  }
  // The account already guards it since an earlier link that was undone.
  if (!findGuardedChild(db, { id: child.id, uid })) {
    const rights = { isOwner: true, mayBook: true, mayPay: true, receivesEmail: true }
    insertGuardian(db, { childId: child.id, uid, ...rights, createdAt: now })
  }
  return { child: child.id, same: null }
}

/** Undoes `joinChild`. A child for which the account has booked since stays with the account, too. */
function partFromChild(
  db: Transaction,
  { child: id, same, appointments = [] }: LinkedChild,
  { uid, appointments: moved }: Pick<FamilyLinkRow, 'uid' | 'appointments'>,
  moment: ClinicMoment,
): void {
  const child = findChild(db, id)
  if (!child) return
  if (same !== null) {
    giveBackAppointments(db, { ids: appointments, from: same, to: child }, moment)
    giveBackNextVisits(db, { appointments, from: same, to: child })
    return
  }
  const isShared = listGuardians(db, id).some((guardian) => guardian.uid !== uid)
  if (isShared || hasBookedBesides(db, { childId: id, uid, ids: moved })) return
  deleteGuardian(db, { childId: id, uid })
}

/** Declines a link: the appointments belong to someone else. */
export function declineLink(
  db: Transaction,
  id: string,
  { user: { uid }, now }: { user: AccountHolder; now: Date },
): 'declined' | 'not_found' {
  const link = findLink(db, id)
  if (link?.uid !== uid) return 'not_found'
  if (link.state === 'declined') return 'declined'
  if (!moveLink(db, { id, from: 'proposed' }, { state: 'declined', answeredAt: now })) {
    return 'not_found'
  }
  const event = { actor: uid, subject: link.deskFamilyId, data: { uid } }
  appendEvent(db, { kind: 'family.link_declined', ...event }, now)
  return 'declined'
}

/**
 * Undoes a link, by an admin: the family without an account gets its appointments and desk payments back.
 * What the account booked and paid since stays with the account.
 */
export function undoLink(
  db: Transaction,
  id: string,
  { actor, now, moment }: Authorship,
): { outcome: 'undone'; family: string; appointments: number } | { outcome: 'not_found' } {
  const link = findLink(db, id)
  const end = { state: 'undone', undoneBy: actor, undoneAt: now } as const
  if (!link || !moveLink(db, { id, from: 'confirmed' }, end)) return { outcome: 'not_found' }
  const { deskFamilyId: family, uid } = link
  for (const child of link.children) partFromChild(db, child, link, moment)
  const appointments = unlinkDeskFamily(db, link)
  const event = { actor, subject: family, data: { uid, appointments } }
  appendEvent(db, { kind: 'family.unlinked', ...event }, now)
  return { outcome: 'undone', family, appointments }
}
