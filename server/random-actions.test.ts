import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Action, type Step, sequences } from './testing/random-actions.ts'
import { runSteps } from './testing/random-clinic.ts'
import { countNone } from './testing/random-model.ts'

const one = (act: Action['act']): Step => ({
  actions: [{ act, who: 0, which: 0, what: 0 }],
  crashPoint: null,
})
/** The card is charged, the clinic is not informed, and the patient is removed. */
const paidForNothing = (['book', 'openPaymentPage', 'charge', 'remove'] as const).map(one)
const together = (['bookTogether', 'cancel', 'bookTogether'] as const).map(one)
const paid = ['book', 'openPaymentPage', 'charge', 'sayPaid'] as const
const ENDS = ['book', 'cancel', 'move', 'closeTime', 'refundByStaff', 'refundInDashboard'] as const
/** A paid appointment, followed by each possible change. */
const afterPayment = ENDS.map((end) => [...paid, end, 'work'] as const).map((acts) => acts.map(one))

const bill = ['book', 'bookTogether', 'payAll', 'charge', 'deliverWebhook', 'work'] as const
/** Several appointments paid at once, followed by possible changes. */
const afterBill = (['refundByStaff', 'cancel', 'refundInDashboard'] as const)
  .map((end) => [...bill, end, 'work', 'deliverWebhook', 'work'] as const)
  .map((acts) => acts.map(one))
const atDesk = (['book', 'receiveAtDesk', 'cancel', 'handBack', 'undoHandBack'] as const).map(one)
const refused = [
  'cancel',
  'wait',
  'wait',
  'wait',
  'sweep',
  'bankRefuses',
  'deliverWebhook',
] as const
const handedBackInstead = [...paid, ...refused, 'work', 'handBackFailed'] as const
/** An admin also refunds it in Stripe's dashboard. */
const refundedTwice = [...handedBackInstead, 'refundInDashboard', 'work'] as const
const refundedAtDesk = (['book', 'receiveAtDesk', 'refundAtDesk'] as const).map(one)

const EXAMPLES = [
  paidForNothing,
  together,
  ...afterPayment,
  ...afterBill,
  atDesk,
  refundedAtDesk,
  handedBackInstead.map(one),
  refundedTwice.map(one),
]

/** Histories of about 60 operations each; 330 of them have 20,000 operations. */
const RUNS = Number(process.env.HISTORIES ?? 6)

// A failure names its seed; `fc.assert(…, { seed, path })` repeats it.
it(
  'slots and payments stay consistent under random actions and crashes',
  async () => {
    const counts = countNone()
    await fc.assert(
      fc.asyncProperty(sequences, (steps) => runSteps(steps, counts)),
      {
        numRuns: EXAMPLES.length + RUNS,
        endOnFailure: true,
        examples: EXAMPLES.map((steps): [Step[]] => [steps]),
      },
    )
    if (RUNS > 6) console.info(counts)
    // The sequences must reach every outcome.
    const missed = Object.entries(counts).filter(([, count]) => count === 0)
    expect(missed).toEqual([])
  },
  120_000 + RUNS * 2_000,
)
