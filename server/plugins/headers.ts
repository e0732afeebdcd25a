import fastifyPlugin from 'fastify-plugin'
import type { Env } from '../env.ts'
import { securityHeaders } from '../security-headers.ts'

/** Puts the security headers and the request's id on every answer, errors and unknown addresses included. */
export const headers = fastifyPlugin(async (app, { env }: { env: Env }) => {
  const always = securityHeaders(env)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id)
    done()
  })
})
