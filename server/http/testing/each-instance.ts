import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** Builds an app, and passes each of its instances to a function before routes are registered. */
export async function withEachInstance<App>(
  build: () => Promise<App>,
  see: (instance: FastifyInstance) => void,
): Promise<App> {
  const onMessage = (message: unknown) => see((message as { fastify: FastifyInstance }).fastify)
  // https://fastify.dev/docs/latest/Reference/Hooks/#diagnostics-channel-hooks
  subscribe('fastify.initialization', onMessage)
  try {
    return await build()
  } finally {
    unsubscribe('fastify.initialization', onMessage)
  }
}
