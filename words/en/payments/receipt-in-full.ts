// Everything that a receipt says, for pages that show it in its own language.

export * as patients from '../families/patients.ts'
export * as receiptDocument from './receipt-document.ts'
export * as receipts from './receipts.ts'
