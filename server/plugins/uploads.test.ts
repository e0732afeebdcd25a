import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createDecoder } from '#domain/images/decoder.ts'
import { ImageFolder } from '#domain/images/image-folder.ts'
import { storeUpload } from '#domain/images/store-upload.ts'
import { noise } from '#domain/testing/images.ts'
import { imageForm } from '#domain/testing/multipart.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { IMAGE_UPLOAD } from '#server/routes/images/uploads.ts'
import { type UploadPatience, uploads } from './uploads.ts'

const MB = 1024 * 1024

/** A server with uploads on a real socket, for misbehaving clients. */
async function startServer(patience: UploadPatience) {
  const dataDir = temporaryFolder()
  const stores = { folder: new ImageFolder(dataDir), decoder: createDecoder() }
  const app = Fastify({ forceCloseConnections: true })
  await app.register(uploads, { patience, upload: IMAGE_UPLOAD })
  const ends: PromiseSettledResult<string>[] = []
  app.post('/', async (request, reply) => {
    const upload = storeUpload(stores, {
      purpose: 'doctor',
      uid: 'anna',
      receive: (target) => app.receiveFile(request, reply, target),
      record: async () => {},
    })
    ends.push(...(await Promise.allSettled([upload])))
    return upload
  })
  app.get('/', async () => 'here')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const root = join(dataDir, 'images')
  return {
    url,
    app,
    /** How the uploads ended on the server. */
    ends,
    /** Files in the folders, without the staging folder itself. */
    left: () => readdirSync(root, { recursive: true }).filter((name) => name !== 'staging'),
  }
}

const PATIENT = { silentMs: 30_000, wholeMs: 60_000 }

function send(url: string, headers: Record<string, string | number>): ClientRequest {
  const sender = request(url, { method: 'POST', headers })
  // Expected: the server may close the connection.
  sender.on('error', () => {})
  return sender
}

async function answerTo(sender: ClientRequest): Promise<IncomingMessage> {
  const [response] = await once(sender, 'response')
  response.resume()
  return response
}

test('times out a silent client, serves others meanwhile, and leaves no files', async () => {
  const server = await startServer({ ...PATIENT, silentMs: 50 })
  const { payload, headers } = imageForm(await noise(100, 100).jpeg().toBuffer())
  const sender = send(server.url, { ...headers, 'content-length': payload.length })
  sender.write(payload.subarray(0, 1000))
  expect(await (await fetch(server.url)).text()).toBe('here')
  const response = await answerTo(sender)
  expect([response.statusCode, response.headers.connection]).toEqual([408, 'close'])
  expect(server.left()).toEqual([])
})

test('does not wait for a client that sends only headers', async () => {
  const server = await startServer({ ...PATIENT, silentMs: 50 })
  const { headers } = imageForm('')
  const sender = send(server.url, { ...headers, 'content-length': 1000 })
  sender.flushHeaders()
  expect((await answerTo(sender)).statusCode).toBe(408)
  expect(server.left()).toEqual([])
})

test('limits the total time of a client that sends a byte now and then', async () => {
  const server = await startServer({ ...PATIENT, wholeMs: 200 })
  const { payload, headers } = imageForm(Buffer.alloc(100_000))
  const sender = send(server.url, { ...headers, 'content-length': payload.length })
  let sent = 0
  const drip = setInterval(() => {
    sender.write(payload.subarray(sent, sent + 1))
    sent += 1
  }, 5)
  onTestFinished(() => clearInterval(drip))
  expect((await answerTo(sender)).statusCode).toBe(408)
  expect(server.left()).toEqual([])
})

test('cuts off a body of 50 MB without a content-length soon after the limit', async () => {
  const server = await startServer(PATIENT)
  const { payload, headers } = imageForm(Buffer.alloc(50 * MB))
  const sender = send(server.url, { ...headers, 'transfer-encoding': 'chunked' })
  let taken = 0
  const sendMore = () => {
    while (taken < payload.length && sender.write(payload.subarray(taken, taken + MB))) taken += MB
    taken += MB
  }
  sender.on('drain', sendMore)
  sendMore()
  // A client that is cut off while sending may or may not read the response.
  await expect.poll(() => sender.destroyed).toBe(true)
  expect(server.ends).toMatchObject([{ status: 'rejected', reason: { statusCode: 413 } }])
  // The machine's own buffers add to the limit.
  expect(taken).toBeLessThan(30 * MB)
  expect(server.left()).toEqual([])
})

test('sends the answer to a client that sends slightly too much before it reads', async () => {
  const server = await startServer(PATIENT)
  const { payload, headers } = imageForm(Buffer.alloc(6 * MB))
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': payload.length })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const sender = connect(Number(new URL(server.url).port), '127.0.0.1').pause()
  sender.write(`POST / HTTP/1.1\r\n${head}\r\n`)
  if (!sender.write(payload)) await once(sender, 'drain')
  const answer = await text(sender)
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(answer).toContain('Image must be 5 MB or smaller')
  expect(server.left()).toEqual([])
})

test('refuses a content-length that is too large', async () => {
  const server = await startServer(PATIENT)
  const { payload, headers } = imageForm(await noise(100, 100).jpeg().toBuffer())
  const announced = { ...headers, 'content-length': String(6 * MB) }
  const response = await server.app.inject({
    method: 'POST',
    url: '/',
    payload,
    headers: announced,
  })
  expect(response.statusCode).toBe(413)
  expect(server.left()).toEqual([])
})

test('leaves nothing of a client that disconnects in the middle', async () => {
  const server = await startServer(PATIENT)
  const { payload, headers } = imageForm(await noise(100, 100).jpeg().toBuffer())
  const sender = send(server.url, { ...headers, 'content-length': payload.length })
  sender.write(payload.subarray(0, 1000))
  await expect.poll(() => server.left().length).toBeGreaterThan(1)
  sender.destroy()
  await expect.poll(() => server.ends).toMatchObject([{ status: 'rejected' }])
  expect(server.left()).toEqual([])
})
