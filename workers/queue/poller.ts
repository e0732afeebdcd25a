import type { ThrottledLogger } from '../../domain/logging/throttled-logger.ts'

/** How long to gather wakes: one round, and one write to the disk, for a burst of changes. */
const GATHER_MS = 5

export interface Loop {
  /** Asks for a round soon; never waits and never throws. */
  wake(): void
  /** No more rounds; resolves when the one under way has ended. */
  close(): Promise<void>
}

/**
 * Runs `round` again and again, never twice at once: soon after each wake, and otherwise after the
 * number of milliseconds that the last round asked for. It is told whether a wake is why. A round
 * that throws is tried again after `retryMs`.
 */
export function startLoop(
  round: (wasWoken: boolean) => Promise<number> | number,
  { retryMs, trouble }: { retryMs: number; trouble: ThrottledLogger },
): Loop {
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | null = null
  let isWoken = false
  let isClosed = false

  async function run(): Promise<void> {
    const wasWoken = isWoken
    isWoken = false
    let wait = retryMs
    try {
      wait = await round(wasWoken)
      trouble.recovered()
    } catch (error) {
      trouble.failed(error)
    }
    current = null
    schedule(isWoken ? GATHER_MS : wait)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => {
      current = run()
    }, ms)
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
