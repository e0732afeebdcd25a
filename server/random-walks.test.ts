import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Deed, days, type Moment } from '../domain/testing/random-days.ts'
import { liveThrough, type Tally } from './testing/random-clinic.ts'

const one = (act: Deed['act']): Moment => ({
  deeds: [{ act, who: 0, which: 0, what: 0 }],
  fatal: null,
})
/** The card is charged, the clinic is not informed, and the patient is removed. */
const paidForNothing = (['book', 'openPaymentPage', 'charge', 'remove'] as const).map(one)

// A failure names its seed; `fc.assert(…, { seed, path })` walks the same way again.
it('whatever patients, Stripe and crashes do, slots and money are where they belong', async () => {
  const tally: Tally = { booked: 0, conflicts: 0, paid: 0, refunded: 0, crashes: 0 }
  await fc.assert(
    fc.asyncProperty(days, (moments) => liveThrough(moments, tally)),
    { numRuns: 12, examples: [[paidForNothing]] },
  )
  // The walks came by all that they are about.
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0)
}, 120_000)
