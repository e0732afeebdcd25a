import * as z from 'zod/mini'
import { formatWireDate, parseWireDate } from '../dates.ts'
import { toDollars } from '../money.ts'
import { describeCard, paymentCard } from './payment-card.ts'
import { paymentMethod, refundReason } from './payments.ts'

/**
 * receipt: money was taken; credit_note: money was refunded; reversal: voids a credit note, because the bank
 * rejected the refund, or staff had not handed it back.
 */
export const receiptKind = z.enum(['receipt', 'credit_note', 'reversal'])
export type ReceiptKind = z.infer<typeof receiptKind>

const item = {
  treatment: z.string(),
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
  id: z.string().check(z.regex(/^\d{4}-\d{6,9}$/, 'Invalid receipt number')),
})

/** `GET /appointments/{id}/receipts`: of the caller's own payments, in the order of their numbers. */
export const receiptList = z.array(z.object({ number: z.string(), kind: receiptKind }))
export type ReceiptList = z.infer<typeof receiptList>

/** The names of the kinds. */
export const RECEIPT_TITLES: Record<ReceiptKind, string> = {
  receipt: 'Receipt',
  credit_note: 'Credit note',
  reversal: 'Reversal of a credit note',
}

/** Each kind as one word. */
export const RECEIPT_STAMPS: Record<ReceiptKind, string> = {
  receipt: 'Paid',
  credit_note: 'Refunded',
  reversal: 'Refund reversed',
}

export const METHOD_NAMES = { card: 'Card', cash: 'Cash', terminal: 'Card terminal' } as const

const REASONS = {
  cancelled: 'The appointment was canceled',
  already_paid: 'The appointment was paid twice',
  mismatch: 'The amount did not match the price',
  staff: 'Refunded by the clinic',
  dashboard: 'Refunded by the clinic',
} as const satisfies Record<z.infer<typeof refundReason>, string>

/** 'Visa •••• 4242', 'Cash'. */
function describeMethod({ method, card }: Pick<Receipt, 'method' | 'card'>): string {
  return card ? describeCard(card) : METHOD_NAMES[method]
}

/** The totals below the items, for the PDF and the page: label and dollars. */
export function receiptTotals(receipt: Receipt): [label: string, amount: number][] {
  const { kind, total } = receipt
  const method = describeMethod(receipt)
  const moved = {
    receipt: `Paid by ${method}`,
    credit_note: `Refunded to ${method}`,
    reversal: null,
  }
  const label = moved[kind]
  return [['Total', total], ...(label ? [[label, total] as [string, number]] : [])]
}

/** The other facts of a document as terms and values, for the PDF and the page. */
export function receiptFacts(receipt: Receipt): [term: string, value: string][] {
  const { kind, issuedOn, occurredOn, concerns, reason, payer, method, transactionId } = receipt
  // The bank rejects refunds to a card; staff undo those at the desk that they marked by mistake.
  const reversal = method === 'card' ? 'Refund rejected' : 'Refund undone'
  const happened = { receipt: 'Paid', credit_note: 'Refunded', reversal }[kind]
  return [
    ['Issued', formatWireDate(issuedOn)],
    [happened, formatWireDate(occurredOn)],
    ...(concerns ? [[kind === 'reversal' ? 'Voids credit note' : 'For receipt', concerns]] : []),
    ...(reason && kind === 'credit_note' ? [['Reason', REASONS[reason]]] : []),
    ['Payment method', describeMethod(receipt)],
    ['Transaction', transactionId],
    ['Payer', payer.name],
    ...(payer.email ? [['Email', payer.email]] : []),
    ...(payer.address ? [['Address', payer.address]] : []),
  ] as [string, string][]
}

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
