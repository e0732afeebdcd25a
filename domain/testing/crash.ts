import type { Transaction } from '#drizzle/client.ts'
import type { FakeStripe } from './fake-stripe.ts'

/** Simulates a killed process: uncommitted changes are lost, and no response is sent. */
export class Crash extends Error {}

/**
 * Kills the process at the `fatal`-th point of its work: before and after each call to Stripe, and before and
 * after each commit. Returns how many points were passed.
 */
export function crashAt({ db, stripe }: { db: Transaction; stripe: FakeStripe }, fatal: number) {
  let passed = 0
  let isOver = false
  const pass = () => {
    if (isOver) return
    passed += 1
    if (passed !== fatal) return
    isOver = true
    throw new Crash()
  }
  stripe.interrupt = pass
  stripe.interruptAfter = pass
  const { transaction } = db
  db.transaction = (work, config) => {
    const result = transaction.call(
      db,
      (tx: Parameters<typeof work>[0]) => {
        const written = work(tx)
        pass()
        return written
      },
      config,
    ) as ReturnType<typeof work>
    pass()
    return result
  }
  return {
    passed: () => passed,
    /** Another process takes over. */
    restart() {
      isOver = true
      stripe.interrupt = null
      stripe.interruptAfter = null
      db.transaction = transaction
    },
  }
}
