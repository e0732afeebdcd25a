import { setTimeout as pause } from 'node:timers/promises'
import { run, WORKER } from '#tests/support/running-site.ts'
import { freePort } from '#workers/testing/free-port.ts'
import { startRedisServer } from '#workers/testing/redis-server.ts'
import type { Check, Finding } from '../check.ts'
import { newLedger, startLoad } from '../patient.ts'
import { reconcile, waitUntilIdle } from '../reconciliation.ts'
import { type FaultySite, withSite } from '../site.ts'

interface Outage {
  seconds: number
  /** Number of visitors who book without a break, each up to ten times a second. */
  visitors: number
  /** Time to catch up after Redis is back and the load has stopped, in milliseconds. */
  limitMs: number
}

/** Pause of a visitor between two bookings, in milliseconds. */
const PAUSE_MS = 100

/** How long Redis runs before the outage, in milliseconds. */
const BEFORE_MS = 3_000

export const redisOutage: Check = {
  row: 'R11',
  name: 'Redis and one of two workers killed under load, Redis down for this many seconds',
  goal: 'no request fails, nothing lost, nothing twice; catches up within 30 s',
  cycles: 30,
  run: (seconds) => killRedis({ seconds, visitors: 4, limitMs: 30_000 }),
}

export async function killRedis({ seconds, visitors, limitMs }: Outage): Promise<Finding> {
  const redis = await startRedisServer({ durable: true })
  try {
    return await withSite(check, { REDIS_URL: redis.url })
  } finally {
    await redis.remove()
  }

  async function check(site: FaultySite): Promise<Finding> {
    await site.start()
    const startWorker = async () =>
      run(WORKER, {
        DATA_DIR: site.dataDir,
        REDIS_URL: redis.url,
        STRIPE_SANDBOX_PORT: site.sandbox.port,
        AUTH_EMULATOR_PORT: await freePort(),
        LOG_LEVEL: 'fatal',
      })
    const doomed = await startWorker()
    const worker = await startWorker()
    try {
      const ledger = newLedger()
      const load = startLoad(site, ledger, visitors, PAUSE_MS)
      await pause(BEFORE_MS)
      doomed.child.kill('SIGKILL')
      await redis.kill()
      const before = ledger.booked.size
      await pause(seconds * 1_000)
      const during = ledger.booked.size - before
      await redis.start()
      await load.stop()
      const began = performance.now()
      const problems: string[] = []
      if (!(await waitUntilIdle(site, limitMs))) problems.push('not caught up in time')
      const caughtUp = ((performance.now() - began) / 1_000).toFixed(1)
      if (during === 0) problems.push('no booking succeeded')
      if (ledger.unanswered + ledger.refused > 0) problems.push('requests failed')
      problems.push(...(await reconcile(site, ledger)))
      const figure = `${before} booked before, ${during} in ${seconds} s without Redis; caught up after ${caughtUp} s`
      return { figure, problems }
    } finally {
      doomed.child.kill('SIGKILL')
      worker.child.kill('SIGTERM')
      await worker.ended
    }
  }
}
