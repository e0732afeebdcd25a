import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pTimeout from 'p-timeout'
import type { EmulatorMessage } from './emulator.ts'
import { EMULATOR_HOST } from './project.ts'

const STOP_LIMIT_MS = 4_000

/** Saves 40 MB in a process that is mostly idle. */
const SMALL_HEAP = ['--max-semi-space-size=2']

export interface IdentityEmulator {
  /** Resolves when login works; rejects with one sentence when it cannot start (port in use, …). */
  readonly ready: Promise<void>
  /** For the server, e.g. `http://127.0.0.1:9099`; browsers use the facade. */
  readonly origin: string
  /** Of the current process. */
  readonly pid: number | undefined
  /** Writes the accounts and stops the process; resolves when it has ended. */
  stop(): Promise<void>
}

export interface StartOptions {
  port: number
  /** The site's data folder; accounts are stored in `identity/accounts.json`. */
  dataDir: string
  log: Record<'info' | 'warn' | 'error', (message: string) => void>
}

/**
 * Starts the Firebase Auth emulator in a process of its own and returns immediately. It is restarted
 * when it dies, and ends with this process.
 */
export function startIdentityEmulator({ port, dataDir, log }: StartOptions): IdentityEmulator {
  let stopping = false
  let child: ChildProcess
  let ready = launch()

  function launch(): Promise<void> {
    const started = performance.now()
    const current = fork(
      fileURLToPath(new URL('emulator.ts', import.meta.url)),
      ['--port', String(port), '--accounts', join(dataDir, 'identity', 'accounts.json')],
      { execArgv: SMALL_HEAP, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
    )
    child = current
    if (current.stderr) {
      createInterface(current.stderr).on('line', (line) => log.warn(`identity emulator: ${line}`))
    }
    const readiness = firstMessage(current)
    readiness.then(
      () => {
        log.info(
          `The identity emulator is ready after ${Math.round(performance.now() - started)} ms.`,
        )
        current.once('exit', startAgain)
      },
      // `ready` rejects as well, but may not be awaited yet.
      (error: Error) => stopping || log.error(error.message),
    )
    return readiness
  }

  function startAgain(code: number | null, signal: string | null) {
    if (stopping) return
    log.warn(`The identity emulator ended (${signal ?? code}) and is being restarted.`)
    ready = launch()
  }

  return {
    get ready() {
      return ready
    },
    origin: `http://${EMULATOR_HOST}:${port}`,
    get pid() {
      return child.pid
    },
    async stop() {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
      await gone
      clearTimeout(deadline)
    },
  }
}

function firstMessage(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    // `node --watch` uses the same channel.
    child.on('message', (message: Partial<EmulatorMessage>) => {
      if (message.kind === 'ready') resolve()
      if (message.kind === 'failed') reject(new Error(message.message))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`The identity emulator ended before it was ready (${signal ?? code}).`)),
    )
  })
}

/** The parts of the emulator that the site's routes need. */
export type RunningEmulator = Pick<IdentityEmulator, 'ready' | 'origin'>

/** The emulator is not ready in time, or cannot start: respond 503 with Retry-After. */
export class NotReadyError extends Error {
  override name = 'NotReadyError'
}

/** Resolves when the emulator is ready. @throws NotReadyError after `timeoutMs`, or when it cannot start */
export async function untilReady(emulator: RunningEmulator, timeoutMs: number): Promise<void> {
  const running = emulator.ready.catch((cause: unknown) => {
    throw new NotReadyError('The identity emulator is not running.', { cause })
  })
  const message = new NotReadyError('The identity emulator is still starting up.')
  await pTimeout(running, { milliseconds: timeoutMs, message })
}
