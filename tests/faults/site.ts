import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../domain/process/open-store.ts'
import { TEST_SECRET } from '../../domain/testing/settings.ts'
import { type Database, databaseFile, openDatabase } from '../../drizzle/client.ts'
import { admitAccount } from '../../drizzle/queries/users.ts'
import { seedDatabase } from '../../drizzle/seed.ts'
import { type StripeSandbox, startStripeSandbox } from '../../sandbox/stripe/server.ts'
import { keepKeys } from '../../sandbox/stripe/stripe-config.ts'
import { freePort } from '../../workers/testing/free-port.ts'
import { COMPILE_CACHE, SITE_FLAGS } from '../support/site-flags.ts'

const PROCESS = join(import.meta.dirname, 'site-process.ts')

/** Enough that no one books twice on a day. */
const PATIENTS = 400

/** A webhook that is refused comes again and again, as Stripe's do, but sooner. */
const WEBHOOK_RETRIES_MS = Array.from({ length: 200 }, () => 500)

/** How a process has ended. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
}

/** One process of the API. */
export interface Api {
  url: string
  /** Starts it on the port that it always has; resolves with the milliseconds that it took. */
  start(through?: readonly string[]): Promise<number>
  /** @throws when it does not run */
  pid(): number
  end(signal: NodeJS.Signals): Promise<End>
  /** By how much its clock is wrong from now on. */
  setClockWrong(ms: number): void
}

/** A clinic of its own: its data, its provider of payments, and an API that has not been started. */
export interface FaultySite extends Api {
  dataDir: string
  /** This program's own look at the site's data. */
  db: Database
  sandbox: StripeSandbox
  /** A further process of the API on the same data. */
  anotherApi(): Promise<Api>
  /** Lets the time pass for everybody but the API, whose clock is its own. */
  letTimePass(ms: number): void
  /** The right time. */
  now(): number
}

export const uidOf = (patient: number) => `patient-${patient % PATIENTS}`
export const emailOf = (patient: number) => `${uidOf(patient)}@example.com`

/**
 * Opens a clinic for `work`, and leaves nothing of it behind.
 * @param settings further variables for its processes
 */
export async function withSite<Result>(
  work: (site: FaultySite) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sprout-faults-'))
  openStore(dataDir).$client.close()
  const db = openDatabase(databaseFile(dataDir))
  seedDatabase(db, new Date())
  admitPatients(db)
  let passedMs = 0
  const now = () => Date.now() + passedMs
  const sandbox = await startStripeSandbox({
    port: 0,
    dataDir,
    ...keepKeys(dataDir),
    retryDelaysMs: WEBHOOK_RETRIES_MS,
    now,
  })
  const apis: Api[] = []
  const newApi = async () => {
    const api = await prepareApi({ dataDir, sandboxPort: sandbox.port, settings })
    apis.push(api)
    return api
  }
  try {
    const api = await newApi()
    sandbox.control.sendWebhooksTo(`${api.url}/webhooks/stripe`)
    const letTimePass = (ms: number) => {
      passedMs = ms
    }
    return await work({ ...api, dataDir, db, sandbox, anotherApi: newApi, letTimePass, now })
  } finally {
    for (const api of apis) await api.end('SIGKILL')
    await sandbox.close()
    db.$client.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function admitPatients(db: Database): void {
  db.$client.transaction(() => {
    for (let patient = 0; patient < PATIENTS; patient += 1) {
      const uid = uidOf(patient)
      admitAccount(
        db,
        { uid, email: emailOf(patient), name: uid, photo: null, emailVerified: true },
        new Date(),
      )
    }
  })()
}

async function prepareApi({
  dataDir,
  sandboxPort,
  settings,
}: {
  dataDir: string
  sandboxPort: number
  settings: Record<string, string>
}): Promise<Api> {
  const port = await freePort()
  let child: ChildProcess | undefined
  let pid: number | undefined

  async function start(through: readonly string[] = []): Promise<number> {
    const began = performance.now()
    const [program = '', ...args] = [...through, process.execPath, ...SITE_FLAGS, PROCESS]
    const started = spawn(program, args, {
      env: {
        ...COMPILE_CACHE,
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        STRIPE_SANDBOX_PORT: String(sandboxPort),
        JWT_SECRET: TEST_SECRET,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'fatal',
        BOOKING_HORIZON_DAYS: '730',
        ACCOUNT_CHECK_SECONDS: '0',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child = started
    const [message] = await Promise.race([
      once(started, 'message'),
      once(started, 'exit').then(([code]) => {
        throw new Error(`The API ended with ${code} before it was ready.`)
      }),
    ])
    pid = Number(message.pid)
    return performance.now() - began
  }

  return {
    url: `http://127.0.0.1:${port}`,
    start,
    pid() {
      if (pid === undefined) throw new Error('The API does not run.')
      return pid
    },
    async end(signal) {
      const ending = child
      if (!ending || pid === undefined) return { code: null, signal: null }
      const ended = once(ending, 'exit')
      const isOver = ending.exitCode !== null || ending.signalCode !== null
      const of = pid
      child = undefined
      pid = undefined
      if (isOver) return { code: ending.exitCode, signal: ending.signalCode }
      process.kill(of, signal)
      const [code, by] = await ended
      return { code, signal: by }
    },
    setClockWrong: (ms) => void child?.send(ms),
  }
}
