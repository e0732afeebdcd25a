import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../testing/test-app.ts'
import { buildWatchedApp } from '../testing/watched-app.ts'

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId?: string
        tags?: string[]
        summary?: string
        responses: Record<string, Parameters<typeof codesIn>[0]>
        security?: object[]
        requestBody?: { content: Record<string, { schema: object }> }
      }
    >
  >
  servers: { url: string }[]
}

interface ErrorSchema {
  anyOf?: ErrorSchema[]
  properties?: { code?: { enum?: string[] } }
}

/** The codes of an error response. */
function codesIn(response: { content?: Record<string, { schema: ErrorSchema }> }): string[] {
  const [{ schema = {} } = {}] = Object.values(response.content ?? {})
  const kinds = schema.anyOf ?? [schema]
  return kinds.flatMap(({ properties }) => properties?.code?.enum ?? [])
}

describe('/docs/json', () => {
  test('lists every route of the API, so that a client can be generated from it', async () => {
    const { app, env, routes } = await buildWatchedApp({
      extraPlugins: [async (site) => void site.get('/sandbox/page', async () => '')],
    })
    const { paths, servers }: OpenApi = (await app.inject('/docs/json')).json()

    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const registered = routes
      .filter(({ url }) => !/^\/(docs|sandbox)/.test(url))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(documented.toSorted()).toEqual(registered.toSorted())
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    for (const { operationId, tags, summary, responses } of operations) {
      expect(operationId, summary).toMatch(/^[a-z][A-Za-z]+$/)
      expect(tags, summary).toHaveLength(1)
      expect(summary).toBeTruthy()
      expect(
        Object.keys(responses).some((status) => /^[23]\d\d$/.test(status)),
        summary,
      ).toBe(true)
      expect(Object.keys(responses).length).toBeGreaterThan(1)
    }
    const names = operations.map(({ operationId }) => operationId)
    expect(names).toEqual([...new Set(names)])
    expect(servers).toEqual([{ url: env.siteUrl }])
    // Each call says whether it needs a session.
    expect(paths['/appointments']?.post?.security).toEqual([{ session: [] }])
    expect(paths['/services']?.get?.security).toEqual([])
    expect(operations.filter(({ security }) => !security)).toEqual([])
  })

  test('describes the body of an upload', async () => {
    const { app } = await buildTestApp()
    const { paths }: OpenApi = (await app.inject('/docs/json')).json()
    for (const path of ['/images', '/profile/photo']) {
      expect(paths[path]?.post?.requestBody?.content['multipart/form-data']?.schema, path).toEqual({
        type: 'object',
        properties: { image: { type: 'string', format: 'binary' } },
        required: ['image'],
      })
    }
  })

  test('describes the format of phone numbers in answers', async () => {
    const { app } = await buildTestApp()
    const { paths }: OpenApi = (await app.inject('/docs/json')).json()
    for (const path of ['/clinic', '/families/{id}', '/todo/calls', '/notifications/unreachable']) {
      const answers = JSON.stringify(paths[path]?.get?.responses)
      expect(answers, path).toMatch(
        /"dialablePhone":\{[^}]*"description":"What a phone dials: E\.164/,
      )
    }
  })

  test('names the codes of every refusal, by status', async () => {
    const { app } = await buildTestApp()
    const { paths }: OpenApi = (await app.inject('/docs/json')).json()
    const booking = paths['/appointments']?.post?.responses ?? {}
    const codes = Object.entries(booking).flatMap(([status, response]) =>
      /^[45]/.test(status) ? [[status, codesIn(response)]] : [],
    )
    expect(Object.fromEntries(codes)).toMatchObject({
      400: expect.arrayContaining(['unknown_treatment', 'day_not_bookable', 'invalid_input']),
      403: ['forbidden', 'may_not_book'],
      404: ['not_found'],
      409: [
        ...['not_open', 'already_booked', 'slot_taken', 'held', 'price_changed', 'terms_changed'],
        'not_online',
      ],
      422: expect.arrayContaining(['too_many_unpaid', 'age_limit']),
      '4XX': expect.arrayContaining(['unauthorized', 'too_many_requests']),
      '5XX': ['internal', 'unavailable'],
    })
    const open = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([status, response]) => /^4/.test(status) && codesIn(response).length === 0)
          .map(([status]) => `${method} ${path}: ${status}`),
      ),
    )
    expect(open).toEqual([])
  })

  test('is generated once, soon after the server has begun to listen', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { app } = await buildTestApp()
    let made = 0
    const { swagger } = app
    app.swagger = ((...options: Parameters<typeof swagger>) => {
      made += 1
      return swagger(...options)
    }) as typeof swagger
    await app.listen()
    expect(made).toBe(0)
    vi.runAllTimers()
    expect(made).toBe(1)
    const { body } = await app.inject('/docs/json')
    expect((await app.inject('/docs/json?x=1')).body).toBe(body)
    expect(JSON.parse(body).info.title).toBe('Sprout')
    expect(made).toBe(1)
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
  // The content security policy would block these.
  expect(page.body).not.toMatch(/<script(?![^>]*src=)|<style|style="|onload=/)
})

test('serves JSON, YAML and scripts with their content types', async () => {
  const { app } = await buildTestApp()
  for (const [url, type] of [
    ['/docs/json', 'application/json'],
    ['/docs/yaml', 'application/x-yaml'],
    ['/docs/static/swagger-initializer.js', 'application/javascript'],
  ] as const) {
    const { statusCode, headers } = await app.inject(url)
    expect(statusCode, url).toBe(200)
    expect(headers['content-type'], url).toContain(type)
  }
})

test('redirects its index to /docs, and responds 404 like the rest of the API', async () => {
  const { app } = await buildTestApp()
  const index = await app.inject('/docs/static/index.html')
  expect([index.statusCode, index.headers.location]).toEqual([302, '/docs/'])
  const nothing = await app.inject('/docs/nothing')
  expect([nothing.statusCode, nothing.json().code]).toEqual([404, 'not_found'])
})
