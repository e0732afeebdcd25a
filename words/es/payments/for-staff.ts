export * as refunds from '#words/en/payments/refunds.ts'
export * as units from '#words/en/units.ts'
