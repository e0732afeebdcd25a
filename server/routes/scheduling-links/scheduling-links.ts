import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createPublication, MANIFEST_PATH } from '#domain/scheduling-links/publication.ts'
import { isFresh, tagOf } from '#server/http/entity-tag.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ERRORS, type Routes } from '#server/http/route.ts'

/** How long clients wait before they ask again, in seconds. */
const POLL_SECONDS = 60

/** The clinic's free times for other sites: docs/smart-scheduling-links.md. */
export const schedulingLinkRoutes: Routes = (app, services) => {
  const publication = createPublication({ ...services, siteUrl: services.env.siteUrl })

  app.get(
    MANIFEST_PATH,
    {
      schema: {
        summary: 'SMART Scheduling Links: the manifest of the published files',
        response: { 200: z.unknown(), ...ERRORS },
      },
    },
    async (request, reply) => {
      // As text: the answer is already JSON.
      return send(
        request,
        reply,
        'application/json; charset=utf-8',
        Buffer.from(publication.manifest()),
      )
    },
  )

  app.get(
    '/fhir/:file',
    {
      schema: {
        summary: 'SMART Scheduling Links: FHIR resources, one a line',
        params: z.object({ file: z.string() }),
        produces: ['application/fhir+ndjson'],
        response: { 200: z.unknown(), ...ERRORS },
      },
    },
    async (request, reply) => {
      const content = publication.file(request.params.file)
      if (!content) throw new HttpError(404, 'not_found', 'There is no such file.')
      return send(request, reply, 'application/fhir+ndjson', content)
    },
  )
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, content: Buffer) {
  const tag = tagOf(content)
  reply.header('cache-control', `max-age=${POLL_SECONDS}`).header('etag', tag)
  if (isFresh(request, tag)) return reply.code(304).send('')
  return reply.type(type).send(content)
}
