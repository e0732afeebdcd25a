import type { FastifyInstance } from 'fastify'

/**
 * Hands the routes of `app` the bytes of a body, whatever its type: signatures are over those.
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
