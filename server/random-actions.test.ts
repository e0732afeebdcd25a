import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Action, type Step, sequences } from './testing/random-actions.ts'
import { type Counts, runSteps } from './testing/random-clinic.ts'

const one = (act: Action['act']): Step => ({
  actions: [{ act, who: 0, which: 0, what: 0 }],
  crashPoint: null,
})
/** The card is charged, the clinic is not informed, and the patient is removed. */
const paidForNothing = (['book', 'openPaymentPage', 'charge', 'remove'] as const).map(one)

// A failure names its seed; `fc.assert(…, { seed, path })` repeats it.
it('slots and payments stay consistent under random actions and crashes', async () => {
  const counts: Counts = { booked: 0, conflicts: 0, paid: 0, refunded: 0, crashes: 0 }
  await fc.assert(
    fc.asyncProperty(sequences, (steps) => runSteps(steps, counts)),
    { numRuns: 12, examples: [[paidForNothing]] },
  )
  // The sequences reached every outcome.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
}, 120_000)
