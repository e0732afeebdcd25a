import { millisecondsInHour } from 'date-fns/constants'
import { daysBetween, type IsoDate } from '#contract/dates.ts'
import { FROM_DESK, FROM_SITE, fromLink } from '#contract/insights/sources.ts'
import { DEFAULT_TERMS, type RefundTerms } from '#contract/payments/refund-bands.ts'
import { MINUTES_PER_DAY } from '#contract/schedule/schedule.ts'
import type { Database } from '#drizzle/client.ts'
import {
  ALL,
  byScope,
  type DayRollUp,
  type MinutesByHour,
  type MoneyRollUp,
  NO_DOCTOR,
  type RollUps,
} from '#drizzle/queries/insights/roll-ups.ts'
import {
  type BookingOrigin,
  findBookingOrigin,
  findRefundedItem,
  isOnFirstDay,
  listBookedOn,
  listCancelledOn,
  listLostItems,
  listPaidItems,
  type Place,
} from '#drizzle/queries/insights/source.ts'
import type { ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'
import { instantOf, wallClockReader } from '../clinic-clock.ts'
import { dayBounds, listReceiptsOfDays } from '../receipts/read-receipts.ts'

/** The figures of a day from their source: docs/requirements.md#insights. */
export function computeDay(db: Database, date: IsoDate, timeZone: string): RollUps {
  return {
    days: computeAppointments(db, date, timeZone).sort(byScope),
    money: computeMoney(db, date, timeZone).sort(byScope),
  }
}

function computeAppointments(db: Database, date: IsoDate, timeZone: string): DayRollUp[] {
  const rows = createRows<DayRollUp>(date, () => ({
    booked: 0,
    completed: 0,
    noShow: 0,
    cancelledLate: 0,
    newFamilies: 0,
    unpaid: 0,
    unpaidCents: 0,
    hours: {},
    leads: {},
    sources: {},
  }))
  const shownAt = wallClockReader(timeZone)
  const families = new Set<string>()
  for (const booked of listBookedOn(db, date)) {
    const family = booked.patientUid ?? booked.deskFamilyId
    // A family of the previous system is not new.
    const isNew = !booked.billedElsewhere
    const isFirst =
      isNew && (family === null || !families.has(family)) && isOnFirstDay(db, booked, date)
    if (family !== null) families.add(family)
    const isUnpaid = !booked.paid && !booked.billedElsewhere && booked.attendance !== 'no_show'
    const hours = minutesByHour(booked.startMinute, booked.startMinute + booked.lengthMinutes)
    const source = sourceOf(findBookingOrigin(db, booked.id))
    // Staff may enter a visit afterwards; it counts as booked on its day.
    const lead = Math.max(0, daysBetween(shownAt(booked.createdAt).today, date))
    for (const row of rows.of(booked)) {
      row.booked += 1
      if (booked.attendance === 'completed') row.completed += 1
      if (booked.attendance === 'no_show') row.noShow += 1
      if (isFirst) row.newFamilies += 1
      if (isUnpaid) {
        row.unpaid += 1
        row.unpaidCents += booked.priceCents
      }
      // An extra patient takes no open time.
      if (!booked.squeezed) addMinutes(row.hours, hours)
      row.leads[lead] = (row.leads[lead] ?? 0) + 1
      row.sources[source] = (row.sources[source] ?? 0) + 1
    }
  }
  for (const cancelled of listCancelledOn(db, date)) {
    const start = instantOf({ date, startMinute: cancelled.startMinute }, timeZone).getTime()
    const isLate =
      cancelled.cancelledAt > start - fullRefundHours(cancelled.terms) * millisecondsInHour
    if (cancelled.by !== 'family' || !isLate) continue
    for (const row of rows.of(cancelled)) row.cancelledLate += 1
  }
  return rows.all()
}

/** Bookings without a recorded origin are older than bookings by staff. */
function sourceOf(origin: BookingOrigin | undefined): string {
  if (origin?.by === 'staff') return FROM_DESK
  return origin?.source ? fromLink(origin.source) : FROM_SITE
}

/** Up to how many hours before the start a cancellation is fully refunded. */
function fullRefundHours(terms: RefundTerms | null): number {
  const last = ({ bands }: RefundTerms) => bands.findLast(({ percent }) => percent === 100)
  return (last(terms ?? DEFAULT_TERMS) ?? last(DEFAULT_TERMS))?.hours ?? 0
}

/** The money of the day's receipts, as the closing sheet counts it, and what was lost in disputes. */
function computeMoney(db: Database, date: IsoDate, timeZone: string): MoneyRollUp[] {
  const rows = createRows<MoneyRollUp>(date, () => ({
    card: 0,
    cash: 0,
    terminal: 0,
    cancelled: 0,
    alreadyPaid: 0,
    mismatch: 0,
    staff: 0,
    dashboard: 0,
    disputeLost: 0,
  }))
  for (const { receipt, payment } of listReceiptsOfDays(db, [date, date], timeZone)) {
    if (receipt.refundId === null) {
      for (const item of listPaidItems(db, receipt.paymentId)) {
        for (const row of rows.of(item)) row[payment.method] += item.amountCents
      }
      continue
    }
    const item = findRefundedItem(db, receipt.refundId)
    if (!item) throw new Error(`Receipt ${receipt.document.number} has no refund.`)
    const column = columnOf(receipt)
    // A reversal cancels a refund.
    const cents = receipt.kind === 'reversal' ? -item.amountCents : item.amountCents
    for (const row of rows.of(item)) row[column] += cents
  }
  for (const item of listLostItems(db, dayBounds([date, date], timeZone))) {
    for (const row of rows.of(item)) row.disputeLost += item.amountCents
  }
  return rows.all()
}

/** The column that counts a refund of that reason. */
function columnOf({ document: { reason } }: ReceiptOfPayment['receipt']) {
  if (reason === null) return 'staff'
  return reason === 'already_paid' ? 'alreadyPaid' : reason
}

/** Rows by scope. An appointment counts in four: its own, its doctor's, its treatment's and the clinic's. */
function createRows<Row extends Pick<DayRollUp, 'doctorId' | 'treatmentId' | 'date'>>(
  date: IsoDate,
  empty: () => Omit<Row, 'doctorId' | 'treatmentId' | 'date'>,
) {
  const rows = new Map<string, Row>()
  function rowOf(doctorId: string, treatmentId: string): Row {
    const key = `${doctorId} ${treatmentId}`
    const known = rows.get(key)
    if (known) return known
    const row = { doctorId, treatmentId, date, ...empty() } as Row
    rows.set(key, row)
    return row
  }
  return {
    of({ doctorId, treatmentId }: Place): Row[] {
      const doctor = doctorId ?? NO_DOCTOR
      return [
        rowOf(doctor, treatmentId),
        rowOf(doctor, ALL),
        rowOf(ALL, treatmentId),
        rowOf(ALL, ALL),
      ]
    },
    all: () => [...rows.values()],
  }
}

/** The minutes of a time in each hour that it touches. */
export function minutesByHour(from: number, to: number): MinutesByHour {
  const minutes: MinutesByHour = {}
  for (let at = from; at < Math.min(to, MINUTES_PER_DAY); ) {
    const hour = Math.floor(at / 60)
    const until = Math.min((hour + 1) * 60, to)
    minutes[hour] = until - at
    at = until
  }
  return minutes
}

/** Adds the minutes of two times. */
export function addMinutes(sum: MinutesByHour, more: MinutesByHour): void {
  for (const [hour, minutes] of Object.entries(more)) sum[hour] = (sum[hour] ?? 0) + minutes
}
