import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { sandboxMailbox } from '../mailbox/mailbox.ts'
import { readMessages } from './emulator/emulator-client.ts'
import { identityFacade } from './facade.ts'
import { identitySandbox } from './site.ts'

const SIGN_UP = {
  method: 'POST',
  url: '/identitytoolkit.googleapis.com/v1/accounts:signUp',
  payload: {},
} as const

it('makes a call wait for an emulator that is still starting', async () => {
  const upstream = createServer((_request, response) => response.end('{"localId":"1"}'))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const { port } = upstream.address() as AddressInfo
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>()
  const app = Fastify()
  await app.register(identityFacade, { emulator: { ready, origin: `http://127.0.0.1:${port}` } })

  const answered = vi.fn()
  const call = app.inject(SIGN_UP).then((answer) => {
    answered()
    return answer
  })
  expect(
    (await app.inject({ ...SIGN_UP, headers: { authorization: 'Bearer owner' } })).statusCode,
  ).toBe(403)
  expect(answered).not.toHaveBeenCalled()
  becomeReady()
  expect((await call).json()).toEqual({ localId: '1' })
  await app.close()
  upstream.close()
})

it('asks clients to retry later when the start takes too long', async () => {
  const app = Fastify()
  const emulator = { ready: new Promise<void>(() => {}), origin: 'http://127.0.0.1:1' }
  await app.register(identityFacade, { emulator, timeoutMs: 1 })

  const answer = await app.inject(SIGN_UP)
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('2')
  expect(answer.json()).toEqual({
    error: { code: 503, message: 'UNAVAILABLE : Login isn’t ready yet. Please try again.' },
  })
  await app.close()
})

it('asks clients to retry later when the emulator cannot start or has just exited', async () => {
  const failed = Promise.reject(new Error('Port 9099 is taken'))
  failed.catch(() => {})
  for (const ready of [failed, Promise.resolve()]) {
    const app = Fastify()
    const emulator = { ready, origin: 'http://127.0.0.1:1' }
    await app.register(identitySandbox, { emulator })
    await app.register(sandboxMailbox, { identityMessages: () => readMessages(emulator) })
    expect((await app.inject(SIGN_UP)).statusCode).toBe(503)
    for (const url of ['/sandbox/mailbox', '/sandbox/google']) {
      const page = await app.inject(url)
      expect(page.statusCode).toBe(503)
      expect(page.headers['retry-after']).toBe('2')
      expect(page.body).toMatch(/Reload this page/)
    }
    await app.close()
  }
})
