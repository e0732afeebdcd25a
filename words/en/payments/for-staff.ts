// The words of refunds for staff, whose screens are in English in every language.

export * as units from '../units.ts'
export * as refunds from './refunds.ts'
