import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  createPublication,
  MANIFEST_PATH,
  type PublishedFile,
} from '#domain/scheduling-links/publication.ts'
import { chooseEncoding } from '#server/http/content-encoding.ts'
import { isFresh, tagOf } from '#server/http/entity-tag.ts'
import { refuse } from '#server/http/refuse.ts'
import { ERRORS, type Routes } from '#server/http/route.ts'

/** How long clients should wait before polling again, in seconds. */
const POLL_SECONDS = 60

/** Files per minute and address: a reader requests all of them at once, about twenty. */
const LIMIT = { name: 'scheduling-links', perMinute: 60, per: 'address' } as const

const NO_FILE = { refusals: { not_found: [404, 'There is no such file.'] } } as const

/** The clinic's free times for other sites: docs/smart-scheduling-links.md. */
export const schedulingLinkRoutes: Routes = (app, services) => {
  const publication = createPublication({ ...services, siteUrl: services.env.siteUrl })
  const preValidation = app.limitTo(LIMIT)

  app.get(
    MANIFEST_PATH,
    {
      preValidation,
      schema: {
        operationId: 'getSchedulingManifest',
        tags: ['scheduling-links'],
        summary: 'SMART Scheduling Links: the manifest of the published files',
        response: { 200: z.unknown(), ...ERRORS },
      },
    },
    async (request, reply) => {
      // As text, because the answer is already JSON.
      const content = Buffer.from(publication.manifest())
      const file = { version: content, content: async () => content }
      return send(request, reply, 'application/json; charset=utf-8', file)
    },
  )

  app.get(
    '/fhir/:file',
    {
      config: NO_FILE,
      preValidation,
      schema: {
        operationId: 'getSchedulingFile',
        tags: ['scheduling-links'],
        summary: 'SMART Scheduling Links: FHIR resources, one a line',
        params: z.object({ file: z.string() }),
        produces: ['application/fhir+ndjson'],
        response: { 200: z.unknown(), ...ERRORS },
      },
    },
    async (request, reply) => {
      const file = await publication.file(request.params.file)
      if (!file) throw refuse(NO_FILE, 'not_found')
      return send(request, reply, 'application/fhir+ndjson', file)
    },
  )
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  { version, content, gzipped }: PublishedFile,
) {
  const tag = tagOf(version)
  reply.header('cache-control', `max-age=${POLL_SECONDS}`).header('etag', tag)
  if (isFresh(request, tag)) return reply.code(304).send('')
  reply.type(type)
  if (!gzipped) return reply.send(await content())
  reply.header('vary', 'accept-encoding')
  const kept = await gzipped()
  if (chooseEncoding(request.headers['accept-encoding'], ['gzip'])) {
    return reply.header('content-encoding', 'gzip').send(kept)
  }
  // Streamed, so that megabytes of a week are never in memory at once; the compression plugin skips streams.
  const plain = createGunzip()
  plain.end(kept)
  return reply.send(plain)
}
