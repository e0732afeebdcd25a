import type { RouteOptions } from 'fastify'
import { withEachInstance } from '#server/http/testing/each-instance.ts'
import { buildTestApp, type TestApp } from './test-app.ts'

/** A registered route: pattern, method and schemas. */
export interface WatchedRoute {
  method: string
  /** Fastify's pattern: '/admin/:email'. */
  url: string
  schema: RouteOptions['schema']
  config: RouteOptions['config']
}

/** `buildTestApp`, and every route registered with it, except the HEAD routes that Fastify adds. */
export async function buildWatchedApp(
  options?: Parameters<typeof buildTestApp>[0],
): Promise<TestApp & { routes: WatchedRoute[] }> {
  const routes: WatchedRoute[] = []
  const note = ({ method, url, schema, config }: RouteOptions) => {
    for (const each of [method].flat())
      if (each !== 'HEAD') routes.push({ method: each, url, schema, config })
  }
  const api = await withEachInstance(
    () => buildTestApp(options),
    (instance) => void instance.addHook('onRoute', note),
  )
  return { ...api, routes }
}
