import { readFileSync } from 'node:fs'
import type {} from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { identityFacade } from './facade.ts'
import { googleChooser } from './google-chooser.ts'
import { identityMailbox } from './mailbox.ts'
import { NotReadyError, type RunningEmulator } from './start.ts'

const RETRY_AFTER_SECONDS = 2

/** The facade, `/sandbox/mailbox` and `/sandbox/google`; registered only with the emulator. */
export async function identitySandbox(
  app: FastifyInstance,
  { emulator }: { emulator: RunningEmulator },
): Promise<void> {
  await app.register(identityFacade, { emulator })
  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => {
      if (!(error instanceof NotReadyError)) throw error
      request.log.warn({ err: error }, 'the identity emulator is not ready')
      return reply
        .code(503)
        .header('retry-after', RETRY_AFTER_SECONDS)
        .type('text/plain; charset=utf-8')
        .send(`${error.message} Reload this page in a moment.`)
    })
    await pages.register(identityMailbox, { emulator })
    await pages.register(googleChooser, { emulator })
    asset(pages, '/sandbox/identity.css', 'text/css; charset=utf-8', 'identity.css')
    asset(
      pages,
      '/sandbox/google-chooser.js',
      'text/javascript; charset=utf-8',
      'google-chooser.js',
    )
  })
}

function asset(app: FastifyInstance, url: string, type: string, file: string) {
  const content = readFileSync(new URL(`assets/${file}`, import.meta.url))
  app.get(url, { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type(type).send(content),
  )
}
