import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { AuditEntry, AuditPerson } from '../../contract/audit.ts'
import { formatWireDate } from '../../contract/dates.ts'
import { type EventKind, eventData } from '../../contract/events.ts'
import { formatSlot } from '../../contract/slots.ts'
import type { Database } from '../client.ts'
import {
  appointments,
  doctors,
  events,
  payments,
  stripeEvents,
  treatments,
} from '../schema/index.ts'
import { findImage } from './images.ts'
import { findFormerPerson, findUser, findUserByEmail } from './users.ts'

type EventRow = typeof events.$inferSelect
type Subject = AuditEntry['subject']

export interface EventFilter {
  kind?: EventKind
  /** Email or id of who did it or to whom it happened. */
  person?: string
  /** Id of an event: only those before it. */
  before?: string
  limit: number
}

/** Entries of the audit log, newest first. */
export function listEvents(db: Database, { kind, person, before, limit }: EventFilter): EventRow[] {
  const ids = person === undefined ? undefined : idsOf(db, person)
  return db
    .select()
    .from(events)
    .where(
      and(
        kind && isOfKind(kind, ids !== undefined),
        ids && or(inArray(events.actor, ids), inArray(events.subject, ids)),
        before === undefined ? undefined : lt(events.id, before),
      ),
    )
    .orderBy(desc(events.id))
    .limit(limit)
    .all()
}

// The plus keeps SQLite from searching by the kind, of which there may be a million, when there is
// a person to search by (https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_).
function isOfKind(kind: EventKind, isOfPerson: boolean) {
  return isOfPerson ? sql`+${events.kind} = ${kind}` : eq(events.kind, kind)
}

/** An entry of the audit log with current names: events themselves hold ids only. */
export function toAuditEntry(db: Database, event: EventRow): AuditEntry {
  return {
    _id: event.id,
    kind: event.kind,
    occurredAt: event.occurredAt.toISOString(),
    actor: event.actor === null ? null : describePerson(db, event.actor),
    subject: describeSubject(db, event),
  }
}

/**
 * A person may be a user and a doctor with the same email, and a user may have had other accounts
 * before.
 */
function idsOf(db: Database, person: string): string[] {
  const email = person.toLowerCase()
  const doctor = db.select().from(doctors).where(eq(doctors.email, email)).get()
  const uid = findUserByEmail(db, email)?.uid ?? person
  const accounts = db.all<{ uid: string }>(sql`
    with recursive accounts(uid) as (
      select ${uid} union
      select json_extract(${events.data}, '$.from') from ${events}, accounts
      where ${events.subject} = accounts.uid and +${events.kind} = 'user.relinked'
    ) select uid from accounts`)
  return [person, doctor?.id, ...accounts.map((account) => account.uid)].filter(
    (id) => id !== undefined,
  )
}

function describePerson(db: Database, id: string): AuditPerson {
  const person = findUser(db, id) ?? db.select().from(doctors).where(eq(doctors.id, id)).get()
  if (person) return { _id: id, name: person.name, email: person.email }
  const former = findFormerPerson(db, id)
  if (former) return { _id: id, name: former.name, email: null }
  const successor = accountAfter(db, id)
  if (successor) return describePerson(db, successor)
  return { _id: id, name: 'Unknown person', email: null }
}

/** The account that replaced a deleted one. */
function accountAfter(db: Database, uid: string): string | undefined {
  const isItsEnd = sql`json_extract(${events.data}, '$.from') = ${uid}`
  return db
    .select({ uid: events.subject })
    .from(events)
    .where(and(eq(events.kind, 'user.relinked'), isItsEnd))
    .get()?.uid
}

function describeSubject(db: Database, event: EventRow): Subject {
  const { kind, subject: id } = event
  switch (kind.split('.')[0]) {
    case 'doctor':
      return ofPerson('doctor', describePerson(db, id))
    case 'treatment':
    case 'price':
      return ofTreatment(db, id)
    case 'clinic':
      return { type: 'clinic', _id: id, label: 'the clinic', email: null }
    case 'image':
      return ofImage(db, id)
    case 'appointment':
      return ofAppointment(db, id, { type: 'appointment', _id: id, label: 'An appointment' })
    case 'schedule':
    case 'closure':
      return ofSchedule(db, event)
    case 'payment':
    case 'refund':
      return ofPayment(db, id)
    case 'stripe':
      return { type: 'stripe_event', _id: id, label: typeOfStripeEvent(db, id), email: null }
    default:
      return ofPerson('user', describePerson(db, id))
  }
}

function ofPerson(type: 'user' | 'doctor', { _id, name, email }: AuditPerson): Subject {
  return { type, _id, label: name, email }
}

function ofTreatment(db: Database, id: string): Subject {
  const treatment = db.select().from(treatments).where(eq(treatments.id, id)).get()
  return { type: 'treatment', _id: id, label: treatment?.name ?? 'A treatment', email: null }
}

function ofImage(db: Database, id: string): Subject {
  const ownerId = ownerOf(db, id)
  if (ownerId === null) return { type: 'image', _id: id, label: 'a photo', email: null }
  const { name, email } = describePerson(db, ownerId)
  return { type: 'image', _id: id, label: `a photo of ${name}`, email }
}

/** Whom an image shows, or showed until it was removed; null for one that was never used. */
function ownerOf(db: Database, imageId: string): string | null {
  const holder = db.select().from(doctors).where(eq(doctors.imageId, imageId)).get()
  if (holder) return holder.id
  const isRemoval = and(eq(events.subject, imageId), sql`+${events.kind} = 'image.removed'`)
  const removal = db.select({ data: events.data }).from(events).where(isRemoval).get()
  const { ownerId } = eventData.shape['image.removed'].parse(removal?.data ?? {})
  if (ownerId) return ownerId
  const image = findImage(db, imageId)
  return image?.purpose === 'profile' ? image.uploadedBy : null
}

function ofAppointment(
  db: Database,
  appointmentId: string,
  subject: Omit<Subject, 'email'>,
): Subject {
  const row = db.select().from(appointments).where(eq(appointments.id, appointmentId)).get()
  if (!row) return { ...subject, email: null }
  const { treatment, date, email } = row
  const label = [treatment, formatWireDate(date), formatSlot(row)].join(', ')
  return { ...subject, label, email }
}

/** 'the clinic’s hours from Jan 4, 2027', 'the absence of Ada Okoye on Jan 4, 2027' */
function ofSchedule(db: Database, { kind, subject: _id, data }: EventRow): Subject {
  if (kind === 'schedule.changed') {
    const { doctorId, validFrom } = eventData.shape[kind].parse(data)
    const doctor = doctorId === null ? null : describePerson(db, doctorId)
    const label = `${doctor?.name ?? 'the clinic'}’s hours from ${formatWireDate(validFrom)}`
    return { type: 'schedule', _id, label, email: doctor?.email ?? null }
  }
  const { doctorId, fromDate, toDate } = eventData.shape['closure.removed'].parse(data)
  const doctor = doctorId === null ? null : describePerson(db, doctorId)
  const days = [...new Set([fromDate, toDate])].map(formatWireDate).join(' to ')
  const label = doctor ? `an absence of ${doctor.name} (${days})` : `a closure (${days})`
  return { type: 'schedule', _id, label, email: doctor?.email ?? null }
}

function ofPayment(db: Database, intentId: string): Subject {
  const payment = db.select().from(payments).where(eq(payments.intentId, intentId)).get()
  const subject = { type: 'payment', _id: intentId, label: 'A payment' } as const
  return ofAppointment(db, payment?.appointmentId ?? '', subject)
}

function typeOfStripeEvent(db: Database, id: string): string {
  const event = db.select().from(stripeEvents).where(eq(stripeEvents.id, id)).get()
  return event?.type ?? 'A Stripe event'
}
