import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Env } from '../env.ts'
import { securityHeaders } from '../security-headers.ts'

/**
 * Puts on an answer what all carry. The hook does it; this is for those that the hooks never see.
 * @param always the security headers
 */
export function addHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  always: Readonly<Record<string, string>>,
): FastifyReply {
  return reply.headers(always).header('x-request-id', request.id)
}

/** Puts the security headers and the request's id on every answer, errors and unknown addresses included. */
export const headers = fastifyPlugin(async (app, { env }: { env: Env }) => {
  const always = securityHeaders(env)
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply, always)
    done()
  })
})
