import underPressure from '@fastify/under-pressure'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { EventLoopWatch } from '#domain/process/event-loop-watch.ts'
import { unavailable } from '#server/http/refuse.ts'
import { WORDS } from '#words/every-language.ts'
import type { Language } from '#words/languages.ts'
import { readAddress } from '#words/read-address.ts'

/** After how many seconds refused visitors may retry. */
const RETRY_AFTER = 5

/** How often the plugin checks for overload, in milliseconds. */
const ASK_EVERY_MS = 100

/** A page in a language, with a link to itself. */
function pageIn(language: Language): string {
  const { tryAgainSoon, nothingIsLost } = WORDS[language].tooBusy
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${tryAgainSoon}</title></head>
<body>
<h1>${tryAgainSoon}</h1>
<p>${nothingIsLost((text) => `<a href="">${text}</a>`)}</p>
</body>
</html>
`
}

type PressureHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Replaces the refusal while the process is overloaded; a handler that does nothing accepts the request.
     */
    pressureHandler?: PressureHandler
  }
}

/** For routes that are always answered: health checks, logins, files of pages. */
export const ALWAYS_ANSWERED = {
  pressureHandler: () => undefined,
} as const satisfies { pressureHandler: PressureHandler }

/** For public pages: a plain page with a link to retry, in the language of the address. */
export const REFUSED_AS_PAGE = {
  pressureHandler(request, reply) {
    if (request.server.findCaller(request)) return undefined
    reply.code(503).header('retry-after', RETRY_AFTER).header('cache-control', 'no-store')
    reply.type('text/html; charset=utf-8')
    return pageIn(readAddress(request.url).language)
  },
} as const satisfies { pressureHandler: PressureHandler }

/**
 * Records which calls are running, and refuses requests without a valid session while the process is
 * overloaded, so that users are still served. Register it after `authentication`.
 */
export const overload = fastifyPlugin(
  async (app, { eventLoop }: { eventLoop: EventLoopWatch | undefined }) => {
    if (!eventLoop) return
    const ends = new WeakMap<FastifyRequest, () => void>()
    app.addHook('onRequest', (request, _reply, done) => {
      const { method, routeOptions } = request
      ends.set(request, eventLoop.begin(`${method} ${routeOptions.url ?? 'none'}`))
      done()
    })
    // What is sent from here on, such as a stream, may stay open for hours.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      ends.get(request)?.()
      done()
    })
    app.addHook('onResponse', (request, _reply, done) => {
      ends.get(request)?.()
      done()
    })
    await app.register(underPressure, {
      healthCheck: async () => !eventLoop.isOverloaded(),
      healthCheckInterval: ASK_EVERY_MS,
      pressureHandler: async (request) => {
        if (app.findCaller(request)) return
        throw unavailable({ retryAfter: RETRY_AFTER })
      },
    })
  },
)
