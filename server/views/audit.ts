import type { AuditEntry, AuditPerson } from '#contract/audit/audit.ts'
import { eventData } from '#contract/audit/events.ts'
import { formatMinute } from '#contract/booking/slots.ts'
import { formatWireDate, type IsoDate, toIsoDate } from '#contract/dates.ts'
import { EXPORT_REASONS } from '#contract/exports/exports.ts'
import { LEGAL_TITLES, type LegalPageName } from '#contract/legal/legal-titles.ts'
import { joinNames } from '#contract/names.ts'
import { describePatient, type ShownPatient } from '#contract/patients/patients.ts'
import { RECEIPT_TITLES } from '#contract/payments/receipts.ts'
import { SECTION_TITLES } from '#contract/site/sections.ts'
import type { AuditFacts } from '#drizzle/queries/audit/audit-facts.ts'
import type { EventRow } from '#drizzle/queries/audit/audit-log.ts'
import type { Person } from '#drizzle/queries/audit/audit-people.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { isLanguage } from '#words/languages.ts'
import { toChildPatient, toPatient, toWaitingPatients, uniquePatients } from './appointments.ts'

type Subject = AuditEntry['subject']

const languageName = (code: string) => (isLanguage(code) ? ENGLISH_NAMES[code] : code)

/** An entry of the audit log with present names; the events themselves hold ids only. */
export function toAuditEntry(event: EventRow, facts: AuditFacts): AuditEntry {
  return {
    _id: event.id,
    kind: event.kind,
    occurredAt: event.occurredAt.toISOString(),
    actor: event.actor === null ? null : describePerson(facts, event.actor),
    subject: describeSubject(facts, event),
    detail: describeDetail(facts, event),
  }
}

/** A person in the audit log. */
export function toAuditPerson({ id: _id, name, email }: Person): AuditPerson {
  return { _id, name: name ?? 'A link in an email', email }
}

/** The person with that id, including earlier accounts and removed people. */
export function toKnownPerson(people: ReadonlyMap<string, Person>, id: string): AuditPerson {
  return toAuditPerson(people.get(id) ?? { id, name: 'Unknown person', email: null })
}

const describePerson = ({ people }: AuditFacts, id: string) => toKnownPerson(people, id)

/** Times and doctors of a move, a squeezed booking, approvals of absences, languages, and why records were downloaded. */
function describeDetail(facts: AuditFacts, { kind, data }: EventRow): string | undefined {
  if (kind === 'appointment.booked') {
    return eventData.shape[kind].safeParse(data).data?.squeezed
      ? 'as an extra patient beside a taken time'
      : undefined
  }
  if (kind === 'user.language_changed') {
    return `now ${ENGLISH_NAMES[eventData.shape[kind].parse(data).language]}`
  }
  if (kind === 'legal.translated') {
    return `into ${ENGLISH_NAMES[eventData.shape[kind].parse(data).language]}`
  }
  if (kind === 'closure.added') {
    const { toApprove } = eventData.shape[kind].parse(data)
    return toApprove && 'which an admin has to approve'
  }
  if (kind === 'closure.removed') {
    return eventData.shape[kind].parse(data).rejected && 'which waited for an approval'
  }
  if (kind === 'data.exported') {
    const { reason, notes, alerts } = eventData.shape[kind].parse(data)
    const sensitive = [...(notes ? ['notes'] : []), ...(alerts ? ['alerts'] : [])]
    const chosen = sensitive.length > 0 ? `with ${joinNames(sensitive)}, ` : ''
    return `${chosen}reason: ${EXPORT_REASONS[reason]}`
  }
  if (kind !== 'appointment.moved') return undefined
  const { data: move } = eventData.shape[kind].safeParse(data)
  if (!move) return undefined
  const { date, startMinute, fromDate, fromMinute, doctorId, fromDoctorId } = move
  const at = (day: IsoDate, minute: number) => `${formatWireDate(day)}, ${formatMinute(minute)}`
  const [to, from] = [doctorId, fromDoctorId].map((id) => id && describePerson(facts, id).name)
  const isSameTime = date === fromDate && startMinute === fromMinute
  const change = isSameTime
    ? `at the same time (${at(date, startMinute)})`
    : `from ${at(fromDate, fromMinute)} to ${at(date, startMinute)}`
  const times = move.undone ? `back ${change}` : change
  if (to && from)
    return to === from ? `${times}, with ${to}` : `${times}, with ${to} instead of ${from}`
  return to ? `${times}, with ${to}` : times
}

function describeSubject(facts: AuditFacts, event: EventRow): Subject {
  const { kind, subject: id } = event
  switch (kind.split('.')[0]) {
    case 'doctor':
      return ofPerson('doctor', describePerson(facts, id))
    case 'child':
    case 'guardian':
      return ofChild(facts, event)
    case 'treatment':
    case 'price':
      return ofTreatment(facts, id)
    case 'clinic':
    case 'data':
      return { type: 'clinic', _id: id, label: 'the clinic', person: null }
    case 'legal':
      return { type: 'legal_page', _id: id, label: LEGAL_TITLES[id as LegalPageName], person: null }
    case 'import':
      return { type: 'import', _id: id, label: 'a file of the previous system', person: null }
    case 'translation':
      return { type: 'clinic', _id: id, label: languageName(id), person: null }
    case 'site':
      return { type: 'clinic', _id: id, label: ofWebsite(id), person: null }
    case 'message':
      return { type: 'message', _id: id, label: 'a message', person: null }
    case 'feed':
      return { type: 'calendar_feed', _id: id, label: 'a calendar feed', person: null }
    case 'webhook':
      return { type: 'webhook', _id: id, label: 'a webhook', person: null }
    case 'replica':
      return { type: 'second_copy', _id: id, label: 'the second copy', person: null }
    case 'process':
      return {
        type: 'site',
        _id: id,
        label: id === 'worker' ? 'the worker' : 'the site',
        person: null,
      }
    case 'image':
      return ofImage(facts, id)
    case 'family':
      return ofPerson('family', describePerson(facts, id))
    case 'appointment':
      return ofAppointment(facts, id, { type: 'appointment', _id: id, label: 'An appointment' })
    case 'todo':
      return ofClaim(facts, event)
    case 'times':
      return ofTimes(event)
    case 'waitlist':
      return ofWaiting(facts, id)
    case 'offer':
      return ofOffer(facts, id)
    case 'ticket':
      return ofTicket(facts, event)
    case 'schedule':
    case 'session':
    case 'closure':
      return ofSchedule(facts, event)
    case 'payment':
    case 'refund':
      return ofPayment(facts, id)
    case 'receipt':
      return ofReceipt(facts, id)
    case 'insights':
      return { type: 'day', _id: id, label: formatWireDate(id), person: null }
    case 'stripe':
      return {
        type: 'stripe_event',
        _id: id,
        label: facts.stripeEvents.get(id) ?? 'A Stripe event',
        person: null,
      }
    default:
      return ofPerson('user', describePerson(facts, id))
  }
}

/** The claimed family, or the claimed payment with its payer. */
function ofClaim(facts: AuditFacts, { subject: id, data }: EventRow): Subject {
  const { list } = eventData.shape['todo.claimed'].parse(data)
  if (list === 'unreachable') return ofPerson('family', describePerson(facts, id))
  if (list === 'absences') return ofAbsence(facts, id)
  if (list === 'calls') return ofWaiting(facts, id)
  // The subject of a payment problem is a payment, an item or a refund.
  const paymentId = facts.paymentOf.get(id) ?? id
  const of = ofPayment(facts, paymentId)
  const payer = facts.payments.get(paymentId)?.payer ?? of.person?._id
  if (!payer) return { ...of, label: `payment ${paymentId}` }
  const person = describePerson(facts, payer)
  return { ...of, person, label: `the payment by ${person.name} for ${of.label}` }
}

/** An absence that needs an admin's approval. */
function ofAbsence(facts: AuditFacts, _id: string): Subject {
  const approval = facts.approvals.get(_id)
  if (!approval) return { type: 'schedule', _id, label: 'an absence', person: null }
  const { doctorId, date } = approval
  return ofClosedTime(facts, _id, { doctorId, fromDate: date, toDate: date })
}

/** Who waits, and for what. */
function ofWaiting(facts: AuditFacts, _id: string): Subject {
  const entry = facts.entries.get(_id)
  if (!entry) return { type: 'waitlist', _id, label: 'A family that waited', person: null }
  const person = describePerson(facts, entry.family)
  const names = joinNames(patientsOfEntry(facts, _id).map(describePatient))
  return { type: 'waitlist', _id, label: `${names}, ${entry.treatment}`, person }
}

/** The waiting children, or else the account holder. */
function patientsOfEntry(facts: AuditFacts, id: string): ShownPatient[] {
  const entry = facts.entries.get(id)
  if (!entry) return []
  const { name } = describePerson(facts, entry.family)
  return toWaitingPatients({
    entry,
    family: { name },
    children: facts.waiting.get(entry.blockId ?? id) ?? [],
  })
}

/** The offered time, and the family. */
function ofOffer(facts: AuditFacts, _id: string): Subject {
  const offer = facts.offers.get(_id)
  if (!offer) return { type: 'waitlist', _id, label: 'A time', person: null }
  const { person } = ofWaiting(facts, offer.entryId)
  const label = `${formatWireDate(offer.date)}, ${formatMinute(offer.startMinute)}`
  return { type: 'waitlist', _id, label, person, patients: patientsOfEntry(facts, offer.entryId) }
}

/** The days on which times were freed. */
function ofTimes({ subject: _id, data }: EventRow): Subject {
  const { fromDate, toDate } = eventData.shape['times.public'].parse(data)
  const days = [...new Set([fromDate, toDate])].map(formatWireDate).join(' – ')
  return { type: 'waitlist', _id, label: `Time on ${days}`, person: null }
}

function ofPerson(type: 'user' | 'doctor' | 'family', person: AuditPerson): Subject {
  return { type, _id: person._id, label: person.name, person }
}

/** A deleted child no longer has a name. */
function ofChild(facts: AuditFacts, { subject: id, actor, occurredAt }: EventRow): Subject {
  const child = facts.children.get(id)
  const uid = child?.createdBy ?? actor
  const person = uid === null ? null : describePerson(facts, uid)
  const subject = { type: 'child', _id: id, label: child?.name ?? 'A child', person } as const
  if (!child || !person) return subject
  const date = toIsoDate(occurredAt)
  return { ...subject, patients: [toChildPatient({ id, ...child }, { family: person.name, date })] }
}

/** The visit that a family is asked to book. */
function ofTicket(facts: AuditFacts, { subject: _id, occurredAt }: EventRow): Subject {
  const ticket = facts.tickets.get(_id)
  if (!ticket) return { type: 'ticket', _id, label: 'a next visit', person: null }
  const { treatment, dueDate, createdBy, childId, name, birthDate } = ticket
  const person = describePerson(facts, createdBy)
  const date = toIsoDate(occurredAt)
  const child = toChildPatient({ id: childId, name, birthDate }, { family: person.name, date })
  const label = `${treatment} around ${formatWireDate(dueDate)}`
  return { type: 'ticket', _id, label, person, patients: [child] }
}

function ofTreatment(facts: AuditFacts, id: string): Subject {
  const label = facts.treatments.get(id) ?? 'A treatment'
  return { type: 'treatment', _id: id, label, person: null }
}

function ofImage(facts: AuditFacts, id: string): Subject {
  const ownerId = facts.imageOwners.get(id)
  if (ownerId === undefined) return { type: 'image', _id: id, label: 'a photo', person: null }
  const person = describePerson(facts, ownerId)
  return { type: 'image', _id: id, label: `a photo of ${person.name}`, person }
}

function ofAppointment(
  facts: AuditFacts,
  appointmentId: string,
  subject: Omit<Subject, 'person'>,
): Subject {
  const row = facts.appointments.get(appointmentId)
  if (!row) return { ...subject, person: null }
  const { treatment, date, startMinute, family } = row
  const label = [treatment, formatWireDate(date), formatMinute(startMinute)].join(', ')
  const person = family === null ? null : describePerson(facts, family)
  return { ...subject, label, person, patients: [toPatient(row)] }
}

/** 'the clinic’s hours from Jan 4, 2027', 'the absence of Ada Okoye on Jan 4, 2027' */
function ofSchedule(facts: AuditFacts, { kind, subject: _id, data }: EventRow): Subject {
  if (kind === 'schedule.changed') {
    const { doctorId, validFrom } = eventData.shape[kind].parse(data)
    const doctor = doctorId === null ? null : describePerson(facts, doctorId)
    const label = `${doctor?.name ?? 'the clinic'}’s hours from ${formatWireDate(validFrom)}`
    return { type: 'schedule', _id, label, person: doctor }
  }
  if (kind === 'session.opened' || kind === 'session.withdrawn') {
    const { doctorId, date } = eventData.shape['session.opened'].parse(data)
    const doctor = doctorId === null ? null : describePerson(facts, doctorId)
    const label = `an extra session of ${doctor?.name ?? 'the clinic'} (${formatWireDate(date)})`
    return { type: 'schedule', _id, label, person: doctor }
  }
  const isReoffer = kind === 'closure.reoffered'
  const closed = isReoffer
    ? facts.closures.get(_id)
    : eventData.shape['closure.removed'].parse(data)
  if (!closed) return { type: 'schedule', _id, label: 'a closure', person: null }
  return ofClosedTime(facts, _id, closed)
}

function ofClosedTime(
  facts: AuditFacts,
  _id: string,
  { doctorId, fromDate, toDate }: { doctorId: string | null; fromDate: IsoDate; toDate: IsoDate },
): Subject {
  const doctor = doctorId === null ? null : describePerson(facts, doctorId)
  const days = [...new Set([fromDate, toDate])].map(formatWireDate).join(' to ')
  const label = doctor ? `an absence of ${doctor.name} (${days})` : `a closure (${days})`
  return { type: 'schedule', _id, label, person: doctor }
}

function ofPayment(facts: AuditFacts, paymentId: string): Subject {
  const subject = { type: 'payment', _id: paymentId, label: 'A payment' } as const
  const payment = facts.payments.get(paymentId)
  const [first = '', ...others] = payment?.appointments ?? []
  const of = ofAppointment(facts, first, subject)
  const siblings = others.flatMap((id) => facts.appointments.get(id) ?? []).map(toPatient)
  return { ...of, ...(of.patients && { patients: uniquePatients([...of.patients, ...siblings]) }) }
}

function ofReceipt(facts: AuditFacts, id: string): Subject {
  const receipt = facts.receipts.get(id)
  const label = `${RECEIPT_TITLES[receipt?.kind ?? 'receipt']} ${id}`
  return { ...ofPayment(facts, receipt?.paymentId ?? ''), type: 'receipt', _id: id, label }
}

/** @param section as stored; a section that the site no longer has is shown by its id */
function ofWebsite(section: string): string {
  const titles: Record<string, string> = SECTION_TITLES
  return `the website’s words “${titles[section] ?? section}”`
}
