import * as z from 'zod/mini'
import { formatWireDate, parseWireDate } from '../dates.ts'
import { toDollars } from '../money.ts'
import { describeCard, paymentCard, paymentMethod, refundReason } from './payments.ts'

/**
 * receipt: money was taken; credit_note: money went back; reversal: the bank has rejected a refund
 * after all, or staff had not handed it back, so that its credit note is void.
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
  /** The child's: `2021-06-05`; receipts before 0.4.0 have none. */
  birthDate: z.optional(z.string()),
}

const facts = {
  kind: receiptKind,
  /** Counts the receipts of a year: '2026-000001'. */
  number: z.string(),
  /** Days on the clinic's calendar: when it was issued, and when the money was taken or went back. */
  issuedOn: z.string(),
  occurredOn: z.string(),
  /** Of a credit note the receipt's number, of a reversal the credit note's. */
  concerns: z.nullable(z.string()),
  /** Why money went back. */
  reason: z.nullable(refundReason),
  clinic: z.object({
    name: z.string(),
    street: z.string(),
    city: z.string(),
    region: z.string(),
    postalCode: z.string(),
    phone: z.string(),
    email: z.string(),
    /** Empty without one. */
    taxId: z.string(),
  }),
  payer: z.object({ name: z.string(), email: z.string(), address: z.string() }),
  method: paymentMethod,
  /** The card that paid, if Stripe has said which. */
  card: z.optional(paymentCard),
  transactionId: z.string(),
  currency: z.string(),
}

/** The content of a receipt, as it was when it was issued. Amounts are positive, in cents. */
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

/** The year and the number in it. */
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

/** The movement of the money, in one word. */
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

/** The block of totals below the items, for the PDF and its HTML twin: label and dollars. */
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

/** The facts of a document besides its items, as terms and values: for the PDF and its HTML twin. */
export function receiptFacts(receipt: Receipt): [term: string, value: string][] {
  const { kind, issuedOn, occurredOn, concerns, reason, payer, method, transactionId } = receipt
  // The bank rejects what goes to a card; at the desk staff undo what they did by mistake.
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

/** Cents of a document in the books: what went back is negative. */
export function bookedCents({
  kind,
  totalCents,
}: Pick<ReceiptDocument, 'kind' | 'totalCents'>): number {
  return kind === 'credit_note' ? -totalCents : totalCents
}
