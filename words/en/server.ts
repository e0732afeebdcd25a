// The words that the server says itself: in emails, receipts and refusals.

export * as deadlines from './booking/deadlines.ts'
export * as defaults from './defaults.ts'
export * as emails from './emails/all.ts'
export * as ages from './families/ages.ts'
export * as patients from './families/patients.ts'
export * as language from './language.ts'
export * as messages from './messages/all.ts'
export * as receipts from './payments/receipts.ts'
export * as refunds from './payments/refunds.ts'
export * as refusals from './refusals/all.ts'
export * as units from './units.ts'
export * as opening from './visits/opening.ts'
