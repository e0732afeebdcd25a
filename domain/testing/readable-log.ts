import { setImmediate as turn } from 'node:timers/promises'
import { createLogger } from '../logging/logger.ts'

/** A log that the test can read. */
export function readableLog(logLevel: 'trace' | 'info' | 'warn' = 'info') {
  let written = ''
  const write = (lines: string) => {
    written += lines
  }
  const lines = async () => {
    // The lines of requests come at the end of the turn.
    await turn()
    return written.split(/(?<=\n)/).filter(Boolean)
  }
  return {
    logger: createLogger({ logLevel }, { write }),
    /** Its lines so far, each with its end. */
    lines,
    text: async () => (await lines()).join(''),
  }
}
