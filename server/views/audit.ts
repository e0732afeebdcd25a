import type { AuditEntry, AuditPerson } from '#contract/audit/audit.ts'
import { eventData } from '#contract/audit/events.ts'
import { formatMinute, formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { RECEIPT_TITLES, receiptPlace } from '#contract/payments/receipts.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type EventRow,
  findFamilyOfBooking,
  findOwnerOfImage,
} from '#drizzle/queries/audit/audit-log.ts'
import { findPerson, type Person } from '#drizzle/queries/audit/audit-people.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findLatestEvent } from '#drizzle/queries/events.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import {
  findItem,
  findPayment,
  findStripeEvent,
  listItems,
} from '#drizzle/queries/payments/payments.ts'
import { findReceipt } from '#drizzle/queries/payments/receipts.ts'
import { findRefund } from '#drizzle/queries/payments/refunds.ts'
import { findApproval } from '#drizzle/queries/schedule/absence-approvals.ts'
import { findTreatment } from '#drizzle/queries/schedule/treatments.ts'
import { findEntry, findOffer } from '#drizzle/queries/waitlist/waitlist.ts'

type Subject = AuditEntry['subject']

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

/** A person as the audit log names them. */
export function toAuditPerson({ id: _id, name, email }: Person): AuditPerson {
  return { _id, name: name ?? 'A link in an email', email }
}

/** The person with that id, also of an earlier account or removed. */
export function describePerson(db: Database, id: string): AuditPerson {
  return toAuditPerson(findPerson(db, id) ?? { id, name: 'Unknown person', email: null })
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
      return {
        type: 'stripe_event',
        _id: id,
        label: findStripeEvent(db, id)?.type ?? 'A Stripe event',
        person: null,
      }
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
  const person = describePerson(db, entry.uid ?? entry.deskFamilyId ?? '')
  const treatment = findTreatment(db, entry.treatmentId)?.name
  return { type: 'waitlist', _id, label: `${person.name}, ${treatment}`, person }
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
  const label = findTreatment(db, id)?.name ?? 'A treatment'
  return { type: 'treatment', _id: id, label, person: null }
}

function ofImage(db: Database, id: string): Subject {
  const ownerId = findOwnerOfImage(db, id)
  if (ownerId === null) return { type: 'image', _id: id, label: 'a photo', person: null }
  const person = describePerson(db, ownerId)
  return { type: 'image', _id: id, label: `a photo of ${person.name}`, person }
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
  const uid = row.patientUid ?? row.deskFamilyId ?? findFamilyOfBooking(db, appointmentId)
  return { ...subject, label, person: uid === undefined ? null : describePerson(db, uid) }
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
