import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/test-app.ts'
import { standIns } from './this-machine.ts'

async function asker(demo: boolean) {
  const plugin = standIns([async (app) => void app.get('/sandbox/mailbox', async () => 'emails')], {
    demo,
  })
  const { app } = await buildTestApp({ extraPlugins: [plugin] })
  return async (request: Origin) =>
    (await app.inject({ url: '/sandbox/mailbox', ...request })).statusCode
}

type Origin = Pick<InjectOptions, 'headers' | 'remoteAddress'>

const FOREIGN: Origin[] = [
  { remoteAddress: '192.168.0.7' },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { forwarded: 'for=127.0.0.1' } },
  { headers: { 'x-forwarded-host': 'localhost' } },
  { headers: { via: '1.1 proxy' } },
  { headers: { 'x-real-ip': '127.0.0.1' } },
  { headers: { host: 'clinic.example' } },
  { headers: { host: 'localhost.evil.example:3000' } },
  { headers: { host: 'not a host' } },
]

const OWN: Origin[] = [
  {},
  { headers: { host: 'localhost:3000' } },
  { headers: { host: '127.0.0.1:3000' } },
  { headers: { host: '[::1]:3000' }, remoteAddress: '::1' },
]

test('a stand-in responds to this machine, and refuses requests through a proxy or from another site', async () => {
  const ask = await asker(false)
  for (const request of OWN) expect(await ask(request), JSON.stringify(request)).toBe(200)
  for (const request of FOREIGN) expect(await ask(request), JSON.stringify(request)).toBe(403)
})

test('a stand-in of a public demo responds to every machine', async () => {
  const ask = await asker(true)
  for (const request of FOREIGN) expect(await ask(request), JSON.stringify(request)).toBe(200)
})
