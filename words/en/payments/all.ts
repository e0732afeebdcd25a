export * as forStaff from './for-staff.ts'
export * as refunds from './refunds.ts'
