import { expect, test } from 'vitest'
import { buildTestApp } from '#server/testing/test-app.ts'
import { exchange, listen, open, rawGet, statusesOf, statusOf } from './support/raw-http.ts'

// Bytes that form no valid request (OWASP ASVS 5.0, 4.2).

const SLOW = 100

async function start() {
  const { app } = await buildTestApp()
  return { app, port: await listen(app) }
}

function post(headers: string[], body: string): string {
  return ['POST /appointments HTTP/1.1', 'Host: localhost', ...headers, '', body].join('\r\n')
}

test(`${SLOW} connections that never finish their request delay no other request and are closed in time`, async () => {
  const { app, port } = await start()
  const sockets = await Promise.all(
    Array.from({ length: SLOW }, async (_, index) => {
      const socket = await open(port)
      // Half of them stop in the headers, half in the body.
      const half = index % 2 ? post(['Content-Length: 1000'], '{"a') : 'GET / HTTP/1.1\r\nX-A: b'
      socket.write(half)
      return socket
    }),
  )
  for (let asked = 0; asked < 20; asked += 1) {
    expect(statusOf(await exchange(port, rawGet('/services')))).toBe(200)
  }
  for (const socket of sockets) socket.destroy()
  const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server
  for (const limit of [headersTimeout, requestTimeout, keepAliveTimeout]) {
    expect(limit).toBeGreaterThan(0)
    expect(limit).toBeLessThanOrEqual(150_000)
  }
}, 120_000)

test('rejects what is too large before reading it', async () => {
  const { port } = await start()
  const get = (headers: string) => `GET /services HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`
  expect(statusOf(await exchange(port, get(`X-Large: ${'a'.repeat(64 * 1024)}`)))).toBe(431)
  const many = Array.from({ length: 5_000 }, (_, index) => `X-${index}: a`)
  expect(statusOf(await exchange(port, get(many.join('\r\n'))))).toBe(431)

  // The connection may be closed before the responses to these are read.
  const length = 2 * 1024 * 1024
  const body = 'x'.repeat(length)
  const json = ['Content-Type: application/json', 'Connection: close']
  const whole = post([...json, `Content-Length: ${length}`], body)
  const chunks = `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const chunked = post([...json, 'Transfer-Encoding: chunked'], chunks)
  for (const bytes of [get(`X-Large: ${body}`), whole, chunked]) {
    expect([0, 401, 413, 431]).toContain(statusOf(await exchange(port, bytes)))
  }
  expect(statusOf(await exchange(port, rawGet('/services')))).toBe(200)
})

test('rejects ambiguous messages and treats nothing in them as a request', async () => {
  const { port } = await start()
  const inner = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const ambiguous: Record<string, string> = {
    'both lengths': post(['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${inner}`),
    'two lengths': post(['Content-Length: 0', `Content-Length: ${inner.length}`], inner),
    'a length and a sign': post(['Content-Length: +5'], `hello${inner}`),
    'a negative length': post(['Content-Length: -1'], inner),
    'a length in hex': post(['Content-Length: 0x5'], `hello${inner}`),
    'an unknown coding': post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${inner}`),
    'chunked and more': post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${inner}`),
    'a space before the colon': post(['Transfer-Encoding : chunked'], `0\r\n\r\n${inner}`),
    'a folded header': post(['X-A: b\r\n Transfer-Encoding: chunked'], `0\r\n\r\n${inner}`),
    'an invalid chunk size': post(['Transfer-Encoding: chunked'], `zz\r\n\r\n${inner}`),
    'a bare line feed': `GET /services HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n${inner}`,
    'a carriage return in a header': `GET /services HTTP/1.1\r\nHost: localhost\r\nX-A: b\rX-B: c\r\n\r\n`,
    'a zero byte in a header': `GET /services HTTP/1.1\r\nHost: localhost\r\nX-A: b\u0000c\r\n\r\n`,
    'an unknown version': 'GET /services HTTP/9.9\r\nHost: localhost\r\n\r\n',
    'an unknown method': 'STEAL /services HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'no host': 'GET /services HTTP/1.1\r\n\r\n',
    nonsense: '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n',
  }
  for (const [what, bytes] of Object.entries(ambiguous)) {
    const answers = await exchange(port, bytes)
    expect(
      statusesOf(answers).filter((status) => status < 400),
      what,
    ).toEqual([])
    expect(answers, what).not.toContain('"status":"ok"')
  }
})

test('answers pipelined requests in order', async () => {
  const { port } = await start()
  const paths = ['/healthz', '/nothing', '/services', '/available?date=x']
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('')
  const answers = await exchange(port, requests + rawGet('/healthz'))
  expect(statusesOf(answers)).toEqual([200, 404, 200, 400, 200])
})
