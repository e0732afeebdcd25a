import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { errorResponse } from '#contract/errors.ts'
import type { Env } from '#domain/config/env.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Services } from '#server/http/services.ts'
import { bearerToken } from './authentication.ts'
import { createMetrics } from './metrics-registry.ts'
import { ALWAYS_ANSWERED } from './overload.ts'
import { isFromThisMachine } from './this-machine.ts'

const FOR_OPERATORS = {
  refusals: {
    no_token: [401, 'For site operators only.', 'unauthorized'],
    other_machine: [403, 'For site operators only.', 'forbidden'],
  },
} as const

/**
 * Measures every request and serves `GET /metrics` to operators: with `METRICS_TOKEN`; if that is not set, to
 * programs on this machine, and in production to no one.
 */
export const metrics = fastifyPlugin(async (app, services: Services) => {
  const { env } = services
  const registry = createMetrics(services)

  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    registry.observe({ method, route, status }, reply.elapsedTime / 1000)
    done()
  })

  app.get(
    '/metrics',
    {
      config: { ...ALWAYS_ANSWERED, ...FOR_OPERATORS },
      onRequest: async (request) => requireOperator(request, env),
      schema: {
        operationId: 'getMetrics',
        tags: ['operations'],
        summary: 'Prometheus metrics',
        security: [{ operator: [] }],
        response: {
          200: { description: 'Metrics', content: { 'text/plain': { schema: z.string() } } },
          '4xx': errorResponse,
        },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store').type(registry.contentType)
      return registry.read()
    },
  )
})

function requireOperator(request: FastifyRequest, { metricsToken, mode }: Env): void {
  if (metricsToken !== undefined) {
    const token = bearerToken(request)
    if (token !== undefined && isSame(token, metricsToken)) return
    throw refuse(FOR_OPERATORS, 'no_token')
  }
  if (mode !== 'production' && isFromThisMachine(request)) return
  throw refuse(FOR_OPERATORS, 'other_machine')
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
