import { createLogger } from '../logging/logger.ts'

/** A log that the test can read. */
export function readableLog(logLevel: 'trace' | 'info' | 'warn' = 'info') {
  let written = ''
  const write = (lines: string) => {
    written += lines
  }
  return {
    logger: createLogger({ logLevel }, { write }),
    /** Its lines so far, including line ends. */
    lines: () => written.split(/(?<=\n)/).filter(Boolean),
    text: () => written,
  }
}
