import { expect, test } from 'vitest'
import { killRedis } from './checks/redis.ts'

test('loses and repeats nothing when Redis is down under load and a worker is killed', async () => {
  // `npm run test:faults` stops Redis for 30 s under four times the load, with no tests in parallel.
  const { problems } = await killRedis({ seconds: 5, visitors: 1, limitMs: 120_000 })
  expect(problems).toEqual([])
}, 300_000)
