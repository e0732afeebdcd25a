import { once } from 'node:events'
import { createServer } from 'node:net'
import { codeOf } from '../domain/process/error-code.ts'
import { StartError } from '../domain/process/start-error.ts'

export interface WantedPort {
  port: number
  host: string
  /** Which setting chooses it. */
  variable: string
}

/**
 * Makes sure that nobody listens on these ports yet.
 * @throws StartError that names all that are taken, or the first that this user may not listen on
 */
export async function assertPortsFree(wanted: readonly WantedPort[]): Promise<void> {
  const taken: WantedPort[] = []
  for (const each of wanted) if (await isTaken(each)) taken.push(each)
  if (taken.length === 0) return
  const ports = taken.map(({ port }) => port).join(' and ')
  const variables = taken.map(({ variable }) => variable).join(' and ')
  throw new StartError(
    taken.length === 1
      ? `Port ${ports} is taken: stop what listens there, or set ${variables} to another port.`
      : `Ports ${ports} are taken: stop what listens there, or set ${variables} to other ports, ` +
          'and DATA_DIR to another folder if it is a second site.',
  )
}

async function isTaken({ port, host, variable }: WantedPort): Promise<boolean> {
  if (port === 0) return false
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    if (await isAddressTaken(address, port, variable)) return true
  }
  return false
}

async function isAddressTaken(host: string, port: number, variable: string): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE') return true
    if (code === 'EACCES') {
      throw new StartError(
        `Port ${port} is not for this user to listen on: set ${variable} to one above 1023.`,
      )
    }
    // A machine without IPv6 has no ::1, and nobody can be listening there.
    if (host === '::1') return false
    throw new StartError(`Cannot listen on ${host}, port ${port} (${code}): check HOST.`)
  }
  server.close()
  await once(server, 'close')
  return false
}
