import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QUICK_START } from '#scripts/quick-start.ts'
import { freePort } from '#workers/testing/free-port.ts'

const PROJECT = join(import.meta.dirname, '..', '..')

/** The entry point of `npm start`, built. */
export const SITE = 'dist/server/index.js'

/** The entry point of `npm run worker`, built. */
export const WORKER = 'dist/server/worker.js'

/** Long enough on a busy machine, in milliseconds. */
const START_LIMIT_MS = 240_000

export type Ports = Awaited<ReturnType<typeof freePorts>>

/** How a process ended. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunningSite {
  url: string
  pid: number
  ports: Ports
  dataDir: string
  /** Its output. */
  output(): string
  /** Resolves when users can log in: the identity emulator starts later than the site. */
  identityReady(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<End>
}

export interface SiteOptions {
  /** The data folder; a new one if absent. */
  dataDir?: string
  ports?: Ports
  /** Additional variables; the site inherits no others from this process's environment. */
  env?: Record<string, string>
}

interface SiteProcess {
  child: ChildProcess
  output(): string
  ended: Promise<End>
}

/** Four ports that were free a moment ago. */
export async function freePorts() {
  return {
    PORT: await freePort(),
    AUTH_EMULATOR_PORT: await freePort(),
    STRIPE_SANDBOX_PORT: await freePort(),
    SMTP_SANDBOX_PORT: await freePort(),
  }
}

/**
 * Runs one of the project's entry points as a process, outside of the project's folder and its `.env`.
 * @param entry path in the project's folder, such as 'scripts/backup.ts'
 */
export function run(
  entry: string,
  env: Record<string, string | number>,
  args: readonly string[] = [],
): SiteProcess {
  const cwd = mkdtempSync(join(tmpdir(), 'sprout-cwd-'))
  const child = spawn(process.execPath, [join(PROJECT, entry), ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DEMO_DATA: 'off',
      ...QUICK_START,
      ...textOf(env),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    rmSync(cwd, { recursive: true, force: true })
    return { code, signal }
  })
  return { child, output: () => output, ended }
}

/** Runs a command until it ends; returns its exit code and output. */
export async function runToEnd(...command: Parameters<typeof run>) {
  const { ended, output } = run(...command)
  const { code } = await ended
  return { code, output: output().trim() }
}

function textOf(env: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]))
}

/**
 * Starts the whole site like `npm start` on free ports, and resolves when it is ready. The caller builds it
 * first, stops it, and removes its data.
 */
export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const { dataDir = mkdtempSync(join(tmpdir(), 'sprout-site-')), env = {} } = options
  const { ports = await freePorts() } = options
  const { child, output, ended } = run(SITE, { ...ports, DATA_DIR: dataDir, ...env })
  const url = `http://localhost:${ports.PORT}`
  await Promise.race([
    until(() => output().includes(`Sprout is ready at ${url}\n`), START_LIMIT_MS),
    ended.then(({ code }) => {
      throw new Error(`The site ended with ${code} before it was ready:\n${output()}`)
    }),
  ])
  const { pid } = child
  if (pid === undefined) throw new Error('The site has no process')
  return {
    url,
    pid,
    ports,
    dataDir,
    output,
    async identityReady() {
      const mailbox = { headers: { accept: 'application/json' } }
      const asks = async () => (await fetch(`${url}/sandbox/mailbox`, mailbox)).ok
      await until(asks, START_LIMIT_MS)
    },
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Sets the variables that tell browser tests where the site and its stand-ins are. */
export function tellBrowserTests({ url, dataDir, ports }: RunningSite): void {
  process.env.SPROUT_TEST_URL = url
  process.env.SPROUT_TEST_DATA_DIR = dataDir
  process.env.SPROUT_TEST_EMULATOR = `127.0.0.1:${ports.AUTH_EMULATOR_PORT}`
  process.env.SPROUT_TEST_SMTP = `smtp://127.0.0.1:${ports.SMTP_SANDBOX_PORT}`
  process.env.SPROUT_TEST_STRIPE = `127.0.0.1:${ports.STRIPE_SANDBOX_PORT}`
}

async function until(check: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`Waited for ${limitMs} ms in vain`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
