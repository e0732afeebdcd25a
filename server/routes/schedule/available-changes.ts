import type { PassThrough } from 'node:stream'
import * as z from 'zod/mini'
import { streamAvailable } from '#contract/treatments/treatments-refusals.ts'
import { wireDate } from '#contract/wire-date.ts'
import { createDayChanges } from '#domain/availability/day-changes.ts'
import { createEventStreams } from '#server/http/event-streams.ts'
import { refusalOf } from '#server/http/refuse.ts'
import { answerOf, ERRORS, type Routes } from '#server/http/route.ts'

const MOST_STREAMS_OF_READER = 50

const changesQuery = z.strictObject({ date: wireDate })

/** Notifies open pages when a day's free times may have changed, so that they reload them. */
export const availableChangesRoutes: Routes = (app, services) => {
  const changes = createDayChanges(services.db, {
    onError: (err) => app.log.warn({ err }, 'Changes of free times could not be read'),
  })
  const stream = createEventStreams(app, {
    mostOfReader: MOST_STREAMS_OF_READER,
    tooMany: refusalOf(streamAvailable, 'too_many_requests'),
  })

  app.get<{ Querystring: z.infer<typeof changesQuery>; Reply: PassThrough | string }>(
    '/available/changes',
    {
      config: streamAvailable,
      schema: {
        operationId: 'streamAvailableChanges',
        tags: ['treatments'],
        summary: 'A new version whenever a day’s free times may have changed (server-sent events)',
        querystring: changesQuery,
        response: { 200: answerOf('A stream', 'text/event-stream'), ...ERRORS },
      },
    },
    async (request, reply) =>
      stream(request, reply, {
        listen: (send) =>
          changes.listen(request.query.date, (version) => send(`data: ${version}\n\n`)),
      }),
  )
}
