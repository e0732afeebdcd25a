import * as z from 'zod/mini'
import * as messages from '#words/en/messages/payments.ts'
import { TRANSLATIONS } from '#words/languages.ts'
import { parseWireDate } from '../dates.ts'
import { toDollars } from '../money.ts'
import { paymentCard } from './payment-card.ts'
import { paymentMethod, refundReason } from './payments.ts'

/**
 * receipt: money was taken; credit_note: money was refunded; reversal: voids a credit note, because the bank
 * rejected the refund, or staff had not handed it back.
 */
export const receiptKind = z.enum(['receipt', 'credit_note', 'reversal'])
export type ReceiptKind = z.infer<typeof receiptKind>

const item = {
  treatment: z.string(),
  /** The treatment in the receipt's language, where that is not English and the clinic has translated it. */
  shownTreatment: z.optional(z.string()),
  /** The appointment's day and time: '2026-06-05', '09:00 AM - 09:30 AM'. */
  date: z.string(),
  slot: z.string(),
  doctor: z.nullable(z.string()),
  patientName: z.string(),
  /** The child's birth date: `2021-06-05`; absent in receipts from before 0.4.0. */
  birthDate: z.optional(z.string()),
}

const facts = {
  kind: receiptKind,
  /** Counts the receipts of a year: '2026-000001'. */
  number: z.string(),
  /** Days on the clinic's calendar: `issuedOn`, when it was issued; `occurredOn`, when the money moved. */
  issuedOn: z.string(),
  occurredOn: z.string(),
  /** A credit note concerns a receipt, a reversal a credit note: its number. */
  concerns: z.nullable(z.string()),
  /** Why the money was refunded. */
  reason: z.nullable(refundReason),
  clinic: z.object({
    name: z.string(),
    street: z.string(),
    city: z.string(),
    region: z.string(),
    postalCode: z.string(),
    phone: z.string(),
    email: z.string(),
    /** Empty if the clinic has none. */
    taxId: z.string(),
  }),
  payer: z.object({ name: z.string(), email: z.string(), address: z.string() }),
  method: paymentMethod,
  /** The card that paid, if Stripe reported it. */
  card: z.optional(paymentCard),
  transactionId: z.string(),
  currency: z.string(),
  /** The payer's, at the time of issue; absent for English. */
  language: z.optional(z.enum(TRANSLATIONS)),
}

/** The content of a receipt at the time of issue. Amounts are positive cents. */
const receiptDocument = z.object({
  ...facts,
  items: z.array(z.object({ ...item, amountCents: z.int() })),
  totalCents: z.int(),
})
export type ReceiptDocument = z.infer<typeof receiptDocument>

/** `GET /receipts/{id}`: the document with amounts in dollars. */
export const receipt = z.object({
  ...facts,
  items: z.array(z.object({ ...item, amount: z.number() })),
  total: z.number(),
})
export type Receipt = z.infer<typeof receipt>

/** The document for the API. */
export function toReceipt({ items, totalCents, ...same }: ReceiptDocument): Receipt {
  return {
    ...same,
    items: items.map(({ amountCents, ...item }) => ({ ...item, amount: toDollars(amountCents) })),
    total: toDollars(totalCents),
  }
}

/** '2026-000001' */
export function receiptNumber({ year, number }: { year: number; number: number }): string {
  return `${year}-${String(number).padStart(6, '0')}`
}

/** The year and the sequence number of a receipt's number. */
export function receiptPlace(id: string): { year: number; number: number } {
  const [year = 0, number = 0] = id.split('-').map(Number)
  return { year, number }
}

/** `{id}` is the receipt's number. */
export const receiptParams = z.object({
  id: z.string().check(z.regex(/^\d{4}-\d{6,9}$/, messages.invalidReceiptNumber)),
})

/** `GET /appointments/{id}/receipts`: of the caller's own payments, in the order of their numbers. */
export const receiptList = z.array(z.object({ number: z.string(), kind: receiptKind }))
export type ReceiptList = z.infer<typeof receiptList>

/** The names of the kinds, for staff. */
export const RECEIPT_TITLES: Record<ReceiptKind, string> = {
  receipt: 'Receipt',
  credit_note: 'Credit note',
  reversal: 'Reversal of a credit note',
}

/** The names of the ways to pay, for staff. */
export const METHOD_NAMES = { card: 'Card', cash: 'Cash', terminal: 'Card terminal' } as const

/** `GET /receipts/months/{month}`: a month's receipts as CSV. */
export const receiptMonthParams = z.object({
  month: z
    .string()
    .check(
      z.refine((month) => month.length === 7 && parseWireDate(`${month}-01`), 'Invalid month'),
    ),
})

/** The signed cents of a document in the books: refunds are negative. */
export function bookedCents({
  kind,
  totalCents,
}: Pick<ReceiptDocument, 'kind' | 'totalCents'>): number {
  return kind === 'credit_note' ? -totalCents : totalCents
}
