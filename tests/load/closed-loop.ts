import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ASKING } from './cores.ts'
import { type LoadRequest, SEPARATOR, toWire } from './request.ts'

const run = promisify(execFile)

const SCRIPT = join(import.meta.dirname, 'requests.lua')
const CONNECTIONS = 50

/** On a busy machine a request may wait long for its turn. */
const PATIENCE = '30s'

/**
 * How many requests a server answers in a second when 50 connections ask without a pause.
 * @param url scheme, host and port
 * @throws when an answer is none of 2xx
 */
export async function requestsPerSecond(
  url: string,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<number> {
  const file = join(tmpdir(), `sprout-load-${process.pid}-${Date.now()}`)
  writeFileSync(file, requests.map((request) => toWire(request) + SEPARATOR).join(''))
  try {
    const { stdout } = await run('taskset', [
      ...['-c', String(ASKING), 'wrk'],
      ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', PATIENCE],
      ...['-s', SCRIPT, url, '--', file],
    ])
    const bad = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.+)/.exec(stdout)
    if (bad) throw new Error(`${requests[0]?.method} ${requests[0]?.path}: ${bad[0]}`)
    return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  } finally {
    rmSync(file)
  }
}
