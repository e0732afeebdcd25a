import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { admitAccount } from '#domain/identity/admission.ts'
import { openStore } from '#domain/process/open-store.ts'
import { TEST_SECRET } from '#domain/testing/settings.ts'
import { databaseFile, type Transaction } from '#drizzle/client.ts'
import { updateUser } from '#drizzle/queries/identity/users.ts'
import { seedDatabase } from '#drizzle/seed/seed.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { type StripeSandbox, startStripeSandbox } from '#sandbox/stripe/server.ts'
import { keepKeys } from '#sandbox/stripe/stripe-config.ts'
import { QUICK_START } from '#scripts/quick-start.ts'
import { freePort } from '#workers/testing/free-port.ts'
import type { End } from '../support/running-site.ts'
import { SITE_FLAGS } from '../support/site-flags.ts'

const PROCESS = join(import.meta.dirname, 'site-process.ts')

/** Enough patients that none books twice on a day. */
const PATIENTS = 400

/** Rejected webhooks are retried as Stripe does, but sooner. */
const WEBHOOK_RETRIES_MS = Array.from({ length: 200 }, () => 500)

/** One process of the API. */
interface Api {
  url: string
  /** Starts it, always on the same port; resolves with the milliseconds it took. */
  start(through?: readonly string[]): Promise<number>
  /** @throws when it is not running */
  pid(): number
  end(signal: NodeJS.Signals): Promise<End>
  /** Sets how far its clock is off, in milliseconds. */
  setClockOffset(ms: number): void
}

/** A site with its own data, a Stripe sandbox and an API that has not been started. */
export interface FaultySite extends Api {
  dataDir: string
  /** This process's connection to the site's database. */
  db: Transaction
  sandbox: StripeSandbox
  /** Another API process on the same data. */
  anotherApi(): Promise<Api>
  /** Advances the clock of everything but the API, which has its own. */
  advanceTime(ms: number): void
  /** The correct time. */
  now(): number
}

/** Uid of an admin. */
export const ADMIN = 'admin'

export const uidOf = (patient: number) => `patient-${patient % PATIENTS}`
const addressOf = (uid: string) => `${uid}@example.com`
export const emailOf = (patient: number) => addressOf(uidOf(patient))

/**
 * Creates a site for `work` and removes it afterwards.
 * @param settings environment variables for its processes
 */
export async function withSite<Result>(
  work: (site: FaultySite) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sprout-faults-'))
  openStore(dataDir).$client.close()
  const db = openForTest(databaseFile(dataDir))
  seedDatabase(db, new Date())
  admitUsers(db)
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
    const advanceTime = (ms: number) => {
      passedMs = ms
    }
    return await work({ ...api, dataDir, db, sandbox, anotherApi: newApi, advanceTime, now })
  } finally {
    for (const api of apis) await api.end('SIGKILL')
    await sandbox.close()
    db.$client.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function admitUsers(db: Transaction): void {
  db.$client.transaction(() => {
    const patients = Array.from({ length: PATIENTS }, (_, patient) => uidOf(patient))
    for (const uid of [ADMIN, ...patients]) {
      const account = { uid, email: addressOf(uid), name: uid, photo: null, emailVerified: true }
      admitAccount(db, account, new Date())
    }
    // `grantAdmin` would end the sessions of the tokens that `askAs` uses.
    updateUser(db, ADMIN, { role: 'admin' })
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
        ...QUICK_START,
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
      if (pid === undefined) throw new Error('The API is not running.')
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
    setClockOffset: (ms) => void child?.send(ms),
  }
}
