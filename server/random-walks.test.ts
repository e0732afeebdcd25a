import fc from 'fast-check'
import { expect, it } from 'vitest'
import { days, liveThrough, type Tally } from './testing/random-clinic.ts'

// A failure names its seed; `fc.assert(…, { seed, path })` walks the same way again.
it('whatever patients, Stripe and crashes do, slots and money are where they belong', async () => {
  const tally: Tally = { booked: 0, conflicts: 0, paid: 0, refunded: 0, crashes: 0 }
  await fc.assert(
    fc.asyncProperty(days, (moments) => liveThrough(moments, tally)),
    { numRuns: 20 },
  )
  // The walks came by all that they are about.
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(0)
}, 120_000)
