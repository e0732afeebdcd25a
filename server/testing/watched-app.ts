import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { buildTestApp, type TestApp } from './test-app.ts'

/** A registered route: pattern, method and schemas. */
export interface WatchedRoute {
  method: string
  /** Fastify's pattern: '/admin/:email'. */
  url: string
  schema: RouteOptions['schema']
  config: RouteOptions['config']
}

/** `buildTestApp`, and every route that is registered with it but the HEAD ones Fastify adds. */
export async function buildWatchedApp(
  options?: Parameters<typeof buildTestApp>[0],
): Promise<TestApp & { routes: WatchedRoute[] }> {
  const routes: WatchedRoute[] = []
  const note = ({ method, url, schema, config }: RouteOptions) => {
    for (const each of [method].flat())
      if (each !== 'HEAD') routes.push({ method: each, url, schema, config })
  }
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', note)
  }
  // This diagnostics channel gets each instance before its routes are registered.
  subscribe('fastify.initialization', watch)
  try {
    return { ...(await buildTestApp(options)), routes }
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}
