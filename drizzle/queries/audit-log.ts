import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, AuditPerson } from '#contract/audit.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import { type EventKind, eventData } from '#contract/events.ts'
import { RECEIPT_TITLES, receiptPlace } from '#contract/payments/receipts.ts'
import type { Database } from '../client.ts'
import { isAmong } from '../is-among.ts'
import { appointments, doctors, events, stripeEvents, treatments } from '../schema/index.ts'
import { belongingsOf, describePerson, idsOf } from './audit-people.ts'
import { findChild } from './families/children.ts'
import { findImage } from './images.ts'
import { listItems } from './payments/payments.ts'
import { findReceipt } from './payments/receipts.ts'

type EventRow = typeof events.$inferSelect
type Subject = AuditEntry['subject']

export interface EventFilter {
  kind?: EventKind | undefined
  /** Only events by these people or about them and what belongs to them. */
  people?: readonly Pick<AuditPerson, '_id' | 'email'>[] | undefined
  /** Id of an event: only those before it. */
  before?: string | undefined
  limit: number
}

/**
 * Without what would hide everything else: that is listed when asked for. Literals, as in the partial
 * index.
 */
const isListed = sql`kind not in ('user.viewed', 'stripe.event_received')`

/** Entries of the audit log, newest first: docs/requirements.md#audit-log. */
export function listEvents(db: Database, filter: EventFilter): EventRow[] {
  const { kind, people, before, limit } = filter
  const isOlder = before === undefined ? undefined : lt(events.id, before)
  const isWanted = people
    ? isAmong(events.id, JSON.stringify(newestAbout(db, { ...filter, people })))
    : and(kind === undefined ? isListed : eq(events.kind, kind), isOlder)
  return db.select().from(events).where(isWanted).orderBy(desc(events.id)).limit(limit).all()
}

/**
 * Ids of events by or about these people, the newest of each of them and of each thing that belongs to
 * them: of one that has many, only those that may be on the page are read.
 */
function newestAbout(
  db: Database,
  { kind, people, before, limit }: EventFilter & { people: NonNullable<EventFilter['people']> },
): string[] {
  const actors = idsOf(db, people)
  const subjects = [...new Set([...actors, ...belongingsOf(db, actors)])]
  // The plus keeps SQLite from searching by the kind, of which there may be a million
  // (https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_).
  const rest = sql`
    ${kind === undefined ? undefined : sql`and +kind = ${kind}`}
    ${before === undefined ? undefined : sql`and id < ${before}`}
    order by id desc limit ${limit}`
  const ofEach = (ids: readonly string[], newest: SQL) => sql`
    select found.value as id from json_each(${JSON.stringify(ids)}) as person
    cross join json_each((select json_group_array(id) from (${newest}))) as found`
  const rows = db.all<{ id: string }>(sql`
    ${ofEach(actors, sql`select id from events where actor = person.value ${rest}`)}
    union
    ${ofEach(subjects, sql`select id from events where subject = person.value ${rest}`)}
    order by id desc limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** An entry of the audit log with current names: events themselves hold ids only. */
export function toAuditEntry(db: Database, event: EventRow): AuditEntry {
  return {
    _id: event.id,
    kind: event.kind,
    occurredAt: event.occurredAt.toISOString(),
    actor: event.actor === null ? null : describePerson(db, event.actor),
    subject: describeSubject(db, event),
    detail: describeMove(db, event),
  }
}

/** Which doctor a move has changed, if it has. */
function describeMove(db: Database, { kind, data }: EventRow): string | undefined {
  if (kind !== 'appointment.moved') return undefined
  const move = eventData.shape[kind].parse(data)
  if (!move.doctorId || !move.fromDoctorId) return undefined
  const [to, from] = [move.doctorId, move.fromDoctorId].map((id) => describePerson(db, id).name)
  const isSameTime = move.date === move.fromDate && move.startMinute === move.fromMinute
  return `${isSameTime ? 'at the same time, ' : ''}with ${to} instead of ${from}`
}

function describeSubject(db: Database, event: EventRow): Subject {
  const { kind, subject: id } = event
  switch (kind.split('.')[0]) {
    case 'doctor':
      return ofPerson('doctor', describePerson(db, id))
    case 'child':
    case 'guardian':
      return ofChild(db, event)
    case 'treatment':
    case 'price':
      return ofTreatment(db, id)
    case 'clinic':
      return { type: 'clinic', _id: id, label: 'the clinic', person: null }
    case 'image':
      return ofImage(db, id)
    case 'family':
      return ofPerson('family', describePerson(db, id))
    case 'appointment':
      return ofAppointment(db, id, { type: 'appointment', _id: id, label: 'An appointment' })
    case 'schedule':
    case 'closure':
      return ofSchedule(db, event)
    case 'payment':
    case 'refund':
      return ofPayment(db, id)
    case 'receipt':
      return ofReceipt(db, id)
    case 'stripe':
      return { type: 'stripe_event', _id: id, label: typeOfStripeEvent(db, id), person: null }
    default:
      return ofPerson('user', describePerson(db, id))
  }
}

function ofPerson(type: 'user' | 'doctor' | 'family', person: AuditPerson): Subject {
  return { type, _id: person._id, label: person.name, person }
}

/** A deleted child has no name any more. */
function ofChild(db: Database, { subject: id, actor }: EventRow): Subject {
  const child = findChild(db, id)
  const uid = child?.createdBy ?? actor
  const person = uid === null ? null : describePerson(db, uid)
  return { type: 'child', _id: id, label: child?.name ?? 'A child', person }
}

function ofTreatment(db: Database, id: string): Subject {
  const treatment = db.select().from(treatments).where(eq(treatments.id, id)).get()
  return { type: 'treatment', _id: id, label: treatment?.name ?? 'A treatment', person: null }
}

function ofImage(db: Database, id: string): Subject {
  const ownerId = ownerOf(db, id)
  if (ownerId === null) return { type: 'image', _id: id, label: 'a photo', person: null }
  const person = describePerson(db, ownerId)
  return { type: 'image', _id: id, label: `a photo of ${person.name}`, person }
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
  subject: Omit<Subject, 'person'>,
): Subject {
  const row = db.select().from(appointments).where(eq(appointments.id, appointmentId)).get()
  if (!row) return { ...subject, person: null }
  const { treatment, date } = row
  const label = [treatment, formatWireDate(date), formatSlot(row)].join(', ')
  const uid = row.patientUid ?? row.deskFamilyId ?? familyOf(db, appointmentId)
  return { ...subject, label, person: uid === undefined ? null : describePerson(db, uid) }
}

/** For whom an appointment was booked whose patient has been removed. */
function familyOf(db: Database, appointmentId: string): string | undefined {
  const isBooking = and(
    eq(events.subject, appointmentId),
    sql`+${events.kind} = 'appointment.booked'`,
  )
  const booking = db.select().from(events).where(isBooking).get()
  const family = booking?.data.family
  return typeof family === 'string' ? family : (booking?.actor ?? undefined)
}

/** 'the clinic’s hours from Jan 4, 2027', 'the absence of Ada Okoye on Jan 4, 2027' */
function ofSchedule(db: Database, { kind, subject: _id, data }: EventRow): Subject {
  if (kind === 'schedule.changed') {
    const { doctorId, validFrom } = eventData.shape[kind].parse(data)
    const doctor = doctorId === null ? null : describePerson(db, doctorId)
    const label = `${doctor?.name ?? 'the clinic'}’s hours from ${formatWireDate(validFrom)}`
    return { type: 'schedule', _id, label, person: doctor }
  }
  const { doctorId, fromDate, toDate } = eventData.shape['closure.removed'].parse(data)
  const doctor = doctorId === null ? null : describePerson(db, doctorId)
  const days = [...new Set([fromDate, toDate])].map(formatWireDate).join(' to ')
  const label = doctor ? `an absence of ${doctor.name} (${days})` : `a closure (${days})`
  return { type: 'schedule', _id, label, person: doctor }
}

function ofPayment(db: Database, paymentId: string): Subject {
  const [item] = listItems(db, paymentId)
  const subject = { type: 'payment', _id: paymentId, label: 'A payment' } as const
  return ofAppointment(db, item?.appointmentId ?? '', subject)
}

function ofReceipt(db: Database, id: string): Subject {
  const { receipt } = findReceipt(db, receiptPlace(id)) ?? {}
  const label = `${RECEIPT_TITLES[receipt?.kind ?? 'receipt']} ${id}`
  return { ...ofPayment(db, receipt?.paymentId ?? ''), type: 'receipt', _id: id, label }
}

function typeOfStripeEvent(db: Database, id: string): string {
  const event = db.select().from(stripeEvents).where(eq(stripeEvents.id, id)).get()
  return event?.type ?? 'A Stripe event'
}
