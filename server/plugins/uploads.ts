import { createWriteStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { codeOf } from '#domain/process/errors.ts'
import { HttpError, type Refused } from '#server/http/http-error.ts'
import { translate } from '#server/http/translate.ts'

/** The most bytes that a form adds to its file. */
const FORM_BYTES = 64 * 1024

/** For how long a refused upload is still read, in milliseconds. */
const FORGOTTEN_WITHIN_MS = 2_000

/** Times in milliseconds. */
export interface UploadPatience {
  /** How long a sender may pause. */
  silentMs: number
  /** How long an upload may take. */
  wholeMs: number
}

/** Why an upload is refused before its file is read. */
export type UploadProblem =
  | 'not_read'
  | 'other_fields'
  | 'too_slow'
  | 'too_many_bytes'
  | 'not_multipart'

/** What is uploaded. */
export interface Upload {
  /** The multipart field with the file. */
  field: string
  /** The largest file. */
  limitBytes: number
  /** The message for a field without a file. */
  missing: string
  refusalOf: (problem: UploadProblem) => Refused
}

const PATIENCE: UploadPatience = { silentMs: 15_000, wholeMs: 120_000 }

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Streams the only file of a multipart request into a new file. Every error it throws is a response; the
     * file may be partly written then.
     */
    receiveFile(request: FastifyRequest, reply: FastifyReply, target: string): Promise<void>
  }
}

/**
 * Accepts multipart requests with one file in one field, streamed to the disk within limits. Ignores the file's
 * name and claimed type. Register it only where uploads are accepted.
 */
export const uploads = fastifyPlugin(
  async (app, { patience = PATIENCE, upload }: { patience?: UploadPatience; upload: Upload }) => {
    const refuse = (problem: UploadProblem) => new HttpError(upload.refusalOf(problem))
    await app.register(multipart, {
      limits: { fileSize: upload.limitBytes, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    })

    app.decorate('receiveFile', async (request, reply, target) => {
      const stop = new AbortController()
      const giveUp = () => stop.abort(refuse('too_slow'))
      const whole = setTimeout(giveUp, patience.wholeMs)
      const silence = setTimeout(giveUp, patience.silentMs)
      try {
        if (Number(request.headers['content-length']) > upload.limitBytes + FORM_BYTES) {
          throw refuse('too_many_bytes')
        }
        await Promise.race([
          save(request, target, { upload, stop, onData: () => silence.refresh() }),
          rejection(stop.signal),
        ])
      } catch (cause) {
        const error: unknown = stop.signal.aborted ? stop.signal.reason : toHttpError(cause, upload)
        const isSlow = error instanceof HttpError && error.statusCode === 408
        if (!isSlow) await forgetRest(request, upload)
        // Data that has not arrived by now is not awaited.
        if (!request.raw.readableEnded) reply.header('connection', 'close')
        throw error
      } finally {
        clearTimeout(whole)
        clearTimeout(silence)
      }
    })
  },
)

async function save(
  request: FastifyRequest,
  target: string,
  { upload, stop, onData }: { upload: Upload; stop: AbortController; onData: () => void },
): Promise<void> {
  if (!request.isMultipart()) throw new HttpError(upload.refusalOf('not_multipart'))
  let isThere = false
  for await (const part of request.parts()) {
    if (part.type !== 'file' || part.fieldname !== upload.field) throw notTheField(upload)
    isThere = true
    // Otherwise the rest would be read to its end before the response.
    part.file.once('limit', () => stop.abort(tooLarge(upload)))
    const file = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(part.file, (source) => observe(source, onData), file, { signal: stop.signal })
  }
  if (!isThere) throw notTheField(upload)
}

async function* observe(source: AsyncIterable<Buffer>, onData: () => void) {
  for await (const chunk of source) {
    onData()
    yield chunk
  }
}

/**
 * Reads what a refused sender is still sending: a client that is cut off while sending may never read the
 * response (RFC 9112, 9.6).
 */
async function forgetRest({ raw }: FastifyRequest, { limitBytes }: Upload): Promise<void> {
  const enough = new AbortController()
  let bytes = 0
  const forget = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limitBytes) enough.abort()
  }
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(FORGOTTEN_WITHIN_MS)])
  raw.unpipe()
  raw.on('data', forget).resume()
  // The upload is refused, however this ends.
  await finished(raw, { signal, writable: false }).catch(() => {})
  raw.off('data', forget).pause()
}

function rejection(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}

function toHttpError(error: unknown, upload: Upload): unknown {
  if (error instanceof HttpError) return error
  const code = codeOf(error)
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return tooLarge(upload)
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return notTheField(upload)
    default:
      // A failure of this machine has a system code; any other is caused by the request.
      return code && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET'
        ? error
        : new HttpError(upload.refusalOf('not_read'), { cause: error })
  }
}

function notTheField({ field, missing, refusalOf }: Upload): HttpError {
  return new HttpError({
    ...refusalOf('other_fields'),
    issues: [{ path: field, message: translate(missing) }],
  })
}

function tooLarge({ refusalOf }: Upload): HttpError {
  return new HttpError(refusalOf('too_many_bytes'))
}
