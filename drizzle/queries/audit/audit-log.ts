import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, AuditPerson } from '#contract/audit/audit.ts'
import { type EventKind, eventData } from '#contract/audit/events.ts'
import { formatMinute, formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { RECEIPT_TITLES, receiptPlace } from '#contract/payments/receipts.ts'
import type { Database } from '#drizzle/client.ts'
import { isAmong } from '#drizzle/is-among.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findLatestEvent } from '#drizzle/queries/events.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { findImage } from '#drizzle/queries/images.ts'
import { findItem, findPayment, listItems } from '#drizzle/queries/payments/payments.ts'
import { findReceipt } from '#drizzle/queries/payments/receipts.ts'
import { findRefund } from '#drizzle/queries/payments/refunds.ts'
import { findApproval } from '#drizzle/queries/schedule/absence-approvals.ts'
import { findEntry, findOffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { doctors, events, stripeEvents, treatments } from '#drizzle/schema/index.ts'
import { belongingsOf, describePerson, idsOf } from './audit-people.ts'

type EventRow = typeof events.$inferSelect
type Subject = AuditEntry['subject']

export interface EventFilter {
  kind?: EventKind | undefined
  /** Only events by these people or about them and what belongs to them. */
  people?: readonly Pick<AuditPerson, '_id' | 'email'>[] | undefined
  /** Only those from then on. */
  since?: Date | undefined
  /** Only those before then. */
  until?: Date | undefined
  /** Id of an event: only those before it. */
  before?: string | undefined
  limit: number
}

/** The least id of an event at that time: ids begin with the milliseconds (RFC 9562, version 7). */
function firstIdAt(instant: Date): string {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** The ids of a filter: from the first one, before the last one. */
function idsBetween({ since, until, before }: Pick<EventFilter, 'since' | 'until' | 'before'>) {
  const ends = [before, until && firstIdAt(until)].filter((id) => id !== undefined)
  return { first: since && firstIdAt(since), end: ends.toSorted()[0] }
}

/**
 * Without what would hide everything else: that is listed when asked for. Literals, as in the partial
 * index.
 */
const isListed = sql`kind not in ('user.viewed', 'stripe.event_received')`

/** Entries of the audit log, newest first: docs/requirements.md#audit-log. */
export function listEvents(db: Database, filter: EventFilter): EventRow[] {
  const { kind, people, limit } = filter
  const { first, end } = idsBetween(filter)
  const isWanted = people
    ? isAmong(events.id, JSON.stringify(newestAbout(db, { ...filter, people })))
    : and(
        kind === undefined ? isListed : eq(events.kind, kind),
        first === undefined ? undefined : gte(events.id, first),
        end === undefined ? undefined : lt(events.id, end),
      )
  return db.select().from(events).where(isWanted).orderBy(desc(events.id)).limit(limit).all()
}

/**
 * Ids of events by or about these people, the newest of each of them and of each thing that belongs to
 * them: of one that has many, only those that may be on the page are read.
 */
function newestAbout(
  db: Database,
  filter: EventFilter & { people: NonNullable<EventFilter['people']> },
): string[] {
  const { kind, people, limit } = filter
  const { first, end } = idsBetween(filter)
  const actors = idsOf(db, people)
  const subjects = [...new Set([...actors, ...belongingsOf(db, actors)])]
  // The plus keeps SQLite from searching by the kind, of which there may be a million
  // (https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_).
  const rest = sql`
    ${kind === undefined ? undefined : sql`and +kind = ${kind}`}
    ${first === undefined ? undefined : sql`and id >= ${first}`}
    ${end === undefined ? undefined : sql`and id < ${end}`}
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
    detail: describeDetail(db, event),
  }
}

/** Both times and doctors of a move, that a booking was squeezed in, and approvals of absences. */
function describeDetail(db: Database, { kind, data }: EventRow): string | undefined {
  if (kind === 'appointment.booked') {
    return eventData.shape[kind].safeParse(data).data?.squeezed
      ? 'as an extra patient beside a taken time'
      : undefined
  }
  if (kind === 'closure.added') {
    const { toApprove } = eventData.shape[kind].parse(data)
    return toApprove && 'which an admin has to approve'
  }
  if (kind === 'closure.removed') {
    return eventData.shape[kind].parse(data).rejected && 'which waited for an approval'
  }
  if (kind !== 'appointment.moved') return undefined
  const { data: move } = eventData.shape[kind].safeParse(data)
  if (!move) return undefined
  const { date, startMinute, fromDate, fromMinute, doctorId, fromDoctorId } = move
  const at = (day: IsoDate, minute: number) => `${formatWireDate(day)}, ${formatMinute(minute)}`
  const [to, from] = [doctorId, fromDoctorId].map((id) => id && describePerson(db, id).name)
  const isSameTime = date === fromDate && startMinute === fromMinute
  const times = isSameTime
    ? `at the same time (${at(date, startMinute)})`
    : `from ${at(fromDate, fromMinute)} to ${at(date, startMinute)}`
  if (to && from)
    return to === from ? `${times}, with ${to}` : `${times}, with ${to} instead of ${from}`
  return to ? `${times}, with ${to}` : times
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
    case 'feed':
      return { type: 'calendar_feed', _id: id, label: 'a calendar feed', person: null }
    case 'webhook':
      return { type: 'webhook', _id: id, label: 'a webhook', person: null }
    case 'replica':
      return { type: 'second_copy', _id: id, label: 'the second copy', person: null }
    case 'image':
      return ofImage(db, id)
    case 'family':
      return ofPerson('family', describePerson(db, id))
    case 'appointment':
      return ofAppointment(db, id, { type: 'appointment', _id: id, label: 'An appointment' })
    case 'todo':
      return ofClaim(db, event)
    case 'waitlist':
      return ofWaiting(db, id)
    case 'offer':
      return ofOffer(db, id)
    case 'schedule':
    case 'session':
    case 'closure':
      return ofSchedule(db, event)
    case 'payment':
    case 'refund':
      return ofPayment(db, id)
    case 'receipt':
      return ofReceipt(db, id)
    case 'insights':
      return { type: 'day', _id: id, label: formatWireDate(id), person: null }
    case 'stripe':
      return { type: 'stripe_event', _id: id, label: typeOfStripeEvent(db, id), person: null }
    default:
      return ofPerson('user', describePerson(db, id))
  }
}

/** The family, or the payment with who paid it, that someone takes care of. */
function ofClaim(db: Database, { subject: id, data }: EventRow): Subject {
  const { list } = eventData.shape['todo.claimed'].parse(data)
  if (list === 'unreachable') return ofPerson('family', describePerson(db, id))
  if (list === 'absences') return ofAbsence(db, id)
  // What is to be checked is a payment, one of its items or a refund.
  const paymentId = findRefund(db, id)?.paymentId ?? findItem(db, id)?.paymentId ?? id
  const { payerUid, payerDeskFamilyId } = findPayment(db, paymentId) ?? {}
  const of = ofPayment(db, paymentId)
  const payer = payerUid ?? payerDeskFamilyId ?? of.person?._id
  if (!payer) return { ...of, label: `payment ${paymentId}` }
  const person = describePerson(db, payer)
  return { ...of, person, label: `the payment by ${person.name} for ${of.label}` }
}

/** An absence that an admin approves. */
function ofAbsence(db: Database, _id: string): Subject {
  const approval = findApproval(db, _id)
  if (!approval) return { type: 'schedule', _id, label: 'an absence', person: null }
  const { doctorId, date } = approval
  return ofClosedTime(db, _id, { doctorId, fromDate: date, toDate: date })
}

/** The family that waits, and for what. */
function ofWaiting(db: Database, _id: string): Subject {
  const entry = findEntry(db, _id)
  if (!entry) return { type: 'waitlist', _id, label: 'A family that waited', person: null }
  const treatment = db
    .select({ name: treatments.name })
    .from(treatments)
    .where(eq(treatments.id, entry.treatmentId))
    .get()
  const person = describePerson(db, entry.uid ?? entry.deskFamilyId ?? '')
  return { type: 'waitlist', _id, label: `${person.name}, ${treatment?.name}`, person }
}

/** The offered time, and the family. */
function ofOffer(db: Database, _id: string): Subject {
  const offer = findOffer(db, _id)
  if (!offer) return { type: 'waitlist', _id, label: 'A time', person: null }
  const { person } = ofWaiting(db, offer.entryId)
  const label = `${formatWireDate(offer.date)}, ${formatSlot(offer)}`
  return { type: 'waitlist', _id, label, person }
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
  const row = findAppointment(db, appointmentId)
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
  if (kind === 'session.opened' || kind === 'session.withdrawn') {
    const { doctorId, date } = eventData.shape['session.opened'].parse(data)
    const doctor = doctorId === null ? null : describePerson(db, doctorId)
    const label = `an extra session of ${doctor?.name ?? 'the clinic'} (${formatWireDate(date)})`
    return { type: 'schedule', _id, label, person: doctor }
  }
  const isReoffer = kind === 'closure.reoffered'
  const closed = isReoffer
    ? findLatestEvent(db, { kind: 'closure.added', subject: _id })?.data
    : eventData.shape['closure.removed'].parse(data)
  if (!closed) return { type: 'schedule', _id, label: 'a closure', person: null }
  return ofClosedTime(db, _id, closed)
}

function ofClosedTime(
  db: Database,
  _id: string,
  { doctorId, fromDate, toDate }: { doctorId: string | null; fromDate: IsoDate; toDate: IsoDate },
): Subject {
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
