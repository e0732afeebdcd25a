import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** A strong ETag: another one for each content. */
export function tagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/**
 * Whether the client has the content of that tag (RFC 9110, 13.1.2): a list of tags, compared without
 * their weakness mark.
 */
export function isFresh({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some((text) => ['*', tag].includes(text.trim().replace(/^W\//, '')))
}
