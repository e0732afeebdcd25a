import { PassThrough, type Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { compressResponses } from './compression.ts'

const LONG = { text: 'appointment '.repeat(500) }
const KEPT = Buffer.from(JSON.stringify(LONG))

function openApp() {
  const app = Fastify()
  onTestFinished(() => app.close())
  compressResponses(app)
  app.get('/long', async () => LONG)
  app.get('/short', async () => ({ text: 'a' }))
  app.get('/kept', async (_, reply) => reply.type('application/json').send(KEPT))
  app.get('/image', async (_, reply) => reply.type('image/png').send(KEPT))
  return (url: string, accepted?: string) =>
    app.inject({ url, headers: accepted ? { 'accept-encoding': accepted } : {} })
}

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
] as const)(
  'sends what a client that accepts %s prefers',
  async (accepted, encoding, decompress) => {
    const ask = openApp()
    for (const url of ['/long', '/kept', '/kept']) {
      const { headers, rawPayload } = await ask(url, accepted)
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(rawPayload.length).toBeLessThan(1_000)
      expect(JSON.parse(String(decompress(rawPayload)))).toEqual(LONG)
    }
  },
)

it.each([
  ['short responses', '/short', 'br'],
  ['other types than text', '/image', 'br'],
  ['responses to clients that accept nothing', '/long', undefined],
  ['responses to clients that accept other encodings', '/long', 'zstd'],
])('leaves %s uncompressed', async (_, url, accepted) => {
  const { headers, rawPayload } = await openApp()(url, accepted)
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers['content-length']).toBe(String(rawPayload.length))
})

it('sends an event as soon as it is written', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  compressResponses(app)
  const stream = new PassThrough()
  app.get('/stream', async (_, reply) => reply.type('text/event-stream').send(stream))
  stream.write(`data: ${LONG.text}\n\n`)
  const headers = { 'accept-encoding': 'br' }
  const response = await app.inject({ url: '/stream', headers, payloadAsStream: true })
  const received: Readable = response.stream()
  const [chunk] = (await received.take(1).toArray()) as Buffer[]
  expect(String(chunk)).toBe(`data: ${LONG.text}\n\n`)
  expect(response.headers['content-encoding']).toBeUndefined()
})
