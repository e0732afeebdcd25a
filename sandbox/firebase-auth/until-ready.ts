import { setTimeout } from 'node:timers/promises'
import type { IdentityEmulator } from './start.ts'

/** What the site's routes need of the emulator. */
export type RunningEmulator = Pick<IdentityEmulator, 'ready' | 'origin'>

/** The emulator is not ready in time, or cannot start: respond 503 with Retry-After. */
export class NotReadyError extends Error {
  override name = 'NotReadyError'
}

/** Resolves when the emulator is ready. @throws NotReadyError after `timeoutMs`, or when it cannot start */
export async function untilReady(emulator: RunningEmulator, timeoutMs: number): Promise<void> {
  const settled = new AbortController()
  const timeout = setTimeout(timeoutMs, undefined, { signal: settled.signal }).then(
    () => {
      throw new NotReadyError('The identity emulator is still starting up.')
    },
    () => {},
  )
  try {
    await Promise.race([emulator.ready.catch(refuse), timeout])
  } finally {
    settled.abort()
  }
}

function refuse(cause: unknown): never {
  throw new NotReadyError('The identity emulator is not running.', { cause })
}
