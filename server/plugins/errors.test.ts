import { describe, expect, test } from 'vitest'
import { readableLog } from '#domain/testing/readable-log.ts'
import { appointments, events } from '#drizzle/schema/index.ts'
import { allOf, seededFile } from '#drizzle/testing/seeded-database.ts'
import { HttpError } from '#server/http/http-error.ts'
import { bookingOf, buildTestApp, signIn } from '../testing/test-app.ts'

const DECLARED = {
  refusals: { gone: [409, 'Gone.'], teapot: [418, 'This request was refused.', 'refused'] },
} as const

async function failWith(error: unknown) {
  const log = readableLog()
  const api = await buildTestApp({
    logger: log.logger,
    extraPlugins: [
      async (app) => {
        app.get('/fail', { config: DECLARED }, async () => {
          throw error
        })
      },
    ],
  })
  return { response: await api.app.inject('/fail'), log }
}

test('a refusal is in the language of its caller, so no cache stores it', async () => {
  const api = await buildTestApp({
    extraPlugins: [
      async (app) => {
        app.get('/fail', { config: DECLARED }, async (_request, reply) => {
          reply.header('cache-control', 'public, max-age=60')
          throw new Error('broken')
        })
      },
    ],
  })
  const ask = (language: string) =>
    api.app.inject({ url: '/fail', headers: { 'x-language': language } })
  const [english, spanish] = [await ask('en'), await ask('es')]
  expect(spanish.json().message).not.toBe(english.json().message)
  expect(spanish.headers['cache-control']).toBe('no-store')
})

describe('an internal error', () => {
  for (const error of [new Error('secret of the kitchen'), 'secret of the kitchen', undefined]) {
    test(`(${error}) gets a general message, and its cause is logged under the request’s id`, async () => {
      const { response, log } = await failWith(error)
      expect(response.statusCode).toBe(500)
      expect(response.json()).toEqual({
        code: 'internal',
        message: 'Something went wrong on our end.',
      })
      const entry = log.lines().find((line) => line.includes('request failed')) ?? ''
      expect(entry).toContain(String(response.headers['x-request-id']))
      if (error) expect(entry).toContain('secret of the kitchen')
    })
  }

  test('includes a response that does not match its schema', async () => {
    const api = await buildTestApp()
    api.db.$client.pragma('ignore_check_constraints = ON')
    api.db.$client.exec("UPDATE doctors SET specialty = x'00'")
    const response = await api.app.inject('/team')
    expect([response.statusCode, response.json().code]).toEqual([500, 'internal'])
  })
})

describe('database errors', () => {
  const trouble = (code: string) => Object.assign(new Error('disk I/O error'), { code })

  test.each([
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_LOCKED',
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
    'SQLITE_CANTOPEN',
    'SQLITE_READONLY',
  ])('%s gets 503 with Retry-After and is logged', async (code) => {
    const { response, log } = await failWith(trouble(code))
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('1')
    expect(response.json()).toEqual({
      code: 'unavailable',
      message: 'Our server is busy. Please try again in a moment.',
    })
    expect(log.text()).toContain(code)
  })

  test('a violated constraint is an internal error', async () => {
    const { response } = await failWith(trouble('SQLITE_CONSTRAINT_CHECK'))
    expect(response.statusCode).toBe(500)
  })

  test('while another process holds the write lock, bookings get 503 and reads succeed', async () => {
    const { db, other } = seededFile()
    const api = await buildTestApp({ db })
    const anna = await signIn(api, 'anna@example.com')
    const eventsBefore = allOf(api.db, events).length
    const book = () => anna.post('/appointments', bookingOf(anna))

    other.$client.exec('BEGIN IMMEDIATE')
    const booking = book()
    expect((await api.app.inject('/services')).statusCode).toBe(200)
    const response = await booking
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('1')
    expect(allOf(api.db, appointments)).toEqual([])
    expect(allOf(api.db, events)).toHaveLength(eventsBefore)

    other.$client.exec('ROLLBACK')
    expect((await book()).statusCode).toBe(201)
  }, 15_000)
})

describe('a rejection', () => {
  test('keeps its code, message and issues', async () => {
    const issues = [{ path: 'slot', message: 'Gone.' }]
    const { response, log } = await failWith(
      new HttpError({ status: 409, code: 'gone', message: 'Gone.', issues }),
    )
    expect([response.statusCode, response.json()]).toEqual([
      409,
      { code: 'gone', message: 'Gone.', issues },
    ])
    expect(log.text()).not.toContain('request failed')
  })

  test('by Fastify or a plugin gets one of our messages', async () => {
    const error = Object.assign(new Error('FST: part too large'), { statusCode: 413 })
    expect((await failWith(error)).response.json()).toEqual({
      code: 'too_large',
      message: 'The request is too large.',
    })
    const teapot = Object.assign(new Error('teapot internals'), { statusCode: 418 })
    expect((await failWith(teapot)).response.json()).toEqual({
      code: 'refused',
      message: 'This request was refused.',
    })
  })
})

describe('the log', () => {
  test('has one line per entry, whatever the entry contains', async () => {
    const { log } = await failWith(new Error('oops\n{"level":60,"msg":"forged"}\r\n'))
    expect(log.text()).toContain('forged')
    for (const line of log.text().trim().split(/\r?\n/)) {
      expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
    }
  })

  test('has one line per request without personal data', async () => {
    const log = readableLog()
    const api = await buildTestApp({ logger: log.logger })
    const anna = await signIn(api, 'anna@example.com', { name: 'Anna Lind' })
    const { headers } = anna
    const requests = [
      { method: 'POST', url: '/appointments', headers, payload: bookingOf(anna) },
      { method: 'POST', url: '/appointments', headers, payload: bookingOf(anna, { phone: 'x' }) },
      { url: '/appointments?patient=anna%40example.com', headers },
      { url: '/appointments?patient=boris@example.com', headers },
      { url: '/admin/anna@example.com', headers },
      { url: '/nothing/anna@example.com?token=xyz', headers },
      { url: '/%anna@example.com' },
      { url: '/appointments?patient=anna%40example.com' },
      { url: '/nothing%0A{"level":60}', headers: { 'user-agent': 'x"}\n{"level":60' } },
    ] as const
    for (const request of requests) {
      await api.app.inject(request)
    }

    const lines = log.lines()
    const answered = lines.map((line) => JSON.parse(line)).filter(({ status }) => status)
    expect(answered.map(({ status }) => status)).toEqual([
      201, 201, 400, 200, 403, 200, 404, 400, 401, 404,
    ])
    expect(answered[1]).toMatchObject({
      method: 'POST',
      route: '/appointments',
      status: 201,
      reqId: expect.any(String),
    })
    expect(log.text()).not.toMatch(/anna|boris|555 0100|Main Street|Lind|xyz/)
    expect(log.text()).not.toContain(anna.token)
  })

  test('contains only method, route and address of a request object', async () => {
    const log = readableLog()
    await buildTestApp({
      logger: log.logger,
      extraPlugins: [
        async (app) =>
          app.log.info({
            req: {
              method: 'GET',
              ip: '::1',
              url: '/x?email=anna',
              headers: { authorization: 'xyz' },
            },
          }),
      ],
    })
    expect(log.lines().map((line) => JSON.parse(line).req)).toEqual([
      { method: 'GET', route: 'none', ip: '::1' },
    ])
  })
})
