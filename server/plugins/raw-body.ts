import type { FastifyInstance } from 'fastify'

/**
 * Passes routes of `app` the raw bytes of a body of any type, because signatures cover those.
 * @param limit in bytes
 */
export function acceptRawBody(app: FastifyInstance, limit: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: limit },
    async (_request: unknown, body: Buffer) => body,
  )
}
