import type { GuardianField } from '#contract/audit/events.ts'
import { DEFAULT_CHANGE_RULES, DEFAULT_INSIGHT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { laterOf } from '#contract/dates.ts'
import type { DropReason } from '#contract/notifications/notifications.ts'
import { receiptNumber } from '#contract/payments/receipts.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { refundCeilingOf } from '#domain/booking/refund-ceiling.ts'
import { instantOf, wallClockAt } from '#domain/clinic-clock.ts'
import { mayAnswer } from '#domain/guardians/entry-access.ts'
import { readState } from '#domain/guardians/invitations.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listFamilyOnDay,
  listPaidWith,
} from '#drizzle/queries/booking/appointments.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { findLink } from '#drizzle/queries/front-desk/family-links.ts'
import { findChild, findGuardedChild, getsEmails } from '#drizzle/queries/guardians/children.ts'
import { findInvitation } from '#drizzle/queries/guardians/invitations.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { findReceiptOf } from '#drizzle/queries/payments/receipts.ts'
import { findRefund } from '#drizzle/queries/payments/refunds.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'
import {
  findEntry,
  findOffer,
  findReoffer,
  listBlockEntries,
  listBlockOffers,
  listEntriesOf,
} from '#drizzle/queries/waitlist/waitlist.ts'
import type { AppointmentNews } from '../notify-family.ts'
import { afterQuietHours, readReminderSettings } from '../reminders.ts'
import { sequenceOf } from './calendar-file.ts'
import type {
  EmailedAppointment,
  EmailedChild,
  EmailedTerms,
  EmailSubject,
  FormerTime,
  Recipient,
} from './email-subject.ts'

export interface Reader {
  db: Database
  /** The clinic's. */
  timeZone: string
  /** The address that switches off a family's reminders. */
  unsubscribeUrl: (family: string) => string
}

type Reading =
  | { outcome: 'send'; subject: EmailSubject }
  | { outcome: 'drop'; reason: DropReason }
  | { outcome: 'wait'; until: Date }

/**
 * Reads again what a notification is about, and decides whether it is still true and useful
 * (docs/requirements.md#emails-dropped).
 */
export function readSubject(reader: Reader, notification: NotificationOf, now: Date): Reading {
  const recipient = findRecipient(reader.db, notification)
  if (typeof recipient === 'string') return drop(recipient)
  switch (notification.kind) {
    case 'reminder':
      return readReminder(reader, { notification, recipient, now })
    case 'guardian_invited':
      return readInvitation(reader, { notification, recipient, now })
    case 'guardian_changed':
      return readGuardianChange(reader, { notification, recipient, now })
    case 'family_email_changed':
      return readEmailChange(reader, { notification, recipient, now })
    case 'family_link_proposed':
      return readLinkProposal(reader, { notification, recipient, now })
    case 'offer_made':
    case 'offer_expired':
    case 'offer_answered':
      return readOffer(reader, { notification, recipient, now })
    case 'reoffer_made':
    case 'reoffer_withdrawn':
      return readReoffers(reader, { notification, recipient, now })
    case 'wait_closed':
      return readClosedWait(reader, { notification, recipient, now })
    case 'weekly_figures':
      return readFigures(reader, { notification, recipient, now })
    default:
      return readAppointment(reader, { notification, recipient, now })
  }
}

function drop(reason: DropReason): Reading {
  return { outcome: 'drop', reason }
}

function send(subject: EmailSubject): Reading {
  return { outcome: 'send', subject }
}

/** Who it goes to now, or why it is not sent. */
function findRecipient(db: Database, notification: NotificationOf): Recipient | DropReason {
  const { kind, uid, deskFamilyId, recipient, appointmentId } = notification
  if (kind === 'family_email_changed') return findAddressee(db, notification)
  const user = uid === null ? undefined : findUser(db, uid)
  if (user) {
    const { name, email: address } = user
    if (!user.emailVerified) return 'unverified'
    if (user.bouncedEmail === address) return 'unreachable'
    if (kind === 'reminder' && !user.reminders) return 'switched_off'
    return { name, address, hasAccount: true }
  }
  const family = deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId)
  if (family) {
    const { name, email: address } = family
    if (address === null || family.bouncedEmail === address) return 'unreachable'
    if (kind === 'reminder' && !family.reminders) return 'switched_off'
    return { name, address, hasAccount: false }
  }
  if (recipient === null) return 'account_removed'
  if (kind === 'guardian_invited') return { name: '', address: recipient, hasAccount: false }
  const name = appointmentId === null ? undefined : findAppointment(db, appointmentId)?.patientName
  return name === undefined ? 'account_removed' : { name, address: recipient, hasAccount: false }
}

/** The address that it was written to, whichever the family has now. */
function findAddressee(
  db: Database,
  { deskFamilyId, recipient: address }: NotificationOf,
): Recipient | DropReason {
  const family = deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId)
  if (!family || address === null) return 'account_removed'
  if (family.bouncedEmail === address) return 'unreachable'
  return { name: family.name, address, hasAccount: false }
}

interface Question<Kind extends NotificationOf['kind']> {
  notification: NotificationOf<Kind>
  recipient: Recipient
  now: Date
}

function readInvitation(
  { db }: Reader,
  { notification, recipient, now }: Question<'guardian_invited'>,
): Reading {
  const { id, kind, data } = notification
  const invitation = findInvitation(db, data.invitationId)
  const inviter = invitation && findUser(db, invitation.invitedBy)
  if (!invitation || !inviter) return drop('account_removed')
  // Anyone may type any address as their own: only a verified one names a person.
  if (!inviter.emailVerified) return drop('unverified')
  const { state } = readState(db, invitation, now)
  if (state !== 'open') return drop(state === 'expired' ? 'expired' : 'superseded')
  const acceptPath = `/invitation/${invitation.id}`
  return send({ id, kind, recipient, inviterEmail: inviter.email, acceptPath })
}

/** Dropped when the guardian has all of it back before it is sent. */
function readGuardianChange(
  { db }: Reader,
  { notification, recipient }: Question<'guardian_changed'>,
): Reading {
  const { id, kind, uid, data } = notification
  const { childId, change, lost } = data
  const child = findChild(db, childId)
  if (!child || uid === null) return drop('nothing_left')
  const rights = findGuardedChild(db, { id: childId, uid })?.guardianship
  if (change === 'removed' && rights) return drop('superseded')
  if (change === 'lost' && !rights) return drop('superseded')
  const isBack = (field: GuardianField) => rights?.[field === 'owner' ? 'isOwner' : field]
  if (change === 'lost' && lost.every(isBack)) return drop('superseded')
  return send({ id, kind, recipient, child: { id: childId, name: child.name }, change, lost })
}

function readEmailChange(
  { db }: Reader,
  { notification, recipient }: Question<'family_email_changed'>,
): Reading {
  const { id, kind, deskFamilyId, data } = notification
  const current = deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId)?.email
  const isCurrent = current === recipient.address
  // It was changed back, or again.
  if (isCurrent === (data.to === 'old')) return drop('superseded')
  return send({ id, kind, recipient, to: data.to })
}

/** Only while they are an admin, and admins want it. */
function readFigures(
  { db }: Reader,
  { notification, recipient }: Question<'weekly_figures'>,
): Reading {
  const { id, kind, uid, data: figures } = notification
  const isAdmin = uid !== null && findUser(db, uid)?.role === 'admin'
  const { weeklyFigures } = { ...DEFAULT_INSIGHT_SETTINGS, ...readStoredSettings(db).details }
  if (!isAdmin || !weeklyFigures) return drop('switched_off')
  return send({ id, kind, recipient, figures })
}

function readLinkProposal(
  { db }: Reader,
  { notification, recipient }: Question<'family_link_proposed'>,
): Reading {
  const { id, kind, data } = notification
  const link = findLink(db, data.linkId)
  const family = link && findDeskFamily(db, link.deskFamilyId)
  if (!family || link.state !== 'proposed') return drop('superseded')
  return send({ id, kind, recipient, familyName: family.name })
}

/** Dropped when the offer has become something else than the email says. */
function readOffer(
  { db }: Reader,
  { notification, recipient, now }: Question<'offer_made' | 'offer_expired' | 'offer_answered'>,
): Reading {
  const { id, uid } = notification
  const offer = findOffer(db, notification.data.offerId)
  const entry = offer && findEntry(db, offer.entryId)
  if (!offer || !entry) return drop('nothing_left')
  const { childId, appointmentId } = entry
  const guarded =
    childId === null || uid === null ? undefined : findGuardedChild(db, { id: childId, uid })
  if (childId !== null && !guarded?.guardianship.mayBook) return drop('not_guardian')
  const child = guarded && { child: { id: guarded.child.id, name: guarded.child.name } }
  const { date, startMinute, lengthMinutes, expiresAt, state } = offer
  const time = { date, startMinute, lengthMinutes }
  const others = listBlockOffers(db, offer).filter((one) => one.id !== offer.id)
  const siblings = others.flatMap((one) => {
    const sibling = findEntry(db, one.entryId)?.childId
    const found = sibling == null ? undefined : findChild(db, sibling)
    return found ? [{ ...timeOf(one), child: { id: found.id, name: found.name } }] : []
  })
  const about = { id, recipient, offerId: offer.id, time, ...child, others: siblings }
  switch (notification.kind) {
    case 'offer_made': {
      if (state !== 'open') return drop('superseded')
      if (expiresAt <= now) return drop('expired')
      const isSooner = appointmentId !== null
      return send({ ...about, kind: 'offer_made', until: expiresAt, isSooner })
    }
    case 'offer_expired': {
      if (entry.state === 'ended') return drop('superseded')
      const paused = notification.data.paused && entry.state === 'paused'
      return send({ ...about, kind: 'offer_expired', paused })
    }
    case 'offer_answered':
      return send({ ...about, kind: 'offer_answered', isAccepted: state === 'accepted' })
  }
}

/** Says only what is still true: those that the family has not answered, or that stay as they were. */
function readReoffers(
  { db }: Reader,
  { notification, recipient, now }: Question<'reoffer_made' | 'reoffer_withdrawn'>,
): Reading {
  const { id, uid, kind } = notification
  const found = notification.data.offerIds.flatMap((offerId) => {
    const offer = findOffer(db, offerId)
    const entry = offer && findEntry(db, offer.entryId)
    const row = entry?.appointmentId ? findAppointment(db, entry.appointmentId) : undefined
    if (!offer || !entry || row?.status !== 'booked') return []
    if (uid !== null && !mayAnswer(db, entry, uid)) return []
    const isOpen = offer.state === 'open' && offer.expiresAt > now
    if (isOpen !== (kind === 'reoffer_made')) return []
    const child = childOf(row)
    return [
      {
        until: offer.expiresAt,
        reoffer: { offerId, from: timeOf(row), to: timeOf(offer), ...(child && { child }) },
      },
    ]
  })
  const [first, ...others] = found
  if (!first) return drop('superseded')
  const reoffers = [first.reoffer, ...others.map(({ reoffer }) => reoffer)] as const
  const about = { id, recipient, reoffers }
  return send(kind === 'reoffer_made' ? { ...about, kind, until: first.until } : { ...about, kind })
}

/** Dropped when the family waits for the treatment again, or the recipient may not. */
function readClosedWait(
  { db, timeZone }: Reader,
  { notification, recipient }: Question<'wait_closed'>,
): Reading {
  const { id, kind, uid, data } = notification
  const entry = findEntry(db, data.entryId)
  if (!entry?.endedAt) return drop('nothing_left')
  if (uid !== null && !mayAnswer(db, entry, uid)) return drop('not_guardian')
  const person = entry.childId ?? entry.uid ?? entry.deskFamilyId ?? ''
  const isAgain = listEntriesOf(db, { person, treatmentId: entry.treatmentId }).length > 0
  if (isAgain) return drop('superseded')
  const children = listBlockEntries(db, entry).flatMap(({ childId }) => {
    const child = childId === null ? undefined : findChild(db, childId)
    return child ? [{ id: child.id, name: child.name }] : []
  })
  const present = entry.appointmentId === null ? null : findAppointment(db, entry.appointmentId)
  const { today } = wallClockAt(entry.endedAt, timeZone)
  return send({
    id,
    kind,
    recipient,
    children,
    from: laterOf(entry.fromDate, today),
    to: entry.toDate,
    next: data.next,
    stays: present?.status === 'booked' ? timeOf(present) : null,
  })
}

function timeOf({ date, startMinute, lengthMinutes }: FormerTime): FormerTime {
  return { date, startMinute, lengthMinutes }
}

function readReminder(
  { db, timeZone, unsubscribeUrl }: Reader,
  { notification, recipient, now }: Question<'reminder'>,
): Reading {
  const { id, kind, dueAt, createdAt } = notification
  const { date, until } = notification.data
  const family = notification.uid ?? notification.deskFamilyId
  if (family === null) return drop('account_removed')
  if (until !== null && new Date(until) <= now) return drop('expired')
  // One that the clinic has re-offered does not take place then.
  const isToCome = (appointment: AppointmentRow) =>
    instantOf(appointment, timeZone) > now && !findReoffer(db, appointment.id)
  const [first, ...rest] = listFamilyOnDay(db, { family, date })
    .filter(isToCome)
    .sort((a, b) => a.startMinute - b.startMinute)
  if (!first) return drop('nothing_left')
  const settings = readReminderSettings(db)
  const isYoung = ({ createdAt: booked }: AppointmentRow) =>
    dueAt.getTime() - booked.getTime() < settings.minimumAgeMs
  if ([first, ...rest].every(isYoung)) return drop('nothing_left')
  const quietUntil = afterQuietHours(now, { timeZone, settings })
  if (quietUntil > now) {
    const isTooLate = until !== null && quietUntil >= new Date(until)
    return isTooLate ? drop('expired') : { outcome: 'wait', until: quietUntil }
  }
  const { uid } = notification
  const emailed = (row: AppointmentRow) => toEmailed(db, row, { changedAt: createdAt, uid })
  const appointments = [emailed(first), ...rest.map(emailed)] as const
  return send({ id, kind, recipient, appointments, unsubscribeUrl: unsubscribeUrl(family) })
}

type AboutAppointment = AppointmentNews | 'calendar_event' | 'reassigned'

function readAppointment(
  { db, timeZone }: Reader,
  { notification, recipient, now }: Question<AboutAppointment>,
): Reading {
  const { id, version, appointmentId, createdAt } = notification
  const row = appointmentId === null ? undefined : findAppointment(db, appointmentId)
  if (!row) return drop('nothing_left')
  const { uid } = notification
  const emailed = (each: AppointmentRow) => toEmailed(db, each, { changedAt: createdAt, uid })
  const about = { id, recipient, appointment: emailed(row) }
  const startsAt = instantOf(row, timeZone)
  const isStarted = startsAt <= now
  const isAfterStart = createdAt >= startsAt
  const findChange = (one: AppointmentRow): DropReason | undefined => {
    if (one.status === 'cancelled') return 'cancelled'
    if (one.version !== version) return 'superseded'
    return instantOf(one, timeZone) <= now ? 'started' : undefined
  }
  const isForThem = (one: AppointmentRow) => uid === null || getsEmails(db, one, uid)
  const change = isForThem(row) ? findChange(row) : 'not_guardian'
  switch (notification.kind) {
    case 'booked': {
      // Those that have changed had an email of their own.
      const others = (notification.data.others ?? []).flatMap((id) => findAppointment(db, id) ?? [])
      const [first, ...rest] = [row, ...others]
        .filter(isForThem)
        .filter((each) => !findChange(each))
      if (!first) return drop(change ?? 'nothing_left')
      const terms = readTerms(db, first, now)
      const shown = { appointment: emailed(first), others: rest.map(emailed) }
      return send({ ...about, kind: 'booked', terms, ...shown })
    }
    case 'calendar_event':
      if (change) return drop(change)
      return send({
        ...about,
        kind: 'calendar_event',
        isCorrected: notification.data.corrected ?? false,
      })
    case 'moved':
      if (change) return drop(change)
      return send({
        ...about,
        kind: 'moved',
        from: notification.data.from,
        isOtherDoctor: notification.data.isOtherDoctor ?? false,
        terms: readTerms(db, row, now),
      })
    case 'patient_changed':
      if (change) return drop(change)
      return send({ ...about, kind: 'patient_changed', isNew: isNewTo(db, row, notification) })
    case 'reassigned': {
      const { fromChildId, time } = notification.data
      const former = uid === null ? undefined : findGuardedChild(db, { id: fromChildId, uid })
      if (!former) return drop('not_guardian')
      if (getsEmails(db, row, former.guardianship.uid)) return drop('superseded')
      if (instantOf(time, timeZone) <= now) return drop('started')
      // Nothing of what it has become since.
      const appointment = {
        id: row.id,
        sequence: sequenceOf(row),
        calendarUid: row.calendarUid,
        organizer: row.organizer,
        changedAt: createdAt,
        ...time,
        child: { id: former.child.id, name: former.child.name },
        isShared: true,
      }
      return send({ ...about, kind: 'reassigned', appointment })
    }
    case 'payment_due':
      if (!isForThem(row)) return drop('not_guardian')
      if (row.status === 'cancelled') return drop('cancelled')
      if (row.paid) return drop('superseded')
      return send({ ...about, kind: 'payment_due' })
    case 'cancelled':
      if (row.status !== 'cancelled') return drop('superseded')
      if (!isForThem(row)) return drop('not_guardian')
      // What the clinic cancels after its start, such as a re-offer without an answer, is still news.
      if (isStarted && !isAfterStart) return drop('started')
      return send({ ...about, ...cancellationOf(notification) })
    case 'paid': {
      const { intentId } = notification.data
      if (row.transactionId !== intentId) return drop('superseded')
      const others = listPaidWith(db, intentId)
        .filter((other) => other.id !== row.id)
        .map(emailed)
      const issued = findReceiptOf(db, intentId)
      const receipt = issued ? receiptNumber(issued) : null
      return send({ ...about, kind: 'paid', receipt, others })
    }
    case 'unpaid':
      if (row.paid) return drop('superseded')
      return send({ ...about, kind: 'unpaid' })
    case 'refunded':
    case 'refund_failed': {
      const { kind } = notification
      const { intentId, refundId = `refund:${intentId}` } = notification.data
      const refund = findRefund(db, refundId)
      const isTrue = refund?.state === (kind === 'refunded' ? 'succeeded' : 'failed')
      if (!isTrue) return drop('superseded')
      const atDesk = refund?.handedBackBy != null
      return send({ ...about, kind, atDesk })
    }
  }
}

/** Whether the recipient could not see the appointment while it was for another patient. */
function isNewTo(
  db: Database,
  { patientUid }: AppointmentRow,
  { uid, data: { fromChildId } }: NotificationOf<'patient_changed'>,
): boolean {
  if (uid === null || uid === patientUid || fromChildId === undefined) return false
  return fromChildId === null || findGuardedChild(db, { id: fromChildId, uid }) === undefined
}

/** The content of a canceled appointment's email, with who canceled it in the recipient's words. */
function cancellationOf({ uid, data }: NotificationOf<'cancelled'>) {
  const { actor, ...rest } = data
  const others = actor === uid ? 'you' : 'guardian'
  const who = actor === undefined ? undefined : actor === null ? 'desk' : others
  return { kind: 'cancelled', ...rest, who } as const
}

/** The appointment's own terms, and the clinic's current rules. */
function readTerms(db: Database, row: AppointmentRow, now: Date): EmailedTerms {
  const rules = { ...DEFAULT_CHANGE_RULES, ...readStoredSettings(db).details }
  const { terms, moves } = row
  return { terms: terms ?? DEFAULT_TERMS, refundCeiling: refundCeilingOf(row), moves, rules, now }
}

/** @param changedAt when the change was made that the email describes; `uid`: the recipient's */
function toEmailed(
  db: Database,
  row: AppointmentRow,
  { changedAt, uid }: { changedAt: Date; uid: string | null },
): EmailedAppointment {
  const { id, calendarUid, organizer, date, startMinute, lengthMinutes, paid } = row
  const time = { date, startMinute, lengthMinutes }
  const inCalendars = { id, sequence: sequenceOf(row), calendarUid, organizer }
  const emailed = { ...inCalendars, changedAt, ...time, ...(paid && { isPaid: true }) }
  const child = childOf(row)
  if (!child) return emailed
  const isGuardian = uid === null || findGuardedChild(db, { id: child.id, uid }) !== undefined
  const isShared = uid !== null && uid !== row.patientUid
  return { ...emailed, child, isShared, ...(!isGuardian && { isPaidOnly: true }) }
}

/** Undefined for the account holder. */
function childOf({ childId, childName }: AppointmentRow): EmailedChild | undefined {
  return childId === null || childName === null ? undefined : { id: childId, name: childName }
}
