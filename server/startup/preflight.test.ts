import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { assertPortsFree } from './preflight.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A port in use, as the value of a setting. */
async function portInUse(variable: string) {
  const server = createServer().listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, host: '127.0.0.1', variable }
}

test('lists every port in use, each with its setting', async () => {
  const [one, other] = [
    await portInUse('AUTH_EMULATOR_PORT'),
    await portInUse('STRIPE_SANDBOX_PORT'),
  ]
  const free = { port: 0, host: 'localhost', variable: 'PORT' }
  await assertPortsFree([free])
  await expect(assertPortsFree([free, one])).rejects.toThrow(
    `Port ${one.port} is in use. Stop the program using it, or set AUTH_EMULATOR_PORT to another port.`,
  )
  await expect(assertPortsFree([free, one, other])).rejects.toThrow(
    `Ports ${one.port} and ${other.port} are in use. Stop the programs using them, or set ` +
      'AUTH_EMULATOR_PORT and STRIPE_SANDBOX_PORT to other ports.',
  )
})
