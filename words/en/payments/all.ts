export * as cards from './cards.ts'
export * as forStaff from './for-staff.ts'
export * as receipts from './receipts.ts'
export * as refunds from './refunds.ts'
