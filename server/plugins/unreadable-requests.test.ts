import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readableLog } from '../../domain/testing/readable-log.ts'
import { buildTestApp } from '../testing/test-app.ts'

/** What the site answers to these bytes, until it ends the connection. */
async function answerTo(bytes: string) {
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
  ['no HTTP at all', 'my secret\r\n\r\n', 400, 'invalid_input'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: my secret\r\n\r\n', 400, 'invalid_input'],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nx: ${'my secret'.repeat(5_000)}\r\n\r\n`,
    431,
    'too_large',
  ],
])('%s is refused in the one shape, and not logged', async (_what, bytes, status, code) => {
  const { head, body, log } = await answerTo(bytes)
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain("frame-ancestors 'none'")
  expect(body).toEqual({ code, message: expect.any(String) })
  expect(log).not.toContain('my secret')
  expect(log).not.toContain([...Buffer.from('my secret')].join())
})
