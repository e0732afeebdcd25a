import { once } from 'node:events'
import { createServer } from 'node:net'

// Linux takes the local ports of outgoing connections from 32768 upwards. A lower port that is free now stays
// free until the process has started.
const FIRST = 20_000
const COUNT = 12_000

/** A free port that other test files are unlikely to get. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch {
    return false
  }
}
