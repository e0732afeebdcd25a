import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type RedisServer, startRedisServer } from '#workers/testing/redis-server.ts'

let redis: RedisServer
let counts: Redis

beforeEach(async () => {
  redis = await startRedisServer()
  counts = new Redis(redis.url, { lazyConnect: true, retryStrategy: () => null })
  await counts.connect()
})
afterEach(async () => {
  counts.disconnect()
  await redis.remove()
})

function limitedApp() {
  return buildTestApp({ env: { RATE_LIMIT: 'on', REDIS_URL: redis.url } })
}

async function ask({ app }: TestApp, remoteAddress = '10.0.0.1') {
  return (await app.inject({ url: '/services', remoteAddress })).statusCode
}

/** Sends requests from an address until one is counted: connecting to Redis takes a moment. */
async function untilCounted(api: TestApp, address: string) {
  await expect
    .poll(
      async () => {
        await ask(api, address)
        return counts.keys(`*${address}`)
      },
      { timeout: 20_000 },
    )
    .toHaveLength(1)
}

test('processes with the same Redis share the limits', async () => {
  const [one, other] = [await limitedApp(), await limitedApp()]
  await untilCounted(one, '10.0.0.2')
  await untilCounted(other, '10.0.0.3')
  const statuses: number[] = []
  for (let request = 0; request < 151; request += 1) statuses.push(await ask(one), await ask(other))
  expect(statuses).toEqual([...Array(300).fill(200), 429, 429])
})

test('limits are not enforced while Redis is unavailable', async () => {
  const api = await limitedApp()
  await untilCounted(api, '10.0.0.2')
  await redis.kill()
  for (let request = 0; request < 301; request += 1) expect(await ask(api)).toBe(200)
})
