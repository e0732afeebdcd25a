import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Env } from '#domain/config/env.ts'
import { isLoopbackUrl } from '#domain/config/env-groups.ts'
import { refuse } from '#server/http/refuse.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/**
 * Proxies set these headers. A request with one does not come from this machine, whatever address it names.
 */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether a program on this machine made the request, under a name of this machine: not a proxy, and not a
 * page of a site whose name resolves to this machine (DNS rebinding).
 */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const url = `http://${headers.host}`
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    !FORWARDED.some((header) => header in headers) &&
    URL.canParse(url) &&
    isLoopbackUrl(url)
  )
}

const STAND_INS = {
  refusals: {
    forbidden: [
      403,
      'Stand-ins respond to this machine only. Set SPROUT_DEMO=1 to run a public demo.',
    ],
  },
} as const

/** Registers stand-ins for providers, which respond to this machine only, except in a public demo. */
export function standIns(
  plugins: readonly FastifyPluginAsync[],
  { demo }: Pick<Env, 'demo'>,
): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (request) => {
      if (demo || isFromThisMachine(request)) return
      throw refuse(STAND_INS, 'forbidden')
    })
    for (const plugin of plugins) await app.register(plugin)
  }
}
