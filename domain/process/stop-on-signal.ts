import closeWithGrace from 'close-with-grace'
import type { BaseLogger } from 'pino'

/**
 * Maximum time for closing, in milliseconds; the process must exit within 10 seconds.
 */
const CLOSE_MS = 9_000

/** A second signal at least this many milliseconds after the first ends the process immediately. */
const IMPATIENCE_MS = 1_000

/**
 * Runs `close` once on SIGTERM, SIGINT, SIGHUP or an uncaught error, then exits: with 0 after a signal, with
 * 1 after an error, or when closing failed or took too long. Ctrl-C under `npm start` sends SIGINT twice,
 * from the terminal and from npm, so a second signal counts only after a second.
 */
export function stopOnSignal(close: () => Promise<void>, log: Pick<BaseLogger, 'error'>): void {
  const logger = { error: (problem: unknown) => log.error(problem) }
  const grace = closeWithGrace(
    { delay: CLOSE_MS, logger, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err }) => {
      if (err) log.error(err, 'stopping after an uncaught error')
      await close()
    },
  )
  let signalledAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (signalledAt === undefined) {
        signalledAt = Date.now()
        grace.close()
      } else if (Date.now() - signalledAt > IMPATIENCE_MS) {
        process.exit(1)
      }
    })
  }
}
