import { timerDelay } from '#contract/timer-delay.ts'
import type { ThrottledLogger } from '#domain/logging/throttled-logger.ts'

/** Delay after a wake in milliseconds, so that one round handles a burst of changes. */
const GATHER_MS = 5

interface Poller {
  /** Requests a round soon. Never waits, never throws. */
  wake(): void
  /** Starts no further rounds; resolves when the current one has ended. */
  close(): Promise<void>
}

/**
 * Calls `round` repeatedly, never twice at once: soon after each wake, and otherwise after the
 * number of milliseconds that the last round returned. A round that throws is retried after
 * `retryMs`.
 */
export function startPoller(
  round: () => Promise<number> | number,
  { retryMs, problems }: { retryMs: number; problems: ThrottledLogger },
): Poller {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | null = null
  let isWoken = false
  let isClosed = false

  async function run(): Promise<void> {
    isWoken = false
    let wait = retryMs
    try {
      wait = await round()
      problems.recovered()
    } catch (error) {
      problems.failed(error)
    }
    current = null
    schedule(isWoken ? GATHER_MS : wait)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => {
      current = run()
    }, timerDelay(ms))
  }

  schedule(0)
  return {
    wake() {
      if (isWoken) return
      isWoken = true
      if (!current) schedule(GATHER_MS)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await current
    },
  }
}
