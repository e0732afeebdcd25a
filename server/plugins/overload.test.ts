import { expect, it } from 'vitest'
import { eventData } from '#contract/audit/events.ts'
import { alarmOfOverload } from '#domain/process/alarm-of-overload.ts'
import type { EventLoopWatch } from '#domain/process/event-loop-watch.ts'
import { events } from '#drizzle/schema/index.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { site } from '../rendering/site.ts'
import { writeBuiltSite } from '../testing/built-site.ts'
import { buildTestApp, exchange, signIn } from '../testing/test-app.ts'

async function setUp() {
  const root = temporaryFolder()
  writeBuiltSite(root)
  let isOverloaded = false
  const begun: string[] = []
  const eventLoop: EventLoopWatch = {
    begin(name) {
      begun.push(name)
      return () => begun.push(`end of ${name}`)
    },
    isOverloaded: () => isOverloaded,
    measure() {},
    start: () => () => {},
  }
  const api = await buildTestApp({ eventLoop, extraPlugins: [site({ root })] })
  const anna = await signIn(api, 'anna@example.com')
  const status = async (url: string, headers = {}) =>
    (await api.app.inject({ url, headers })).statusCode
  const overload = async (value: boolean) => {
    isOverloaded = value
    await expect.poll(() => api.app.isUnderPressure()).toBe(value)
  }
  return { api, anna, begun, status, overload }
}

it('refuses unknown visitors with 503 and Retry-After while the process is overloaded, and never users', async () => {
  const { api, anna, status, overload } = await setUp()
  await overload(true)
  const refused = await api.app.inject('/services')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.json()).toEqual({
    code: 'unavailable',
    message: 'Our server is busy. Please try again in a moment.',
  })
  expect(await status('/services', { authorization: 'Bearer forged' })).toBe(503)
  expect(await status('/services', anna.headers)).toBe(200)
  expect(await status('/sessions', anna.headers)).toBe(200)
  await overload(false)
  expect(await status('/services')).toBe(200)
})

it('answers health checks, webhooks, logins and files under any load', async () => {
  const { api, status, overload } = await setUp()
  await overload(true)
  for (const path of ['/healthz', '/readyz', '/robots.txt']) {
    expect(await status(path), path).toBe(200)
  }
  const renewal = api.identity.tokenFor({ email: 'ben@example.com' })
  expect((await exchange(api, 'ben@example.com', renewal)).statusCode).toBe(201)
  const webhook = await api.app.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' })
  expect(webhook.statusCode).not.toBe(503)
})

it('shows unknown visitors a plain page, and sends users their pages as always', async () => {
  const { api, anna, status, overload } = await setUp()
  await overload(true)
  const page = await api.app.inject({ url: '/doctors', headers: { accept: 'text/html' } })
  expect(page.statusCode).toBe(503)
  expect(page.headers).toMatchObject({
    'retry-after': '5',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(page.body).toContain('<h1>Please try again in a moment</h1>')
  const spanish = await api.app.inject({ url: '/es/doctors', headers: { accept: 'text/html' } })
  expect(spanish.statusCode).toBe(503)
  expect(spanish.body).toContain('<html lang="es">')
  expect(spanish.body).toContain('<h1>Intente de nuevo en un momento</h1>')
  expect(spanish.body).toContain('<a href="">intente de nuevo</a>')
  expect(await status('/dashboard')).toBe(200)
  expect(await status('/doctors', anna.headers)).toBe(200)
})

it('records the duration of each call, by its pattern', async () => {
  const { begun, anna, status } = await setUp()
  begun.length = 0
  await status('/sessions', anna.headers)
  expect(begun.slice(0, 2)).toEqual(['GET /sessions', 'end of GET /sessions'])
})

it('records an alarm that names the call', async () => {
  const { db, now } = await buildTestApp()
  let at = 0
  const watch = alarmOfOverload({
    db,
    log: { error: (problem: unknown) => expect.fail(String(problem)) },
    clock: now,
    process: 'site',
    now: () => at,
  })
  const end = watch.begin('GET /insights')
  at = 6_100
  end()
  watch.measure()
  const alarms = () =>
    db
      .select()
      .from(events)
      .all()
      .filter(({ kind }) => kind === 'process.overloaded')
  await expect.poll(alarms).toMatchObject([{ subject: 'site', actor: null }])
  const [alarm] = alarms()
  expect(eventData.shape['process.overloaded'].parse(alarm?.data)).toEqual({
    delayMs: 6_000,
    work: [{ name: 'GET /insights', ms: 6_100 }],
  })
})
