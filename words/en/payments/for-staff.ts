// The words of refunds and receipts for staff, whose screens and files are in English in every language.

export * as units from '../units.ts'
export * as receipts from './receipts.ts'
export * as refunds from './refunds.ts'
