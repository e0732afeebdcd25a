import { type SQL, sql } from 'drizzle-orm'
import { type EventData, eventData } from '#contract/audit/events.ts'
import type { ReceiptKind } from '#contract/payments/receipts.ts'
import { receiptPlace } from '#contract/payments/receipts.ts'
import type { Database } from '#drizzle/client.ts'
import {
  absenceApprovals,
  appointments,
  children,
  doctors,
  events,
  images,
  offers,
  paymentItems,
  payments,
  receipts,
  refunds,
  stripeEvents,
  tickets,
  treatments,
  waitlistEntries,
} from '#drizzle/schema/index.ts'
import type { AppointmentRow } from '../booking/appointments.ts'
import { listWaitingChildren, type WaitingChild } from '../waitlist/entry-lists.ts'
import type { EventRow } from './audit-log.ts'
import { type Person, readPeople } from './audit-people.ts'

interface Time {
  date: string
  startMinute: number
  lengthMinutes: number
}

type AuditedAppointment = Time &
  Pick<AppointmentRow, 'treatment' | 'patientName' | 'childId' | 'childName' | 'childBirthDate'> & {
    family: string | null
  }

interface AuditedEntry {
  family: string
  treatment: string | null
  fromDate: string
  blockId: string | null
}

/** A visit that the family is asked to book. */
interface AuditedTicket {
  childId: string
  name: string
  birthDate: string
  createdBy: string
  treatment: string
  dueDate: string
}

interface AuditedPayment {
  payer: string | null
  /** Ids of the appointments that it paid. */
  appointments: readonly string[]
}

/** What the audit log shows of some events' subjects, each by its id. */
export interface AuditFacts {
  people: ReadonlyMap<string, Person>
  /** `family`: the booker, if the patient was removed. */
  appointments: ReadonlyMap<string, AuditedAppointment>
  offers: ReadonlyMap<string, Time & { entryId: string }>
  entries: ReadonlyMap<string, AuditedEntry>
  /** The waiting children, by the entry or the siblings' block. */
  waiting: ReadonlyMap<string, readonly WaitingChild[]>
  children: ReadonlyMap<string, { name: string; birthDate: string; createdBy: string }>
  tickets: ReadonlyMap<string, AuditedTicket>
  /** Names. */
  treatments: ReadonlyMap<string, string>
  /** The name of the doctor or user whose image it is. */
  imageOwners: ReadonlyMap<string, string>
  payments: ReadonlyMap<string, AuditedPayment>
  /** The payments of refunds and of items. */
  paymentOf: ReadonlyMap<string, string>
  receipts: ReadonlyMap<string, { kind: ReceiptKind; paymentId: string }>
  approvals: ReadonlyMap<string, { doctorId: string; date: string }>
  /** The closures, as their events recorded them. */
  closures: ReadonlyMap<string, EventData<'closure.added'>>
  /** Stripe's types of events. */
  stripeEvents: ReadonlyMap<string, string>
}

/** The number of statements does not grow with the events. */
export function readAuditFacts(db: Database, of: readonly EventRow[]): AuditFacts {
  const subjects = of.map(({ subject }) => subject)
  const rowsOf = <Row extends { id: string }>(ids: Iterable<string>, query: (ids: SQL) => SQL) => {
    const among = sql`(select value from json_each(${JSON.stringify([...new Set(ids)])}))`
    return new Map(db.all<Row>(query(among)).map(({ id, ...row }) => [id, row as Omit<Row, 'id'>]))
  }
  const textsOf = (ids: Iterable<string>, query: (ids: SQL) => SQL) => {
    const rows = rowsOf<{ id: string; text: string | null }>(ids, query)
    return new Map([...rows].flatMap(([id, { text }]) => (text === null ? [] : [[id, text]])))
  }

  const paymentOf = textsOf(
    subjects,
    (ids) => sql`select refund.id, payment_id as text from ${refunds} refund
        join ${paymentItems} item on item.id = refund.item_id where refund.id in ${ids}
      union all select id, payment_id from ${paymentItems} where id in ${ids}`,
  )
  const receiptsById = readReceipts(
    db,
    of.flatMap(({ kind, subject }) => (kind.startsWith('receipt.') ? subject : [])),
  )
  const paid = [...receiptsById.values()].map(({ paymentId }) => paymentId)
  const paymentRows = rowsOf<{ id: string; payer: string | null; appointments: string }>(
    [...subjects, ...paymentOf.values(), ...paid],
    (ids) => sql`select id, coalesce(payer_uid, payer_desk_family_id) as payer,
        (select json_group_array(appointment_id) from ${paymentItems} item
          where item.payment_id = payment.id) as appointments
      from ${payments} payment where id in ${ids}`,
  )
  const paymentsById = new Map(
    Array.from(paymentRows, ([id, { payer, appointments }]): [string, AuditedPayment] => [
      id,
      { payer, appointments: JSON.parse(appointments) },
    ]),
  )
  const booked = [...paymentsById.values()].flatMap(({ appointments }) => appointments)
  const appointmentsById = rowsOf<AuditedAppointment & { id: string }>(
    [...subjects, ...booked],
    (ids) => sql`select id, treatment, date, start_minute as startMinute,
        length_minutes as lengthMinutes, patient_name as patientName, child_id as childId,
        child_name as childName, child_birth_date as childBirthDate, coalesce(patient_uid, desk_family_id, (
          select coalesce(json_extract(data, '$.family'), actor) from ${events} booking
          where booking.subject = appointment.id and +booking.kind = 'appointment.booked' limit 1)) as family
      from ${appointments} appointment where id in ${ids}`,
  )
  const offersById = rowsOf<Time & { id: string; entryId: string }>(
    subjects,
    (ids) => sql`select id, entry_id as entryId, date, start_minute as startMinute,
        length_minutes as lengthMinutes
      from ${offers} where id in ${ids}`,
  )
  const offered = [...offersById.values()].map(({ entryId }) => entryId)
  const entries = rowsOf<AuditedEntry & { id: string }>(
    [...subjects, ...offered],
    (ids) => sql`select entry.id, coalesce(uid, desk_family_id) as family, name as treatment,
        from_date as fromDate, block_id as blockId
      from ${waitlistEntries} entry left join ${treatments} wanted on wanted.id = treatment_id
      where entry.id in ${ids}`,
  )
  const waiting = Map.groupBy(
    listWaitingChildren(
      db,
      [...entries].map(([id, { blockId }]) => ({ id, blockId })),
    ),
    ({ entryId, blockId }) => blockId ?? entryId,
  )
  const childrenById = rowsOf<{ id: string; name: string; birthDate: string; createdBy: string }>(
    subjects,
    (ids) =>
      sql`select id, name, birth_date as birthDate, created_by as createdBy from ${children} where id in ${ids}`,
  )
  const ticketsById = rowsOf<AuditedTicket & { id: string }>(
    subjects,
    (ids) => sql`select ticket.id, child_id as childId, child.name, birth_date as birthDate,
        created_by as createdBy, treatment.name as treatment, due_date as dueDate
      from ${tickets} ticket join ${children} child on child.id = child_id
        join ${treatments} treatment on treatment.id = treatment_id
      where ticket.id in ${ids}`,
  )
  const approvals = rowsOf<{ id: string; doctorId: string; date: string }>(
    subjects,
    (ids) => sql`select closure_id as id, doctor_id as doctorId, date from ${absenceApprovals}
      where closure_id in ${ids}`,
  )
  // An image's last row decides.
  const imageOwners = textsOf(
    subjects,
    (ids) => sql`
      select id, text from (
        select id, uploaded_by as text, 1 as place from ${images} where purpose = 'profile' and id in ${ids}
        union all
        select subject, json_extract(data, '$.ownerId'), 2 from ${events}
        where subject in ${ids} and +kind = 'image.removed' and json_extract(data, '$.ownerId') is not null
        union all
        select image_id, id, 3 from ${doctors} where image_id in ${ids})
      order by place`,
  )
  const closures = new Map(
    [
      ...textsOf(
        of.flatMap(({ kind, subject }) => (kind === 'closure.reoffered' ? subject : [])),
        (ids) => sql`select subject as id, data as text from ${events} event
          where subject in ${ids} and +kind = 'closure.added' order by event.id`,
      ),
    ].map(([id, data]) => [id, eventData.shape['closure.added'].parse(JSON.parse(data))]),
  )
  const people = readPeople(
    db,
    [
      ...of.flatMap(({ actor, data: { doctorId, fromDoctorId } }) => [
        actor,
        doctorId,
        fromDoctorId,
      ]),
      ...of.flatMap(({ kind, subject }) => (NAMED_BY_SUBJECT.test(kind) ? subject : [])),
      ...[...appointmentsById.values()].map(({ family }) => family),
      ...[...entries.values()].map(({ family }) => family),
      ...[...childrenById.values()].map(({ createdBy }) => createdBy),
      ...[...ticketsById.values()].map(({ createdBy }) => createdBy),
      ...imageOwners.values(),
      ...[...paymentsById.values()].map(({ payer }) => payer),
      ...[...approvals.values()].map(({ doctorId }) => doctorId),
      ...[...closures.values()].map(({ doctorId }) => doctorId),
    ].filter((id) => typeof id === 'string'),
  )
  return {
    people,
    appointments: appointmentsById,
    offers: offersById,
    entries,
    waiting,
    children: childrenById,
    tickets: ticketsById,
    treatments: textsOf(
      subjects,
      (ids) => sql`select id, name as text from ${treatments} where id in ${ids}`,
    ),
    imageOwners,
    payments: paymentsById,
    paymentOf,
    receipts: receiptsById,
    approvals,
    closures,
    stripeEvents: textsOf(
      subjects,
      (ids) => sql`select id, type as text from ${stripeEvents} where id in ${ids}`,
    ),
  }
}

/** Kinds of events whose subject is a person or thing that the log names by itself. */
const NAMED_BY_SUBJECT =
  /^(?!(?:appointment|child|clinic|closure|data|feed|guardian|image|import|insights|legal|message|offer|payment|price|process|receipt|refund|replica|schedule|session|stripe|ticket|treatment|waitlist|webhook)\.)/

function readReceipts(
  db: Database,
  ids: readonly string[],
): Map<string, { kind: ReceiptKind; paymentId: string }> {
  const places = JSON.stringify(ids.map((id) => ({ id, ...receiptPlace(id) })))
  const rows = db.all<{ id: string; kind: ReceiptKind; paymentId: string }>(sql`
    select value ->> 'id' as id, kind, payment_id as paymentId
    from json_each(${places})
    join ${receipts} on year = value ->> 'year' and number = value ->> 'number'`)
  return new Map(rows.map(({ id, ...receipt }) => [id, receipt]))
}
