import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readableLog } from '#domain/testing/readable-log.ts'
import { buildTestApp } from '../testing/test-app.ts'

/** The site's response to these bytes, until it closes the connection. */
async function responseTo(bytes: string) {
  const log = readableLog('trace')
  const { app } = await buildTestApp({ logger: log.logger })
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head, body: JSON.parse(body), log: log.text() }
}

test.each([
  ['no HTTP', 'my secret\r\n\r\n', 400, 'invalid_input'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: my secret\r\n\r\n', 400, 'invalid_input'],
  [
    'endless headers',
    `GET / HTTP/1.1\r\nx: ${'my secret'.repeat(5_000)}\r\n\r\n`,
    431,
    'too_large',
  ],
])(
  'rejects %s in the error format of the API, and does not log it',
  async (_what, bytes, status, code) => {
    const { head, body, log } = await responseTo(bytes)
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toContain("frame-ancestors 'none'")
    expect(body).toEqual({ code, message: expect.any(String) })
    expect(log).not.toContain('my secret')
    expect(log).not.toContain([...Buffer.from('my secret')].join())
  },
)

/** A site with a route that responds when told to, and a connection to it. */
async function connectToSlowSite() {
  const gate = Promise.withResolvers<void>()
  const { app } = await buildTestApp({
    extraPlugins: [
      async (site) => {
        site.get('/slow', () => gate.promise.then(() => 'slow response'))
        site.post('/body', async () => 'body response')
      },
    ],
  })
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return { socket, received: text(socket), respond: gate.resolve }
}

const BROKEN_BODY =
  'POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'

test.each([
  ['garbage', 'not HTTP\r\n\r\n'],
  ['a broken body', BROKEN_BODY],
])('%s behind a pending request does not replace its response', async (_what, bytes) => {
  const { socket, received, respond } = await connectToSlowSite()
  socket.write(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\n${bytes}`)
  await setTimeout(50)
  socket.write('more garbage\r\n\r\n')
  await setTimeout(50)
  respond()
  const statuses = [...(await received).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(await received).toContain('slow response')
  expect(statuses).toEqual(['200', '400'])
})
