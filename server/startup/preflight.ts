import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Env } from '#domain/config/env.ts'
import { codeOf, StartError } from '#domain/process/errors.ts'
import { prepareDataFolder } from '#domain/process/open-store.ts'

/** A port that the site will listen on, and the setting that defines it. */
interface WantedPort {
  port: number
  host: string
  variable: string
}

/**
 * Checks what can be known before the start: the data folder is writable, and the ports of the site and its
 * embedded stand-ins are free.
 * @throws StartError
 */
export async function preflight(env: Env): Promise<void> {
  prepareDataFolder(env.dataDir)
  const { host, firebase, stripe, mail } = env
  const loopback = '127.0.0.1'
  await assertPortsFree([
    { port: env.port, host, variable: 'PORT' },
    ...(firebase
      ? []
      : [{ port: env.authEmulatorPort, host: loopback, variable: 'AUTH_EMULATOR_PORT' }]),
    ...(stripe
      ? []
      : [{ port: env.stripeSandboxPort, host: loopback, variable: 'STRIPE_SANDBOX_PORT' }]),
    ...(mail ? [] : [{ port: env.smtpSandboxPort, host: loopback, variable: 'SMTP_SANDBOX_PORT' }]),
  ])
}

/**
 * Checks that these ports are free. Port 0 is always free.
 * @throws StartError that names every port in use, or the first that this user may not use
 */
export async function assertPortsFree(wanted: readonly WantedPort[]): Promise<void> {
  const used: WantedPort[] = []
  for (const each of wanted) if (await isUsed(each)) used.push(each)
  if (used.length === 0) return
  const ports = used.map(({ port }) => port).join(' and ')
  const variables = used.map(({ variable }) => variable).join(' and ')
  throw new StartError(
    used.length === 1
      ? `Port ${ports} is in use. Stop the program using it, or set ${variables} to another port.`
      : `Ports ${ports} are in use. Stop the programs using them, or set ${variables} to other ` +
          'ports. To run a second site, set DATA_DIR to another folder too.',
  )
}

async function isUsed({ port, host, variable }: WantedPort): Promise<boolean> {
  if (port === 0) return false
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    if (await isAddressUsed(address, port, variable)) return true
  }
  return false
}

async function isAddressUsed(host: string, port: number, variable: string): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE') return true
    if (code === 'EACCES') {
      throw new StartError(
        `You don’t have permission to use port ${port}. Set ${variable} to a port above 1023.`,
      )
    }
    // A machine without IPv6 has no ::1 to listen on.
    if (host === '::1') return false
    throw new StartError(`Can’t listen on ${host}:${port} (${code}). Check HOST.`)
  }
  server.close()
  await once(server, 'close')
  return false
}
