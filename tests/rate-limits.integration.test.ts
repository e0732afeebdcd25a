import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../server/testing/test-app.ts'
import { type RedisServer, startRedisServer } from '../workers/testing/redis-server.ts'

let redis: RedisServer

beforeEach(async () => {
  redis = await startRedisServer()
})
afterEach(() => redis.remove())

function limitedApp() {
  return buildTestApp({ env: { RATE_LIMIT: 'on', REDIS_URL: redis.url } })
}

async function ask({ app }: TestApp) {
  return (await app.inject('/services')).statusCode
}

/** Asks until an answer is as wanted: connections take a moment to come and go. */
async function askUntil(api: TestApp, isWanted: (headers: Record<string, unknown>) => boolean) {
  await expect
    .poll(async () => isWanted((await api.app.inject('/services')).headers), { timeout: 20_000 })
    .toBe(true)
}

const LIMIT = 'x-ratelimit-remaining'

test('processes that share a Redis count together', async () => {
  const [one, other] = [await limitedApp(), await limitedApp()]
  // Counting has begun in both.
  await askUntil(one, (headers) => Number(headers[LIMIT]) < 300)
  await askUntil(other, (headers) => Number(headers[LIMIT]) < 300)
  const statuses = new Set<number>()
  for (let request = 0; request < 151; request += 1) {
    statuses.add(await ask(one)).add(await ask(other))
  }
  expect([...statuses]).toEqual([200, 429])
  expect([await ask(one), await ask(other)]).toEqual([429, 429])
})

test('a Redis that goes away stops nobody', async () => {
  const api = await limitedApp()
  await askUntil(api, (headers) => Number(headers[LIMIT]) < 300)
  await redis.kill()
  await askUntil(api, (headers) => Number(headers[LIMIT]) === 300)
  for (let request = 0; request < 301; request += 1) expect(await ask(api)).toBe(200)
})
