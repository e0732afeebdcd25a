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
const together = (['bookTogether', 'cancel', 'bookTogether'] as const).map(one)
const paid = ['book', 'openPaymentPage', 'charge', 'sayPaid'] as const
const ENDS = ['book', 'cancel', 'move', 'closeTime', 'refundByStaff', 'refundInDashboard'] as const
/** One that is paid, and each of what may follow. */
const afterPayment = ENDS.map((end) => [...paid, end, 'work'] as const).map((acts) => acts.map(one))

/** Histories of about 60 operations each; 330 of them are 20,000 operations. */
const RUNS = Number(process.env.HISTORIES ?? 12)

// A failure names its seed; `fc.assert(…, { seed, path })` repeats it.
it(
  'slots and payments stay consistent under random actions and crashes',
  async () => {
    const counts: Counts = {
      booked: 0,
      bookedTogether: 0,
      conflicts: 0,
      paid: 0,
      refunded: 0,
      crashes: 0,
      cancel: 0,
      move: 0,
      closeTime: 0,
      refundByStaff: 0,
    }
    await fc.assert(
      fc.asyncProperty(sequences, (steps) => runSteps(steps, counts)),
      {
        numRuns: RUNS,
        endOnFailure: true,
        examples: [paidForNothing, together, ...afterPayment].map((steps): [Step[]] => [steps]),
      },
    )
    if (RUNS > 12) console.info(counts)
    // The sequences reached every outcome.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
  },
  120_000 + RUNS * 2_000,
)
