import { v7 as uuidv7 } from 'uuid'
import type { FamilyLink, LinkPreview, LinkRefusal } from '#contract/front-desk/families.ts'
import type { ConfirmRefusal, ProposedLink } from '#contract/front-desk/family-links.ts'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import {
  type FamilyRow,
  findDeskFamily,
  findFamily,
  listFamilyAppointments,
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
import { findUserByEmail, type UserRow } from '#drizzle/queries/identity/users.ts'
import { findLastEmailChange } from '#drizzle/queries/identity-changes.ts'
import { addNotification, giveNotifications } from '#drizzle/queries/notifications/notifications.ts'
import { findConflicts } from '../booking/find-conflicts.ts'
import { wallClockAt } from '../clinic-clock.ts'

// Giving what the desk has booked for a family to its account: docs/requirements.md#linking.

interface When {
  now: Date
  moment: Pick<ClinicMoment, 'today' | 'timeZone'>
}

/** What linking the family to the account with its verified email would do; null without one. */
export function previewLink(db: Database, family: FamilyRow): LinkPreview | null {
  const account = findAccountOf(db, family)
  if (!account) return null
  const { uid: _id, name, email } = account
  const { moving, conflicts } = planLink(db, family, account.uid)
  return {
    account: { _id, name, email },
    moving: moving.map(toLinked),
    conflicts: conflicts.map(toLinked),
  }
}

function findAccountOf(db: Database, { deskFamilyId, email }: FamilyRow): UserRow | undefined {
  if (deskFamilyId === null || email === null) return undefined
  const account = findUserByEmail(db, email)
  return account?.emailVerified ? account : undefined
}

/** The appointments that would move, and those of them that the account cannot have. */
function planLink(db: Database, family: Pick<FamilyRow, 'uid' | 'deskFamilyId'>, uid: string) {
  const moving = listFamilyAppointments(db, family)
  const own = listFamilyAppointments(db, { uid, deskFamilyId: null })
  // The account's children are patients of their own.
  const samePatient = own.filter(({ childId }) => childId === null)
  return { moving, conflicts: findConflicts(moving, samePatient) }
}

function toLinked({ id: _id, date, startMinute, treatment }: AppointmentRow) {
  return { _id, date, startMinute, treatment }
}

export type ProposalOutcome =
  | { outcome: 'done'; state: 'proposed' | 'confirmed'; uid: string }
  | { outcome: 'not_found' }
  | { outcome: LinkRefusal['code']; preview: LinkPreview | null }

/**
 * Proposes to give a family's appointments to the account with its verified email, and emails that
 * account. Nothing happens when something else would move than staff have seen.
 */
export function proposeLink(
  db: Transaction,
  { id, account, appointments }: FamilyLink & { id: string },
  { actor, now, moment }: When & { actor: string },
): ProposalOutcome {
  const family = findFamily(db, id)
  if (!family) return { outcome: 'not_found' }
  if (family.uid === account && family.id !== id)
    return { outcome: 'done', state: 'confirmed', uid: account }
  const preview = previewLink(db, family)
  if (!preview) return { outcome: 'no_account', preview }
  const moving = preview.moving.map(({ _id }) => _id).sort()
  const isSeen = moving.join() === appointments.toSorted().join()
  if (preview.account._id !== account || !isSeen) return { outcome: 'outdated', preview }
  if (preview.conflicts.length > 0) return { outcome: 'conflict', preview }
  if (account === actor) return { outcome: 'own_account', preview }
  if (hasChangedEmailToday(db, id, actor, moment)) return { outcome: 'same_day', preview }

  const former = findLiveLink(db, id)
  // Proposed already, perhaps by this request's first attempt.
  if (former?.uid === account) return { outcome: 'done', state: 'proposed', uid: account }
  if (former) moveLink(db, { id: former.id, from: 'proposed' }, { state: 'replaced' })
  const linkId = uuidv7()
  const by = { proposedBy: actor, proposedAt: now }
  insertLink(db, { id: linkId, deskFamilyId: id, uid: account, ...by })
  const event = { actor, subject: id, data: { uid: account } }
  appendEvent(db, { kind: 'family.link_proposed', ...event }, now)
  const to = { uid: account, recipient: preview.account.email, dueAt: now }
  const dedupeKey = `family_link_proposed:${linkId}`
  addNotification(db, { kind: 'family_link_proposed', ...to, dedupeKey, data: { linkId } }, now)
  return { outcome: 'done', state: 'proposed', uid: account }
}

/** The user whose account a family is to be linked with. */
type AccountHolder = Pick<UserRow, 'uid' | 'email' | 'emailVerified'>

/** Whether that user has changed the family's email today: they have no part in linking it then. */
function hasChangedEmailToday(
  db: Database,
  deskFamilyId: string,
  uid: string,
  { today, timeZone }: When['moment'],
): boolean {
  const change = findLastEmailChange(db, deskFamilyId)
  return change?.changedBy === uid && wallClockAt(change.changedAt, timeZone).today === today
}

/** The proposals that the account may confirm: of families with its verified email. */
export function listProposals(db: Database, user: AccountHolder): ProposedLink[] {
  return listLinksOf(db, { uid: user.uid, state: 'proposed' }).flatMap((link) => {
    const family = findProposedFamily(db, link, user)
    if (!family) return []
    const appointments = listFamilyAppointments(db, { uid: null, deskFamilyId: family.id })
    return {
      _id: link.id,
      familyName: family.name,
      appointments: appointments.map(({ date, startMinute }) => ({ date, startMinute })),
    }
  })
}

/** The family of a proposal that still holds: the address is the account's, verified, and not linked. */
function findProposedFamily(db: Database, link: FamilyLinkRow, user: AccountHolder) {
  if (link.uid !== user.uid || link.state !== 'proposed') return undefined
  const family = findDeskFamily(db, link.deskFamilyId)
  const isTheirs = family?.email === user.email && user.emailVerified
  return isTheirs && family.linkedUid === null ? family : undefined
}

export type ConfirmOutcome =
  | { outcome: 'confirmed'; appointments: number }
  | { outcome: 'not_found' | ConfirmRefusal }

/**
 * The account confirms: the family's appointments, emails and payments at the desk are its own
 * then.
 */
export function confirmLink(
  db: Transaction,
  id: string,
  { user, now, moment }: When & { user: AccountHolder },
): ConfirmOutcome {
  const link = findLink(db, id)
  if (link?.uid === user.uid && link.state === 'confirmed') {
    return { outcome: 'confirmed', appointments: link.appointments.length }
  }
  const family = link && findProposedFamily(db, link, user)
  if (!family) return { outcome: 'not_found' }
  const { uid } = user
  if (hasChangedEmailToday(db, family.id, uid, moment)) return { outcome: 'same_day' }
  const { conflicts } = planLink(db, { uid: null, deskFamilyId: family.id }, uid)
  if (conflicts.length > 0) return { outcome: 'conflict' }

  const appointments = linkDeskFamily(db, { id: family.id, uid })
  moveLink(db, { id, from: 'proposed' }, { state: 'confirmed', answeredAt: now, appointments })
  giveNotifications(db, { deskFamilyId: family.id, uid })
  const data = { uid, appointments: appointments.length }
  appendEvent(db, { kind: 'family.linked', actor: uid, subject: family.id, data }, now)
  return { outcome: 'confirmed', appointments: appointments.length }
}

/** The account says that the appointments are not its own. */
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
 * An admin undoes a link: the family without an account has its appointments and its payments at
 * the desk back. What the account has booked and paid since stays the account's.
 */
export function undoLink(
  db: Transaction,
  id: string,
  { actor, now }: { actor: string; now: Date },
): { outcome: 'undone'; family: string; appointments: number } | { outcome: 'not_found' } {
  const link = findLink(db, id)
  const end = { state: 'undone', undoneBy: actor, undoneAt: now } as const
  if (!link || !moveLink(db, { id, from: 'confirmed' }, end)) return { outcome: 'not_found' }
  const { deskFamilyId: family, uid } = link
  const appointments = unlinkDeskFamily(db, link)
  const event = { actor, subject: family, data: { uid, appointments } }
  appendEvent(db, { kind: 'family.unlinked', ...event }, now)
  return { outcome: 'undone', family, appointments }
}
