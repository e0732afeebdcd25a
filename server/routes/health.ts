import { z } from 'zod'
import { errorResponse } from '#contract/errors.ts'
import { answersQueries } from '#drizzle/queries/process/metrics.ts'
import type { Routes } from '#server/http/route.ts'
import { ALWAYS_ANSWERED } from '#server/plugins/overload.ts'

const health = z.object({ status: z.literal('ok') })
const state = z.enum(['ok', 'failed'])
const readiness = z.object({
  status: z.enum(['ready', 'unavailable']),
  checks: z.object({
    database: state,
    queue: state.optional(),
    /** The second copy; failed when it is older than the alarm limit. */
    copy: state.optional(),
  }),
  /** Null until the copy is complete for the first time. */
  copyAgeSeconds: z.number().nullish(),
})

// Monitoring asks often, and especially under load.
const config = { rateLimit: false, ...ALWAYS_ANSWERED } as const

/** Liveness and readiness, for operators. */
export const healthRoutes: Routes = (app, { db, queueAnswers, replication }) => {
  app.get(
    '/healthz',
    {
      config,
      schema: {
        operationId: 'getLiveness',
        tags: ['operations'],
        summary: 'Liveness check',
        response: { 200: health, '4xx': errorResponse },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      config,
      schema: {
        operationId: 'getReadiness',
        tags: ['operations'],
        summary: 'Readiness check',
        description:
          'Depends on the database only. A failing queue is reported, but its events wait in the database; so is a second copy that is too old.',
        response: { 200: readiness, 503: readiness, '4xx': errorResponse },
      },
    },
    async (_request, reply) => {
      const database = answersQueries(db)
      const queue = await queueAnswers?.().catch(() => false)
      const copy = database ? replication?.state() : undefined
      const checks = {
        database: database ? ('ok' as const) : ('failed' as const),
        ...(queue !== undefined && { queue: queue ? ('ok' as const) : ('failed' as const) }),
        ...(copy && { copy: copy.isTooOld ? ('failed' as const) : ('ok' as const) }),
      }
      const age = copy && { copyAgeSeconds: copy.ageSeconds }
      if (database) return { status: 'ready' as const, checks, ...age }
      return reply.code(503).send({ status: 'unavailable', checks, ...age })
    },
  )
}
