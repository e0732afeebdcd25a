import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface RedisServer {
  url: string
  start(): Promise<void>
  /** Kills it with SIGKILL. Without persistence it comes back empty. */
  kill(): Promise<void>
  /** Kills it and removes its folder. */
  remove(): Promise<void>
}

/**
 * A redis-server on a free port.
 * @param durable persists every second, as in production; without persistence otherwise
 */
export async function startRedisServer({ durable = false } = {}): Promise<RedisServer> {
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'sprout-redis-'))
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const options = { port, dir, bind: '127.0.0.1', save: '', appendonly: durable ? 'yes' : 'no' }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`])
    const started = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    await new Promise<void>((resolve, reject) => {
      started.once('error', reject)
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
      started.stdout.on('data', (text: Buffer) => {
        if (text.includes('Ready to accept connections')) resolve()
      })
    })
  }

  async function kill(): Promise<void> {
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    child = undefined
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    async remove() {
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
