import { setTimeout } from 'node:timers/promises'
import type { IdentityEmulator } from './start.ts'

/** What the site's own routes need of the emulator. */
export type RunningEmulator = Pick<IdentityEmulator, 'ready' | 'origin'>

/** The emulator did not answer in time, or will not at all: answer 503 with Retry-After. */
export class NotReadyError extends Error {
  override name = 'NotReadyError'
}

/** Resolves when the emulator is ready. Throws `NotReadyError` after `patienceMs`, or when it cannot start. */
export async function untilReady(emulator: RunningEmulator, patienceMs: number): Promise<void> {
  const answered = new AbortController()
  const patience = setTimeout(patienceMs, undefined, { signal: answered.signal }).then(
    () => {
      throw new NotReadyError('The identity emulator is still starting.')
    },
    () => {},
  )
  try {
    await Promise.race([emulator.ready.catch(refuse), patience])
  } finally {
    answered.abort()
  }
}

function refuse(cause: unknown): never {
  throw new NotReadyError('The identity emulator is not running.', { cause })
}
