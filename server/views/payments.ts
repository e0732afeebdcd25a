import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import type { Closing } from '#contract/front-desk/cash-payments.ts'
import type { ListedCashRefund } from '#contract/front-desk/cash-refunds.ts'
import type { TillCount, TillDay } from '#contract/front-desk/tills.ts'
import { sumCents, toDollars } from '#contract/money.ts'
import type { KeptCard } from '#contract/payments/cards.ts'
import { paymentMethod } from '#contract/payments/payments.ts'
import { bookedCents, receiptNumber } from '#contract/payments/receipts.ts'
import type {
  ListedPayment,
  PaidAppointment,
  PaymentProblem,
} from '#contract/payments/reconciliation.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import { sumReceipts } from '#domain/front-desk/closing.ts'
import type { TillMoney } from '#domain/front-desk/tills.ts'
import { isExpired } from '#domain/payments/cards/choose-card.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import type { CashRefundRow } from '#drizzle/queries/front-desk/cash-refunds.ts'
import type { CountRow } from '#drizzle/queries/front-desk/tills.ts'
import type { CardRow } from '#drizzle/queries/payments/cards.ts'
import type { PaymentWithItems } from '#drizzle/queries/payments/payment-list.ts'
import type { ProblemRow } from '#drizzle/queries/payments/payment-problems.ts'
import type { ReceiptOfPayment } from '#drizzle/queries/payments/receipts.ts'
import { toPatient, toPhone, uniquePatients } from './appointments.ts'
import { toNamed } from './with-id.ts'

/** A kept card, as its user sees it. @param today on the clinic's calendar */
export function toKeptCard(card: CardRow, today: IsoDate): KeptCard {
  const { id: _id, brand, last4, expiryMonth, expiryYear } = card
  return { _id, brand, last4, expiryMonth, expiryYear, expired: isExpired(card, today) }
}

/** A refund that staff hand back or have handed back. */
export function toCashRefund(row: CashRefundRow, dial: Dial): ListedCashRefund {
  const { refund, method, appointment, handedBackByName: by } = row
  const { patientUid, deskFamilyId, treatment, date } = appointment
  const { settledAt, amountCents, createdAt, id, reason, note } = refund
  return {
    _id: id,
    family: patientUid ?? deskFamilyId,
    ...toPatient(appointment),
    ...toPhone(appointment.phone, dial),
    treatment,
    date: formatWireDate(date),
    slot: formatSlot(appointment),
    method,
    amount: toDollars(amountCents),
    reason,
    note,
    since: createdAt.toISOString(),
    handedBack: settledAt && { by, at: settledAt.toISOString() },
  }
}

type AppointmentOfPayment = NonNullable<ProblemRow['appointment']>

function toPaidAppointment(row: AppointmentOfPayment, dial: Dial): PaidAppointment {
  const { id, treatment, date, status } = row
  return {
    _id: id,
    treatment,
    date: formatWireDate(date),
    slot: formatSlot(row),
    ...toPatient(row),
    family: row.patientUid ?? row.deskFamilyId,
    ...toPhone(row.phone, dial),
    status,
  }
}

/** A difference between Stripe and our records. */
export function toPaymentProblem(
  { appointment, since, ...problem }: ProblemRow,
  dial: Dial,
): PaymentProblem {
  return {
    ...problem,
    since: since.toISOString(),
    appointment: appointment && toPaidAppointment(appointment, dial),
  }
}

/** A payment with its parts and their refunds. */
export function toPayment(
  { payment, items, refunds, payer }: PaymentWithItems,
  dial: Dial,
): ListedPayment {
  const { id, method, amountCents, disputed, disputeLost, succeededAt, createdAt } = payment
  return {
    _id: id,
    method,
    amountCents,
    disputed,
    disputeLost,
    succeededAt: (succeededAt ?? createdAt).toISOString(),
    payer: payer && toNamed(payer),
    items: items.map(({ item, appointment }) => {
      const own = refunds.filter(({ itemId }) => itemId === item.id)
      const back = own.filter(({ state }) => state !== 'failed')
      return {
        _id: item.id,
        amountCents: item.amountCents,
        keptCents: item.amountCents - sumCents(back),
        appointment: toPaidAppointment(appointment, dial),
        refunds: own.map((refund) => ({
          _id: refund.id,
          amountCents: refund.amountCents,
          reason: refund.reason,
          note: refund.note,
          state: refund.state,
          createdAt: refund.createdAt.toISOString(),
        })),
      }
    }),
  }
}

/**
 * Money paid and refunded, by method and in total: docs/requirements.md#closing-sheet.
 * @param paid the appointments of each receipt, by its number
 */
export function toClosing(
  rows: readonly ReceiptOfPayment[],
  paid: ReadonlyMap<string, readonly AppointmentRow[]>,
): Pick<Closing, 'methods' | 'total' | 'entries'> {
  return {
    methods: paymentMethod.options.map((method) => ({
      method,
      ...toSums(rows.filter(({ payment }) => payment.method === method)),
    })),
    total: toSums(rows),
    entries: rows.map((row) => toEntry(row, paid.get(receiptNumber(row.receipt)) ?? [])),
  }
}

function toSums(rows: readonly ReceiptOfPayment[]): Closing['total'] {
  const { takenCents, refundedCents } = sumReceipts(rows)
  return {
    taken: toDollars(takenCents),
    refunded: toDollars(refundedCents),
    net: toDollars(takenCents - refundedCents),
  }
}

function toEntry(
  { receipt, payment, byName }: ReceiptOfPayment,
  paid: readonly AppointmentRow[],
): Closing['entries'][number] {
  const treatments = receipt.document.items.map(({ treatment }) => treatment)
  return {
    number: receiptNumber(receipt),
    kind: receipt.kind,
    at: receipt.occurredAt.toISOString(),
    method: payment.method,
    patients: uniquePatients(paid.map(toPatient)),
    treatment: [...new Set(treatments)].join(', '),
    amount: toDollars(bookedCents(receipt.document)),
    by: byName,
  }
}

/** A till of a day with its counts, in dollars. */
export function toTillDay({
  till,
  counts,
  float,
  count,
  takenCents,
  refundedCents,
  expectedCents,
  differenceCents,
}: TillMoney): TillDay {
  return {
    till,
    float: float && toCount(float),
    count: count && toCount(count),
    taken: toDollars(takenCents),
    refunded: toDollars(refundedCents),
    expected: expectedCents === null ? null : toDollars(expectedCents),
    difference: differenceCents === null ? null : toDollars(differenceCents),
    history: counts.map(toCount).toReversed(),
  }
}

function toCount({ count, countedByName }: CountRow): TillCount {
  const { kind, version, amountCents, note, countedAt } = count
  const amount = toDollars(amountCents)
  return { kind, version, amount, note, by: countedByName, at: countedAt.toISOString() }
}
