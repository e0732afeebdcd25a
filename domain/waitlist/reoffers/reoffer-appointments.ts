import { v7 as uuidv7 } from 'uuid'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { type Canceled, cancelAll } from '#domain/booking/decided-cancellations.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import type { Authorship } from '#domain/context.ts'
import { afterQuietHours, readReminderSettings } from '#domain/notifications/reminders.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { type AppointmentRow, findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, findLatestEvent } from '#drizzle/queries/events.ts'
import {
  type EntryRow,
  insertEntry,
  listLapsedReoffers,
  listNewlyUnanswered,
  listOffersOf,
  listReoffersOf,
} from '#drizzle/queries/waitlist/waitlist.ts'
import { endEntry } from '../entries/entries.ts'
import { notifyAboutReoffers } from '../offers/notify-guardians.ts'
import { endSilently, insertFree, timeOf, writeOffer } from '../offers/offer-times.ts'
import { type AnswerDeadlines, deadlinesOf } from './answer-deadlines.ts'
import type { ProposedTime, ReofferPlan } from './plan-reoffers.ts'

/** `cancelled` counts the appointments without another time. */
interface Reoffered extends Canceled {
  /** How many appointments have another time held for them. */
  reoffered: number
}

/** A re-offer that was written. */
interface MadeReoffer {
  entry: EntryRow
  offerId: string
  answerBy: Date
}

/**
 * Holds the planned time of each appointment that a closure affects, and cancels appointments without one.
 * Each family gets one email.
 */
export function reofferAppointments(
  db: Transaction,
  {
    closureId,
    rows,
    plan,
  }: { closureId: string; rows: readonly AppointmentRow[]; plan: ReofferPlan },
  { actor, moment, now }: Authorship,
): Reoffered {
  const { deadlines } = plan
  const context = { actor, now, moment, deadlines }
  const made = plan.times.map((time) => holdTime(db, { closureId, time }, context))
  notifyAboutReoffers(db, made, { kind: 'reoffer_made', dueAt: now }, now)
  remindOfReoffers(db, made, { moment, now })
  const planned = new Set(plan.times.map(({ row }) => row.id))
  const others = rows.filter(({ id }) => !planned.has(id))
  const canceled = cancelAll(db, others, { actor, now, closureId })
  const reoffered = made.length
  const cancelled = canceled.cancelled + canceled.toCancel
  const data = { reoffered, cancelled, until: deadlines.answerBy.toISOString() }
  appendEvent(db, { kind: 'closure.reoffered', actor, subject: closureId, data }, now)
  return { reoffered, ...canceled }
}

function holdTime(
  db: Transaction,
  { closureId, time }: { closureId: string; time: ProposedTime },
  { actor, now, moment, deadlines }: Authorship & { deadlines: AnswerDeadlines },
): MadeReoffer {
  const { row, startMinute, lengthMinutes, treatment, doctor } = time
  const { patientUid: uid, childId, treatmentId, phone, address, priceCents } = row
  const entry = insertEntry(db, {
    id: uuidv7(),
    uid,
    deskFamilyId: uid === null ? row.deskFamilyId : null,
    childId,
    treatmentId,
    appointmentId: row.id,
    fromDate: row.date,
    toDate: row.date,
    weekdays: [],
    noticeMinutes: 0,
    phone,
    address,
    closureId,
    joinedAt: now,
  })
  const freed = insertFree(db, time, now)
  const fit = { startMinute, lengthMinutes, treatment, doctor, priceCents }
  const { timeZone, today } = moment
  const { answerBy, heldUntil } = deadlinesOf(instantOf(time, timeZone), deadlines)
  const terms = { now, today, answerBy, expiresAt: heldUntil }
  const offerId = writeOffer(db, { freed, entry, fit }, terms, actor)
  return { entry, offerId, answerBy }
}

/** Reminds each family once, halfway to the first of its deadlines, outside of the quiet hours. */
function remindOfReoffers(
  db: Transaction,
  made: readonly MadeReoffer[],
  { moment: { timeZone }, now }: Pick<Authorship, 'moment' | 'now'>,
): void {
  const clock = { timeZone, settings: readReminderSettings(db) }
  const families = Map.groupBy(made, ({ entry }) => entry.uid ?? entry.deskFamilyId)
  for (const own of families.values()) {
    const end = Math.min(...own.map(({ answerBy }) => answerBy.getTime()))
    const halfway = new Date(now.getTime() + (end - now.getTime()) / 2)
    const dueAt = afterQuietHours(halfway, clock)
    if (dueAt.getTime() < end)
      notifyAboutReoffers(db, own, { kind: 'reoffer_reminder', dueAt }, now)
  }
}

/** How long one transaction may end re-offers, in milliseconds, because other writers wait for it. */
const END_FOR_MS = 20

/**
 * Ends the re-offers of a removed closure: its appointments stay, and the families get an email, one after
 * another until the transaction's time is used up.
 * @returns whether all were ended
 */
export function endReoffersOf(db: Transaction, closureId: string, now: Date): boolean {
  const end = performance.now() + END_FOR_MS
  const families = Map.groupBy(
    listReoffersOf(db, closureId),
    (entry) => entry.uid ?? entry.deskFamilyId,
  )
  for (const entries of families.values()) {
    if (performance.now() >= end) return false
    const ended = entries.flatMap((entry) => {
      const [offer] = listOffersOf(db, [entry.id])
      endEntry(db, entry, { reason: 'left' }, now)
      return offer ? [{ entry, offerId: offer.id }] : []
    })
    notifyAboutReoffers(db, ended, { kind: 'reoffer_withdrawn', dueAt: now }, now)
  }
  return true
}

/**
 * Records which re-offers were not answered in time, so that screens list the families to call, until the
 * transaction's time is over.
 * @returns whether none is left
 */
export function callUnanswered(db: Transaction, now: Date): boolean {
  const end = performance.now() + END_FOR_MS
  do {
    const [offer] = listNewlyUnanswered(db, now, 1)
    if (!offer) return true
    const event = { actor: null, subject: offer.id, data: timeOf(offer) }
    appendEvent(db, { kind: 'offer.unanswered', ...event }, now)
  } while (performance.now() < end)
  return false
}

/**
 * Cancels unanswered appointments for the clinic, with a full refund, until the transaction's time is used
 * up.
 * @returns whether none is left
 */
export function cancelUnanswered(db: Transaction, now: Date): boolean {
  const end = performance.now() + END_FOR_MS
  do {
    const [entry] = listLapsedReoffers(db, 1)
    if (!entry) return true
    cancelReoffered(db, entry, { actor: closedBy(db, entry), now })
  } while (performance.now() < end)
  return false
}

/** Ends a re-offer without a new time: the appointment is canceled, with a full refund. */
export function cancelReoffered(
  db: Transaction,
  entry: EntryRow,
  { actor, now }: { actor: string | null; now: Date },
): void {
  endSilently(db, entry.id, now)
  const row = entry.appointmentId === null ? undefined : findAppointment(db, entry.appointmentId)
  if (row?.status !== 'booked' || row.attendance !== 'expected') return
  cancelByClinic(db, row, { actor, now })
}

/** The user who made the closure, as the author of cancellations without an answer. */
function closedBy(db: Database, { closureId }: EntryRow): string | null {
  if (closureId === null) return null
  const event = findLatestEvent(db, { kind: 'closure.reoffered', subject: closureId })
  return event?.actor ?? null
}
