import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

export type CompressedEncoding = 'br' | 'gzip'

/** The result is a ninth larger than at the highest quality, which takes 60 times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** Compresses in libuv's thread pool. */
export function compress(body: string | Buffer, encoding: CompressedEncoding): Promise<Buffer> {
  return encoding === 'br' ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body)
}

/**
 * The client's preferred encoding.
 * @param accepted the header `Accept-Encoding`
 * @param offered in order of preference
 */
export function chooseEncoding(
  accepted: string | undefined,
  offered: readonly CompressedEncoding[],
): CompressedEncoding | undefined {
  if (!accepted) return undefined
  return (negotiate(accepted, [...offered]) as CompressedEncoding | null) ?? undefined
}
