import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, SITE } from '../support/running-site.ts'
import { SITE_FLAGS } from '../support/site-flags.ts'
import type { Asked, Bare } from './bare-server.ts'
import { HORIZON_DAYS, JWT_SECRET } from './clinic.ts'
import { end, MEASURED, spawnOn } from './cores.ts'
import type { LoadRequest } from './request.ts'

const SERVER = join(import.meta.dirname, '..', '..', SITE)

/** The site as it ships, on the measured core, with its limits, headers and logs on. */
export interface BenchSite {
  url: string
  /** From the start of the process until `/readyz` says yes, in milliseconds. */
  readyAfterMs: number
  /** Resident memory, in MB (10^6 bytes). */
  memory(): number
  stop(): Promise<void>
}

/** Everything that is measured. */
export interface BenchSites {
  /** The folder of a clinic with few appointments, which the rounds add to. */
  few: string
  smallSite: BenchSite
  /** Of times that are free in it. */
  bookings: Iterator<LoadRequest>
  /** As many appointments at first, for the reference to book the same. */
  untouched: string
  /** With many appointments. */
  largeSite: BenchSite
  /** URL of a site that makes each answer anew. */
  uncached: string
  asked: Asked
  bare: Bare
}

/** Settings that a measured process of ours needs. */
export function settings(dataDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    SPROUT_DEMO: '1',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    JWT_SECRET,
    TRUST_PROXY: 'loopback',
    BOOKING_HORIZON_DAYS: String(HORIZON_DAYS),
    // Every patient of the benchmark has more, and no account at the provider.
    UNPAID_APPOINTMENTS: '0',
    UNPAID_APPOINTMENTS_UNVERIFIED: '0',
    ACCOUNT_CHECK_SECONDS: '0',
  }
}

export async function startBenchSite(dataDir: string): Promise<BenchSite> {
  const ports = await freePorts()
  const env = { ...settings(dataDir) }
  for (const [name, port] of Object.entries(ports)) env[name] = String(port)
  const url = `http://127.0.0.1:${ports.PORT}`
  const began = performance.now()
  const child = spawnOn(MEASURED, [process.execPath, ...SITE_FLAGS, SERVER], { env, quiet: true })
  await untilReady(child, url)
  const readyAfterMs = performance.now() - began
  return {
    url,
    readyAfterMs,
    memory: () => {
      const pages = Number(
        /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1],
      )
      return (pages * 1024) / 1e6
    },
    stop: () => end(child),
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let ended = false
  void once(child, 'exit').then(() => {
    ended = true
  })
  while (!(await isReady(url))) {
    if (ended) throw new Error('The site ended before it was ready.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
