import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeOf } from './error-code.ts'
import { StartError } from './start-error.ts'

/**
 * Makes sure that nobody listens on a port yet.
 * @param variable which setting chooses it
 * @throws StartError when it is taken, or not for this user to listen on
 */
export async function assertPortFree(port: number, host: string, variable: string): Promise<void> {
  if (port === 0) return
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    await tryPort(port, address, variable)
  }
}

async function tryPort(port: number, host: string, variable: string): Promise<void> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is taken: stop what listens there, or set ${variable} to another port.`,
      )
    }
    if (code === 'EACCES') {
      throw new StartError(
        `Port ${port} is not for this user to listen on: set ${variable} to one above 1023.`,
      )
    }
    // A machine without IPv6 has no ::1, and nobody can be listening there.
    if (host !== '::1') {
      throw new StartError(`Cannot listen on ${host}, port ${port} (${code}): check HOST.`)
    }
    return
  }
  server.close()
  await once(server, 'close')
}
