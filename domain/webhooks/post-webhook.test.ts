import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CERTIFICATE } from '#sandbox/smtp/testing/certificate.ts'
import { createPostWebhook } from './post-webhook.ts'

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 }
const REQUEST = { headers: { 'webhook-id': 'one' }, body: '{"type":"appointment.booked"}' }
const never = new AbortController().signal

/** Another system on this machine, which counts its connections. */
async function otherSystem(answer: RequestListener = (_request, response) => response.end('ok')) {
  const server = createServer({ cert: CERTIFICATE.cert, key: CERTIFICATE.key }, answer)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections }
}

/** Posts to the other system as if it were on the internet. */
const toOther = (changes: Parameters<typeof createPostWebhook>[0] = {}) =>
  createPostWebhook({
    resolve: async () => [LOOPBACK],
    isAllowed: () => true,
    ca: CERTIFICATE.cert,
    ...changes,
  })

describe('a webhook', () => {
  it('is sent with its headers, and accepted by any 2xx', async () => {
    const seen: unknown[] = []
    const { port } = await otherSystem((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['webhook-id'], body])
        response.writeHead(204).end()
      })
    })
    await toOther()({ ...REQUEST, url: `https://localhost:${port}/hook?x=1` }, never)
    expect(seen).toEqual([['POST', '/hook?x=1', 'one', REQUEST.body]])
  })

  it.each<[string, RequestListener, string]>([
    ['an error', (_, response) => response.writeHead(500).end(), 'The answer was 500.'],
    [
      'a web page',
      (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in</p>'),
      'The answer was a web page.',
    ],
    [
      'a web page that does not say so',
      (_, response) => response.writeHead(200).end('\n<!DOCTYPE html><html></html>'),
      'The answer was a web page.',
    ],
  ])('is refused by %s', async (_, answer, reason) => {
    const { port } = await otherSystem(answer)
    const sent = toOther()({ ...REQUEST, url: `https://localhost:${port}/` }, never)
    await expect(sent).rejects.toThrow(reason)
  })

  it('follows no redirect', async () => {
    const inside = await otherSystem()
    const { port } = await otherSystem((_, response) => {
      response.writeHead(307, { location: `https://localhost:${inside.port}/` }).end()
    })
    const sent = toOther()({ ...REQUEST, url: `https://localhost:${port}/` }, never)
    await expect(sent).rejects.toThrow('The answer was a redirect (307).')
    expect(inside.connections()).toBe(0)
  })

  it('has time limits for resolving, for the answer, and for its end', async () => {
    const silent = await otherSystem(() => {})
    const slow = await otherSystem((_, response) => response.writeHead(200).write('{'))
    const post = toOther({ timeoutMs: 100 })
    for (const { port } of [silent, slow]) {
      const sent = post({ ...REQUEST, url: `https://localhost:${port}/` }, never)
      await expect(sent).rejects.toThrow('There was no answer in time.')
    }
    const nameless = toOther({ timeoutMs: 100, resolve: () => new Promise(() => {}) })
    const sent = nameless({ ...REQUEST, url: 'https://slow.example/' }, never)
    await expect(sent).rejects.toThrow('There was no answer in time.')
  })

  it('is not sent to a host whose certificate is not trusted', async () => {
    const { port, connections } = await otherSystem()
    const post = createPostWebhook({ resolve: async () => [LOOPBACK], isAllowed: () => true })
    await expect(post({ ...REQUEST, url: `https://localhost:${port}/` }, never)).rejects.toThrow()
    expect(connections()).toBe(1)
  })
})

describe('no connection is made', () => {
  // Every notation of this machine's address; other addresses: public-address.test.ts.
  it.each([
    'https://localhost',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[::127.0.0.1]',
  ])('to %s', async (origin) => {
    const { port, connections } = await otherSystem()
    const post = createPostWebhook({ ca: CERTIFICATE.cert })
    const sent = post({ ...REQUEST, url: `${origin}:${port}/` }, never)
    await expect(sent).rejects.toThrow('The host is not on the public internet.')
    expect(connections()).toBe(0)
  })

  it('without TLS', async () => {
    const sent = createPostWebhook()({ ...REQUEST, url: 'http://8.8.8.8/' }, never)
    await expect(sent).rejects.toThrow('The address does not begin with https.')
  })

  it.each<[string, LookupAddress[]]>([
    ['a private address', [LOOPBACK]],
    ['a public and a private one', [{ address: '93.184.216.34', family: 4 }, LOOPBACK]],
    ['a private one of IPv6', [{ address: '::1', family: 6 }]],
    ['a link-local one of IPv6 with its interface', [{ address: 'fe80::1%lo', family: 6 }]],
    ['the address of a cloud’s metadata', [{ address: '169.254.169.254', family: 4 }]],
  ])('to a name that has %s', async (_, addresses) => {
    const { port, connections } = await otherSystem()
    const post = createPostWebhook({ resolve: async () => addresses, ca: CERTIFICATE.cert })
    const sent = post({ ...REQUEST, url: `https://rebind.example:${port}/` }, never)
    await expect(sent).rejects.toThrow('The host is not on the public internet.')
    expect(connections()).toBe(0)
  })

  it('to an address that the name resolves to only after it was checked (DNS rebinding)', async () => {
    const { port, connections } = await otherSystem()
    const answers = [{ address: '192.0.2.1', family: 4 }, LOOPBACK]
    const resolve = vi.fn(async () => answers.splice(0, 1))
    // The first address counts as public here, but does not respond.
    const post = createPostWebhook({
      resolve,
      isAllowed: (address) => address === '192.0.2.1',
      ca: CERTIFICATE.cert,
      timeoutMs: 200,
    })
    const sent = post({ ...REQUEST, url: `https://rebind.example:${port}/` }, never)
    await expect(sent).rejects.toThrow()
    expect(resolve).toHaveBeenCalledTimes(1)
    expect(connections()).toBe(0)
  })
})
