import type { FastifyInstance } from 'fastify'
import { type CompressedEncoding, chooseEncoding, compress } from '#server/http/content-encoding.ts'

/** Smaller responses fit into a packet or two anyway, in bytes. */
const LEAST_BYTES = 2_000

const OFFERED: readonly CompressedEncoding[] = ['br', 'gzip']

const IS_TEXT = /^(application\/(fhir\+nd)?json|text\/)/

/**
 * Compresses the texts that this instance's routes send, in another thread. Streams, such as
 * server-sent events, pass as they are. Sessions are in headers that other sites cannot send, so that
 * a response cannot be guessed by its size (https://www.breachattack.com).
 */
export function compressResponses(app: FastifyInstance): void {
  // Copies that are kept and sent repeatedly, such as free times, are compressed once.
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
    // The route has a compressed copy.
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
