import type { Database, Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import {
  findGuardedChild,
  getsEmails,
  listEmailedGuardians,
} from '#drizzle/queries/guardians/children.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import {
  addNotification,
  type Booker,
  dropEarlierTimes,
  findBooker,
  listUnsentMoves,
} from '#drizzle/queries/notifications/notifications.ts'
import { hasPaidFor, payerOf } from '#drizzle/queries/payments/payer.ts'
import { findPayment } from '#drizzle/queries/payments/payments.ts'
import { type AboutAppointment, endsEarlierTimes, sinceToldTime } from './told-time.ts'

interface Notifying {
  /** For how many milliseconds emails about time and state wait. */
  delayMs?: number
  /** The guardian who made the change, and saw the time before. */
  mover?: string | undefined
}

/**
 * Writes the notifications about an appointment: those about money to the payer, others to the booker and to
 * guardians who get emails about the child. Writes none to a removed account, nor to a family without an
 * email. Call it after the change that it describes.
 */
export function notifyFamily(
  db: Transaction,
  appointmentId: string,
  about: AboutAppointment,
  now: Date,
  { delayMs = 0, mover }: Notifying = {},
): void {
  const found = findBooker(db, appointmentId)
  if (!found) return
  const { kind, data } = about
  const unsent = endsEarlierTimes(about) ? listUnsentMoves(db, appointmentId) : []
  if (endsEarlierTimes(about)) dropEarlierTimes(db, appointmentId)
  /** What a recipient is told; undefined when it is nothing new. */
  const newsFor = (uid: string | null) => {
    const own = uid === mover ? undefined : unsent.find((each) => each.uid === uid)
    const told = { appointment: found, uid, unsent: own }
    return sinceToldTime(db, withOwnMoney(db, about, { ...found, uid }), told)
  }
  if ('intentId' in data) {
    const subject = ('refundId' in data && data.refundId) || data.intentId
    // A payment for several appointments is one email; each appointment that becomes unpaid has its own.
    const dedupeKey = `${kind}:${subject}${kind === 'unpaid' ? `:${appointmentId}` : ''}`
    const payer = findPayerOf(db, data.intentId, found)
    if (payer)
      addNotification(db, { ...about, ...payer, appointmentId, dedupeKey, dueAt: now }, now)
    return
  }
  const dueAt = new Date(now.getTime() + delayMs)
  const which = 'askedAt' in data ? data.askedAt : found.version
  const keyOf = (news: AboutAppointment) => `${news.kind}:${appointmentId}:${which}`
  const { uid: booker, deskFamilyId, recipient, version } = found
  if (recipient && (booker === null || getsEmails(db, found, booker))) {
    const to = { uid: booker, deskFamilyId, recipient, appointmentId, version }
    const news = newsFor(booker)
    if (news) addNotification(db, { ...news, ...to, dedupeKey: keyOf(news), dueAt }, now)
    if (kind === 'booked' && data.others) addEvents(db, [appointmentId, ...data.others], to, now)
  }
  for (const { uid, email, ids } of listOthers(db, found, about)) {
    const [first = appointmentId, ...others] = ids
    const to = { uid, recipient: email, appointmentId: first, version, dueAt }
    const news = newsFor(uid)
    if (!news) continue
    const named = news.kind === 'booked' && news.data.others ? { ...news, data: { others } } : news
    addNotification(db, { ...named, ...to, dedupeKey: `${keyOf(news)}:${uid}` }, now)
    if (others.length > 0) addEvents(db, ids, { uid, recipient: email }, now)
  }
}

/**
 * Writes notifications to guardians of an appointment's former patient who can no longer see it. Call it
 * after the patient was changed, and before `notifyFamily`.
 * @param before the appointment before the change
 */
export function notifyFormerGuardians(
  db: Transaction,
  before: Pick<AppointmentRow, 'id' | 'childId' | 'date' | 'startMinute' | 'lengthMinutes'>,
  now: Date,
): void {
  const { id: appointmentId, childId: fromChildId, date, startMinute, lengthMinutes } = before
  const found = findBooker(db, appointmentId)
  if (!found || fromChildId === null) return
  const { version, childId, patientUid } = found
  const seesIt = (uid: string) =>
    uid === patientUid ||
    (childId !== null && findGuardedChild(db, { id: childId, uid }) !== undefined) ||
    hasPaidFor(db, { appointmentId, uid })
  const unsent = listUnsentMoves(db, appointmentId)
  for (const { uid, email: recipient } of listEmailedGuardians(db, fromChildId)) {
    if (seesIt(uid)) continue
    const told = unsent.find((each) => each.uid === uid)?.data.from
    const data = { fromChildId, time: told ?? { date, startMinute, lengthMinutes } }
    const dedupeKey = `reassigned:${appointmentId}:${version}:${uid}`
    const to = { uid, recipient, appointmentId, version, dueAt: now }
    addNotification(db, { kind: 'reassigned', data, ...to, dedupeKey }, now)
  }
}

/** Mail programs show one invitation per email, so each of several appointments gets its own. */
function addEvents(
  db: Transaction,
  ids: readonly string[],
  { uid, ...to }: { uid: string | null; deskFamilyId?: string | null; recipient: string },
  now: Date,
): void {
  for (const id of ids) {
    const version = findBooker(db, id)?.version ?? 0
    const about = { kind: 'calendar_event', data: {}, appointmentId: id, version } as const
    const dedupeKey = `calendar_event:${id}:${version}:${uid}`
    addNotification(db, { ...to, ...about, uid, dedupeKey, dueAt: now }, now)
  }
}

/** The payer of a payment; undefined when their account is removed. */
function findPayerOf(db: Database, paymentId: string, family: Booker) {
  const { uid, deskFamilyId, recipient, version } = family
  const payment = findPayment(db, paymentId)
  const payer = payment ? payerOf(db, paymentId) : uid
  const isOfDesk = deskFamilyId === (payment?.payerDeskFamilyId ?? deskFamilyId)
  if (payer === uid) {
    return recipient && isOfDesk ? { uid, deskFamilyId, recipient, version } : undefined
  }
  const account = payer === null ? undefined : findUser(db, payer)
  return account && { uid: account.uid, recipient: account.email, version }
}

/** Leaves out what a cancellation refunds, unless the recipient paid. */
function withOwnMoney(
  db: Database,
  about: AboutAppointment,
  { uid, patientUid, transactionId }: Booker,
): AboutAppointment {
  if (about.kind !== 'cancelled') return about
  const isTheirs = uid === (transactionId === null ? patientUid : payerOf(db, transactionId))
  const { by, actor } = about.data
  return isTheirs ? about : { ...about, data: { by, actor } }
}

/**
 * The guardians besides the booker who get emails about the child, and payers who no longer guard it. Each
 * comes with the ids of the appointments that concern them: of several booked together, only their
 * children's.
 */
function listOthers(db: Database, family: Booker, { kind, data }: AboutAppointment) {
  const together = kind === 'booked' ? (data.others ?? []) : []
  const rows = [family, ...together.flatMap((id) => findBooker(db, id) ?? [])]
  const guardians = new Map<string, { uid: string; email: string; ids: string[] }>()
  for (const { id, childId } of rows) {
    for (const one of childId === null ? [] : listEmailedGuardians(db, childId)) {
      if (one.uid === family.patientUid) continue
      const { ids } = guardians.get(one.uid) ?? { ids: [] }
      guardians.set(one.uid, { ...one, ids: [...ids, id] })
    }
  }
  return [...guardians.values(), ...findFormerGuardianWhoPaid(db, family)]
}

function findFormerGuardianWhoPaid(
  db: Database,
  { id, childId, transactionId, patientUid }: Booker,
): { uid: string; email: string; ids: string[] }[] {
  const payer = transactionId === null ? null : payerOf(db, transactionId)
  if (payer === null || payer === patientUid) return []
  if (childId !== null && findGuardedChild(db, { id: childId, uid: payer })) return []
  const account = findUser(db, payer)
  return account ? [{ uid: payer, email: account.email, ids: [id] }] : []
}
