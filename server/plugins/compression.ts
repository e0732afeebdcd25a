import type { FastifyInstance } from 'fastify'
import { type CompressedEncoding, chooseEncoding, compress } from '#server/http/content-encoding.ts'

/** Responses below this size in bytes fit into one or two packets anyway. */
const LEAST_BYTES = 2_000

const OFFERED: readonly CompressedEncoding[] = ['br', 'gzip']

const IS_TEXT = /^(application\/(fhir\+nd)?json|text\/)/

/**
 * Compresses the text responses of this instance's routes in libuv's thread pool. Streams, such as
 * server-sent events, are sent unchanged. Other sites cannot send a session's headers, so they cannot guess a
 * response by its size (https://www.breachattack.com).
 */
export function compressResponses(app: FastifyInstance): void {
  // Cached responses that are sent repeatedly, such as free times, are compressed once.
  const known = new WeakMap<Buffer, Map<CompressedEncoding, Promise<Buffer>>>()

  function compressOnce(body: string | Buffer, encoding: CompressedEncoding): Promise<Buffer> {
    if (typeof body === 'string') return compress(body, encoding)
    const variants = known.get(body) ?? new Map<CompressedEncoding, Promise<Buffer>>()
    known.set(body, variants)
    const variant = variants.get(encoding) ?? compress(body, encoding)
    variants.set(encoding, variant)
    return variant
  }

  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    // The route sends a compressed response itself.
    if (reply.hasHeader('content-encoding')) return done(null, payload)
    if (!isText || Buffer.byteLength(payload) < LEAST_BYTES || request.method === 'HEAD') {
      return done(null, payload)
    }
    if (!IS_TEXT.test(String(reply.getHeader('content-type')))) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'], OFFERED)
    if (!encoding) return done(null, payload)
    compressOnce(payload, encoding).then(
      (body) => {
        reply.header('content-encoding', encoding).removeHeader('content-length')
        done(null, body)
      },
      (error: Error) => done(error),
    )
  })
}
