import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyRequest } from 'fastify'
import { onTestFinished, vi } from 'vitest'

const KEY = 'key-of-the-tests'
const SECRET = 'secret-of-the-tests'
const CLOUD = 'clinic'

/** A call: the form's fields, and the file, if any. */
interface CloudinaryCall {
  action: string
  fields: Record<string, string>
  file: Buffer | null
}

/**
 * A fault of a call. Without effect: an error status, or no response. With its effect: no response, a
 * truncated one, or one in pieces.
 */
type Failure = number | 'silent' | 'silent when done' | 'breaks off' | 'slow'

/** Delay between two pieces of a response, in milliseconds. */
const SLOW_MS = 100

export interface FakeCloudinary {
  /** For CLOUDINARY_URL. */
  url: string
  /** Correctly signed calls, whatever the response. */
  calls: CloudinaryCall[]
  /** Public ids of stored images. */
  kept: Set<string>
  /** Faults of the next calls. */
  failures: Failure[]
  /** Whether it signs responses with another secret. */
  isImpostor: boolean
}

/**
 * Stands in for Cloudinary's upload API on a local port, for the real SDK. Checks each request's signature,
 * as Cloudinary does (https://cloudinary.com/documentation/authentication_signatures).
 */
export async function startFakeCloudinary(): Promise<FakeCloudinary> {
  const app = Fastify()
  await app.register(multipart)
  const fake: FakeCloudinary = {
    url: '',
    calls: [],
    kept: new Set(),
    failures: [],
    isImpostor: false,
  }

  app.post<{ Params: { action: string } }>(
    `/v1_1/${CLOUD}/image/:action`,
    async (request, reply) => {
      const { fields, file } = await readForm(request)
      const call = { action: request.params.action, fields, file }
      const { signature, api_key: key, ...signed } = fields
      if (key !== KEY || signature !== sign(signed, SECRET)) {
        return reply.code(401).send({ error: { message: 'Invalid Signature' } })
      }
      fake.calls.push(call)
      const failure = fake.failures.shift()
      if (typeof failure === 'number') {
        return reply.code(failure).send({ error: { message: 'Out of order' } })
      }
      if (failure === 'silent') return reply.hijack()
      const answer = call.action === 'destroy' ? destroy(fake, call) : upload(fake, call)
      if (failure === 'silent when done') return reply.hijack()
      const bits = () => Readable.from(bitByBit(answer, failure === 'slow'))
      return failure ? reply.type('application/json').send(bits()) : answer
    },
  )

  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  fake.url = `cloudinary://${KEY}:${SECRET}@${CLOUD}?upload_prefix=${encodeURIComponent(address)}`
  return fake
}

async function* bitByBit(answer: object, isGoingOn: boolean) {
  for (const bit of JSON.stringify(answer).match(/.{1,20}/g) ?? []) {
    yield bit
    await (isGoingOn ? pause(SLOW_MS) : new Promise(() => {}))
  }
}

function upload(fake: FakeCloudinary, { fields }: CloudinaryCall) {
  const answer = { public_id: fields.public_id ?? '', version: '1700000000' }
  fake.kept.add(answer.public_id)
  const signature = sign(answer, fake.isImpostor ? 'another secret' : SECRET)
  return { ...answer, version: Number(answer.version), signature, format: 'jpg' }
}

function destroy(fake: FakeCloudinary, { fields }: CloudinaryCall) {
  return { result: fake.kept.delete(fields.public_id ?? '') ? 'ok' : 'not found' }
}

async function readForm(request: FastifyRequest) {
  const fields: Record<string, string> = {}
  let file: Buffer | null = null
  for await (const part of request.parts()) {
    if (part.type === 'file') file = await part.toBuffer()
    else fields[part.fieldname] = String(part.value)
  }
  return { fields, file }
}

/** The parameters sorted, joined with the secret, and hashed. */
function sign(fields: Record<string, string>, secret: string): string {
  const text = Object.keys(fields)
    .sort()
    .filter((name) => fields[name])
    .map((name) => `${name}=${fields[name]?.replaceAll('&', '%26')}`)
    .join('&')
  return createHash('sha1')
    .update(text + secret)
    .digest('hex')
}

/** The SDK reads the variable when it is loaded, and then chooses HTTP or HTTPS. */
export async function loadSdkForHttp(): Promise<void> {
  vi.stubEnv('CLOUDINARY_URL', 'cloudinary://a:b@c?upload_prefix=http%3A%2F%2F127.0.0.1')
  await import('cloudinary')
  vi.unstubAllEnvs()
}
