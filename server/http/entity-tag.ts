import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** A strong ETag, which differs for different content. */
export function tagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/**
 * Whether the client already has the content with that tag (RFC 9110, 13.1.2); `If-None-Match` may list
 * several tags, which are compared weakly.
 */
export function isFresh({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some((text) => ['*', tag].includes(text.trim().replace(/^W\//, '')))
}
