import type { Words } from '#words/every-language.ts'
import type { Formats } from '../formats/formats.ts'
import { describeCard } from './payment-card.ts'
import type { Receipt } from './receipts.ts'

/** The words of receipts, in the language of the receipt. */
type ReceiptWords = Pick<Words, 'receipts'> & { formats: Formats }

/** 'Visa •••• 4242', 'Cash'. */
function describeMethod(
  { method, card }: Pick<Receipt, 'method' | 'card'>,
  { receipts: { methods } }: Pick<Words, 'receipts'>,
): string {
  return card ? describeCard(card, methods.card) : methods[method]
}

/** The totals below the items, for the PDF and the page: label and dollars. */
export function receiptTotals(
  receipt: Receipt,
  words: Pick<Words, 'receipts'>,
): [label: string, amount: number][] {
  const { kind, total } = receipt
  const { receipts: say } = words
  const method = describeMethod(receipt, words)
  const moved = {
    receipt: say.paidBy(method),
    credit_note: say.refundedTo(method),
    reversal: null,
  }
  const label = moved[kind]
  return [[say.total, total], ...(label ? [[label, total] as [string, number]] : [])]
}

/** The other facts of a document as terms and values, for the PDF and the page. */
export function receiptFacts(
  receipt: Receipt,
  words: ReceiptWords,
): [term: string, value: string][] {
  const { kind, issuedOn, occurredOn, concerns, reason, payer, method, transactionId } = receipt
  const { receipts: say, formats: write } = words
  // The bank rejects refunds to a card; staff undo those at the desk that they marked by mistake.
  const reversal = method === 'card' ? say.refundRejected : say.refundUndone
  const happened = { receipt: say.paid, credit_note: say.refunded, reversal }[kind]
  return [
    [say.issued, write.day(issuedOn)],
    [happened, write.day(occurredOn)],
    ...(concerns ? [[kind === 'reversal' ? say.voidsCreditNote : say.forReceipt, concerns]] : []),
    ...(reason && kind === 'credit_note' ? [[say.reason, say.reasons[reason]]] : []),
    [say.paymentMethod, describeMethod(receipt, words)],
    [say.transaction, transactionId],
    [say.payer, payer.name],
    ...(payer.email ? [[say.email, payer.email]] : []),
    ...(payer.address ? [[say.address, payer.address]] : []),
  ] as [string, string][]
}
