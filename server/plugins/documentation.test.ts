import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../testing/test-app.ts'

interface OpenApi {
  paths: Record<
    string,
    Record<string, { summary?: string; responses: object; security?: object[] }>
  >
}

describe('/docs/json', () => {
  test('lists every route of the API, each with a summary and its answers', async () => {
    const { app, routes } = await buildWatchedApp()
    const { paths }: OpenApi = (await app.inject('/docs/json')).json()

    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(documented.toSorted()).toEqual(routes.toSorted())
    for (const methods of Object.values(paths)) {
      for (const { summary, responses } of Object.values(methods)) {
        expect(summary).toBeTruthy()
        expect(Object.keys(responses).length).toBeGreaterThan(1)
      }
    }
  })

  test('says which calls need a session', async () => {
    const { app } = await buildTestApp()
    const { paths }: OpenApi = (await app.inject('/docs/json')).json()
    expect(paths['/appointments']?.post?.security).toEqual([{ session: [] }])
    expect(paths['/services']?.get?.security).toBeUndefined()
  })
})

test('/docs is a page that loads its own files only', async () => {
  const { app } = await buildTestApp()
  const page = await app.inject('/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '')
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    expect(file).toMatch(/^\/docs\/static\//)
    expect((await app.inject(file)).statusCode).toBe(200)
  }
  // Neither would run under the policy.
  expect(page.body).not.toMatch(/<script(?![^>]*src=)|<style|style="|onload=/)
})

/** The API and what it registers but the documentation's own files, as 'GET /admin/{email}'. */
async function buildWatchedApp() {
  const routes: string[] = []
  const note = ({ method, url }: RouteOptions) => {
    if (method === 'HEAD' || url.startsWith('/docs')) return
    routes.push(`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
  }
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', note)
  }
  // Fastify announces each instance before anything is registered with it.
  subscribe('fastify.initialization', watch)
  try {
    return { ...(await buildTestApp()), routes }
  } finally {
    unsubscribe('fastify.initialization', watch)
  }
}
