import type { Attendance } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'

// The source of the roll-ups of Insights, a day at a time. The conditions are literals, as in the partial
// indexes.

/** Doctor and treatment; without a doctor where the treatment has none. */
export interface Place {
  doctorId: string | null
  treatmentId: string
}

interface BookedSource extends Place {
  id: string
  startMinute: number
  lengthMinutes: number
  attendance: Attendance
  /** 0 or 1. */
  paid: number
  /** 0 or 1. */
  billedElsewhere: number
  /** 0 or 1. */
  squeezed: number
  priceCents: number
  /** Milliseconds since the epoch. */
  createdAt: number
  patientUid: string | null
  deskFamilyId: string | null
}

interface CancelledSource extends Place {
  startMinute: number
  /** Milliseconds since the epoch. */
  cancelledAt: number
  terms: RefundTerms | null
  /** Null when it is not recorded. */
  by: 'family' | 'clinic' | null
}

/** Who booked an appointment, and through which site's link. */
export interface BookingOrigin {
  by: 'staff' | null
  /** `source` of another site's link. */
  source: string | null
}

/** An amount of a payment or refund, in cents. */
interface MoneySource extends Place {
  amountCents: number
}

const statements = prepareOnce(({ $client }: Database) => ({
  booked: $client.prepare<[IsoDate], BookedSource>(
    `select id, doctor_id as doctorId, treatment_id as treatmentId, start_minute as startMinute,
       length_minutes as lengthMinutes, attendance, paid, billed_elsewhere as billedElsewhere, price_cents as priceCents, squeezed,
       created_at as createdAt, patient_uid as patientUid, desk_family_id as deskFamilyId
     from appointments where date = ? and status = 'booked' order by start_minute, id`,
  ),
  cancelled: $client.prepare<
    [IsoDate],
    Omit<CancelledSource, 'terms' | 'by'> & { id: string; terms: string | null }
  >(
    `select id, doctor_id as doctorId, treatment_id as treatmentId, start_minute as startMinute,
       cancelled_at as cancelledAt, terms
     from appointments
     where date = ? and status = 'cancelled' and cancelled_at is not null
     order by start_minute, id`,
  ),
  cancelledBy: $client
    .prepare<[string], 'family' | 'clinic' | null>(
      `select json_extract(data, '$.by') from events
       where subject = ? and +kind = 'appointment.cancelled' order by id desc limit 1`,
    )
    .pluck(),
  origin: $client.prepare<[string], BookingOrigin>(
    `select json_extract(data, '$.by') as by, json_extract(data, '$.source') as source from events
     where subject = ? and +kind = 'appointment.booked' order by id limit 1`,
  ),
  beforeOfUser: $client
    .prepare<[string, IsoDate], 1>(
      `select 1 from appointments
       where patient_uid = ? and date < ? and status = 'booked' limit 1`,
    )
    .pluck(),
  beforeOfFamily: $client
    .prepare<[string, IsoDate], 1>(
      `select 1 from appointments
       where desk_family_id = ? and date < ? and status = 'booked' limit 1`,
    )
    .pluck(),
  keptFirst: $client
    .prepare<[string], 1>('select 1 from insight_first_appointments where appointment_id = ?')
    .pluck(),
  keepFirst: $client.prepare<[string]>(
    `insert into insight_first_appointments (appointment_id)
     select id from appointments where patient_uid = ? and status = 'booked'
     order by date, start_minute, id limit 1
     on conflict do nothing`,
  ),
  paid: $client.prepare<[string], MoneySource>(
    `select doctor_id as doctorId, treatment_id as treatmentId, amount_cents as amountCents
     from payment_items join appointments on appointments.id = appointment_id
     where payment_id = ?`,
  ),
  refunded: $client.prepare<[string], MoneySource>(
    `select doctor_id as doctorId, treatment_id as treatmentId, refunds.amount_cents as amountCents
     from refunds join payment_items on payment_items.id = item_id
       join appointments on appointments.id = appointment_id
     where refunds.id = ?`,
  ),
  lost: $client.prepare<[number, number], MoneySource>(
    `select doctor_id as doctorId, treatment_id as treatmentId, payment_items.amount_cents - (
         select coalesce(sum(amount_cents), 0) from refunds
         where item_id = payment_items.id and state <> 'failed') as amountCents
     from events join payments on payments.id = events.subject and dispute_lost
       join payment_items on payment_items.payment_id = payments.id
       join appointments on appointments.id = payment_items.appointment_id
     where events.kind = 'payment.dispute_lost' and occurred_at >= ? and occurred_at < ?`,
  ),
  span: $client.prepare<[], { first: IsoDate | null; last: IsoDate | null }>(
    `select (select min(date) from (
         select min(date) as date from appointments where status = 'booked'
         union all select min(date) from appointments where status = 'cancelled')) as first,
       (select max(date) from (
         select max(date) as date from appointments where status = 'booked'
         union all select max(date) from appointments where status = 'cancelled')) as last`,
  ),
  moneySpan: $client.prepare<[], { first: number | null; last: number | null }>(
    `select (select min(occurred_at) from receipts) as first,
       (select max(occurred_at) from receipts) as last`,
  ),
}))

/** The booked appointments of a day in the order of their times. */
export function listBookedOn(db: Database, date: IsoDate): BookedSource[] {
  return statements(db).booked.all(date)
}

/** The canceled appointments of a day. */
export function listCancelledOn(db: Database, date: IsoDate): CancelledSource[] {
  const { cancelled, cancelledBy } = statements(db)
  return cancelled.all(date).map(({ id, terms, ...row }) => ({
    ...row,
    terms: terms === null ? null : (JSON.parse(terms) as RefundTerms),
    by: cancelledBy.get(id) ?? null,
  }))
}

/** The origin of an appointment; undefined when its booking is not recorded. */
export function findBookingOrigin(db: Database, id: string): BookingOrigin | undefined {
  return statements(db).origin.get(id)
}

/**
 * Whether it is on its family's first booked day. If the account is removed, whether it was the family's
 * first appointment.
 */
export function isOnFirstDay(
  db: Database,
  { id, patientUid, deskFamilyId }: BookedSource,
  date: IsoDate,
): boolean {
  const { beforeOfUser, beforeOfFamily, keptFirst } = statements(db)
  if (patientUid !== null) return beforeOfUser.get(patientUid, date) === undefined
  if (deskFamilyId !== null) return beforeOfFamily.get(deskFamilyId, date) === undefined
  return keptFirst.get(id) !== undefined
}

/** Stores which appointment was the first of an account that is about to be removed. */
export function keepFirstAppointment(db: Transaction, uid: string): void {
  statements(db).keepFirst.run(uid)
}

/** The items of a payment. */
export function listPaidItems(db: Database, paymentId: string): MoneySource[] {
  return statements(db).paid.all(paymentId)
}

/** The item of a refund. */
export function findRefundedItem(db: Database, refundId: string): MoneySource | undefined {
  return statements(db).refunded.get(refundId)
}

/** The losses by disputes within a time range. */
export function listLostItems(
  db: Database,
  { from, until }: { from: Date; until: Date },
): MoneySource[] {
  return statements(db).lost.all(from.getTime(), until.getTime())
}

/**
 * The first and last day with an appointment, and the first and last instant of a receipt; null without any.
 */
export function readSourceSpan(db: Database) {
  const { span, moneySpan } = statements(db)
  return { appointments: span.get(), receipts: moneySpan.get() }
}
