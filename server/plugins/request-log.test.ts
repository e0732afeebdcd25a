import { expect, test } from 'vitest'
import { readableLog } from '#domain/testing/readable-log.ts'
import { buildTestApp } from '../testing/test-app.ts'

async function linesOf(logLevel: 'info' | 'warn') {
  const { logger, lines } = readableLog(logLevel)
  const { app } = await buildTestApp({ logger })
  logger[logLevel]('the log’s own')
  await app.inject({ url: '/services', remoteAddress: '203.0.113.7' })
  return lines()
}

test('logs one line per request', async () => {
  const [own, answered, ...more] = await linesOf('info')
  const { msg: _, time, ...everywhere } = JSON.parse(own ?? '')
  expect(answered?.endsWith('}\n')).toBe(true)
  const line = JSON.parse(answered ?? '')
  expect(line).toEqual({
    ...everywhere,
    time: expect.any(Number),
    reqId: expect.any(String),
    method: 'GET',
    route: '/services',
    ip: '203.0.113.7',
    status: 200,
    ms: expect.any(Number),
    msg: 'request completed',
  })
  expect(line.time).toBeGreaterThanOrEqual(time)
  expect(more).toEqual([])
})

test('a log level of warn omits it', async () => {
  expect(await linesOf('warn')).toHaveLength(1)
})

test('each response has the request id of the log', async () => {
  const { logger, lines } = readableLog('info')
  const { app } = await buildTestApp({ logger })
  const answers = ['/services', '/nothing', '/%'].map((url) => app.inject(url))
  const ids = (await Promise.all(answers)).map(({ headers }) => headers['x-request-id'])
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}-\d+$/)
  const logged = lines().map((line) => JSON.parse(line).reqId)
  expect(logged.toSorted()).toEqual(ids.toSorted())
})
