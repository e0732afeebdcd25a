import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { errorResponse } from '../../contract/errors.ts'
import type { Env } from '../../domain/config/env.ts'
import type { Services } from '../app.ts'
import { bearerToken, forbidden, unauthorized } from './authentication.ts'
import { createMetrics } from './metrics-registry.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/**
 * Measures every request, and serves the figures to operators at `GET /metrics` (design section
 * 5): to whoever knows `METRICS_TOKEN`; without one to this machine, and in production to nobody.
 */
export const metrics = fastifyPlugin(async (app, services: Services) => {
  const { env } = services
  const figures = createMetrics(services)

  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const route = routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    figures.observe({ method, route, status }, reply.elapsedTime / 1000)
    done()
  })

  app.get(
    '/metrics',
    {
      onRequest: async (request) => requireOperator(request, env),
      schema: {
        summary: 'Figures for Prometheus',
        security: [{ operator: [] }],
        response: {
          200: { description: 'Figures', content: { 'text/plain': { schema: z.string() } } },
          '4xx': errorResponse,
        },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store').type(figures.contentType)
      return figures.read()
    },
  )
})

function requireOperator(request: FastifyRequest, { metricsToken, mode }: Env): void {
  if (metricsToken !== undefined) {
    const token = bearerToken(request)
    if (token !== undefined && isSame(token, metricsToken)) return
    throw unauthorized('This is for whoever operates the site.')
  }
  const addresses = [request.ip, request.socket.remoteAddress ?? '']
  if (mode !== 'production' && addresses.every((address) => LOOPBACK.test(address))) return
  throw forbidden('This is for whoever operates the site.')
}

/** Takes the same time wherever the difference lies. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
