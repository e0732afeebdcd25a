import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

export type CompressedEncoding = 'br' | 'gzip'

/** A fifth larger than the best, which takes 200 times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compresses in another thread. */
export function compress(body: string | Buffer, encoding: CompressedEncoding): Promise<Buffer> {
  return encoding === 'br' ? promisify(brotliCompress)(body, BROTLI) : promisify(gzip)(body)
}

/**
 * The encoding that a client accepts and prefers.
 * @param accepted its header `Accept-Encoding`
 * @param offered in the order of preference
 */
export function chooseEncoding(
  accepted: string | undefined,
  offered: readonly CompressedEncoding[],
): CompressedEncoding | undefined {
  if (!accepted) return undefined
  return (negotiate(accepted, [...offered]) as CompressedEncoding | null) ?? undefined
}
