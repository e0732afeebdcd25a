import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Starts a process that registers patients in a database; resolves once it does. */
export async function startBusyWriter(databaseFile: string, name: string) {
  const child = fork(join(import.meta.dirname, 'busy-writer.ts'), [databaseFile, name])
  let acked = 0
  child.on('message', (count) => {
    acked = Number(count)
  })
  await expect.poll(() => acked, { timeout: 30_000 }).toBeGreaterThan(20)
  return {
    /** The number of commits that it has reported. */
    acked: () => acked,
    /** Resolves with its exit code and signal. */
    stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      return ended
    },
  }
}
