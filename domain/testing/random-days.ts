import fc from 'fast-check'

const ACTS = [
  'book',
  'book',
  'book',
  'openPaymentPage',
  'openPaymentPage',
  'charge',
  'charge',
  'startCharging',
  'decline',
  'sayPaid',
  'deliverWebhook',
  'deliverWebhook',
  'work',
  'sweep',
  'wait',
  'look',
  'remove',
] as const

/** Number of patients. */
export const PATIENTS = 4

/** An action of a user; `which` and `what` select among what exists at that moment. */
export interface Deed {
  act: (typeof ACTS)[number]
  who: number
  which: number
  what: number
}

/** Concurrent actions, and the point at which the process dies, if at all. */
export interface Moment {
  deeds: Deed[]
  fatal: number | null
}

const number = fc.nat({ max: 1000 })
const deed = fc.record({
  act: fc.constantFrom(...ACTS),
  who: fc.nat({ max: PATIENTS - 1 }),
  which: number,
  what: number,
})

/** Days at the clinic: moments with up to three actions each. */
export const days: fc.Arbitrary<Moment[]> = fc.array(
  fc.record({
    deeds: fc.array(deed, { minLength: 1, maxLength: 3 }),
    fatal: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
  }),
  { minLength: 20, maxLength: 45, size: 'max' },
)
