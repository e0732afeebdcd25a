import { formatSlot } from '#contract/booking/slots.ts'
import { sumCents } from '#contract/money.ts'
import { cardOf } from '#contract/payments/payment-card.ts'
import {
  type ReceiptDocument,
  type ReceiptKind,
  receiptNumber,
} from '#contract/payments/receipts.ts'
import { translationsOf } from '#domain/own-words.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { payerOf } from '#drizzle/queries/payments/payer.ts'
import { findPayment, type PaymentRow } from '#drizzle/queries/payments/payments.ts'
import {
  findCreditNoteOf,
  findLatestReceipt,
  findReceiptOf,
  insertReceipt,
  listBilled,
  listPaymentsWithoutReceipt,
  listRefundsWithoutCreditNote,
} from '#drizzle/queries/payments/receipts.ts'
import { findRefund } from '#drizzle/queries/payments/refunds.ts'
import { readLanguages, readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { wallClockAt } from '../clinic-clock.ts'

/**
 * Issues the receipt of a payment, unless it has one.
 * @returns the receipt's number: '2026-000001'
 */
export function issueReceipt(db: Transaction, paymentId: string, now: Date): string {
  const issued = findReceiptOf(db, paymentId)
  if (issued) return receiptNumber(issued)
  const payment = findPayment(db, paymentId)
  if (!payment) throw new Error(`There is no payment ${paymentId}.`)
  const content = {
    kind: 'receipt',
    concerns: null,
    reason: null,
    occurredAt: payment.succeededAt ?? now,
  } as const
  return issue(db, payment, { ...content, items: itemsOf(db, paymentId) }, now)
}

/**
 * Issues the credit note of a refund that succeeded, unless it has one.
 * @returns the credit note's number
 */
export function issueCreditNote(db: Transaction, refundId: string, now: Date): string {
  const issued = findCreditNoteOf(db, refundId, 'credit_note')
  if (issued) return receiptNumber(issued)
  const refund = findRefund(db, refundId)
  const payment = refund && findPayment(db, refund.paymentId)
  if (!refund || !payment) throw new Error(`There is no refund ${refundId}.`)
  const { amountCents, appointmentId, reason, settledAt } = refund
  const concerns = issueReceipt(db, payment.id, now)
  const items = itemsOf(db, payment.id, appointmentId).map((item) => ({ ...item, amountCents }))
  const content = { kind: 'credit_note', refundId, concerns, reason, items } as const
  return issue(db, payment, { ...content, occurredAt: settledAt ?? now }, now)
}

/** Voids the credit note, if there is one, of a refund that the bank rejected after all. */
export function voidCreditNote(db: Transaction, refundId: string, now: Date): void {
  const note = findCreditNoteOf(db, refundId, 'credit_note')
  if (!note || findCreditNoteOf(db, refundId, 'reversal')) return
  const payment = findPayment(db, note.paymentId)
  if (!payment) throw new Error(`There is no payment ${note.paymentId}.`)
  const { items, reason } = note.document
  const concerns = receiptNumber(note)
  const content = { kind: 'reversal', refundId, concerns, reason, items, occurredAt: now } as const
  issue(db, payment, content, now)
}

/** Rows per transaction, so that other writers do not wait long. */
const BATCH = 100

/**
 * Issues missing receipts of payments and refunds from before receipts existed, with the clinic's present
 * details.
 * @returns how many it issued
 */
export async function issueMissingReceipts(db: Database, now: () => Date): Promise<number> {
  let issued = 0
  for (;;) {
    const batch = await writeTransaction(db, (tx) => {
      const payments = listPaymentsWithoutReceipt(db, BATCH)
      for (const { id } of payments) issueReceipt(tx, id, now())
      if (payments.length > 0) return payments.length
      const refunds = listRefundsWithoutCreditNote(db, BATCH)
      for (const id of refunds) issueCreditNote(tx, id, now())
      return refunds.length
    })
    if (batch === 0) return issued
    issued += batch
  }
}

interface Content {
  kind: ReceiptKind
  /** Of a credit note and its reversal. */
  refundId?: string
  concerns: string | null
  reason: ReceiptDocument['reason']
  items: ReceiptDocument['items']
  /** When the money was paid or refunded. */
  occurredAt: Date
}

function issue(db: Transaction, payment: PaymentRow, content: Content, now: Date): string {
  const { kind, refundId = null, concerns, reason, items, occurredAt } = content
  const timeZone = readTimeZone(db)
  const dayOf = (instant: Date) => wallClockAt(instant, timeZone).today
  const last = findLatestReceipt(db)
  // If the clock is set back to last year, the numbers continue, so that payments still succeed.
  const year = Math.max(Number(dayOf(now).slice(0, 4)), last?.year ?? 0)
  const number = last?.year === year ? last.number + 1 : 1
  const { id: paymentId, method, currency } = payment
  const { language } = languageFor(db, payment)
  const document: ReceiptDocument = {
    kind,
    number: receiptNumber({ year, number }),
    issuedOn: dayOf(now),
    occurredOn: dayOf(occurredAt),
    concerns,
    reason,
    clinic: clinicOf(db),
    payer: payerFor(db, payment),
    method,
    card: cardOf(payment),
    transactionId: paymentId,
    currency,
    items: inLanguage(db, language, items),
    totalCents: sumCents(items),
    ...(language && { language }),
  }
  insertReceipt(db, {
    year,
    number,
    kind,
    paymentId,
    refundId,
    occurredAt,
    issuedAt: now,
    document,
  })
  const data = { kind, paymentId, amountCents: document.totalCents }
  appendEvent(db, { kind: 'receipt.issued', actor: null, subject: document.number, data }, now)
  return document.number
}

function clinicOf(db: Database): ReceiptDocument['clinic'] {
  const { fullName, street, city, region, postalCode, phone, email, taxId } = readSettings(db)
  return { name: fullName, street, city, region, postalCode, phone, email, taxId }
}

/**
 * The payer: name and email of the account, or as booked; the address of a booking by the payer, never of
 * another guardian. Once the account is removed, later documents repeat the receipt's payer.
 */
function payerFor(db: Database, payment: PaymentRow): ReceiptDocument['payer'] {
  const booked = listBilled(db, payment.id)
    .map(({ appointment }) => appointment)
    .find((appointment) => isOfPayer(db, payment, appointment))
  const account = findUser(db, payerOf(db, payment.id) ?? '')
  const receipt = account ? undefined : findReceiptOf(db, payment.id)
  if (receipt) return receipt.document.payer
  return {
    name: account?.name || booked?.patientName || '',
    email: account?.email ?? booked?.email ?? '',
    address: booked?.address ?? '',
  }
}

/**
 * The language of the payer, if the server offers it; once the account is removed, the receipt's. Nothing for
 * English.
 */
function languageFor(db: Database, payment: PaymentRow): Pick<ReceiptDocument, 'language'> {
  const account = findUser(db, payerOf(db, payment.id) ?? '')
  const family = findDeskFamily(db, payment.payerDeskFamilyId ?? '')
  const language = account
    ? account.language
    : (family?.language ?? findReceiptOf(db, payment.id)?.document.language)
  return language && readLanguages(db).includes(language) ? { language } : {}
}

/** The items with their treatments as the clinic translates them now. */
function inLanguage(
  db: Database,
  language: ReceiptDocument['language'],
  items: ReceiptDocument['items'],
): ReceiptDocument['items'] {
  const known = language && translationsOf(db, language)
  return items.map(({ shownTreatment: _, ...item }) => {
    const shownTreatment = known?.get(item.treatment)
    return { ...item, ...(shownTreatment !== undefined && { shownTreatment }) }
  })
}

/** Whether the payer booked it, so that the booking's name, email and address are theirs. */
function isOfPayer(
  db: Database,
  { id, payerDeskFamilyId }: PaymentRow,
  { patientUid, deskFamilyId }: Pick<AppointmentRow, 'patientUid' | 'deskFamilyId'>,
): boolean {
  const payer = payerOf(db, id)
  if (payer !== null) return payer === patientUid
  return payerDeskFamilyId !== null && payerDeskFamilyId === deskFamilyId
}

function itemsOf(
  db: Database,
  paymentId: string,
  appointmentId?: string,
): ReceiptDocument['items'] {
  return listBilled(db, paymentId)
    .filter(({ appointment }) => appointmentId === undefined || appointment.id === appointmentId)
    .map(({ item: { amountCents }, appointment }) => ({
      treatment: appointment.treatment,
      date: appointment.date,
      slot: formatSlot(appointment),
      doctor: appointment.doctorName,
      patientName: appointment.childName ?? appointment.patientName,
      ...(appointment.childBirthDate && { birthDate: appointment.childBirthDate }),
      amountCents,
    }))
}
