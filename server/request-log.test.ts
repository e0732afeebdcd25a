import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { buildTestApp } from './testing/test-app.ts'

async function linesOf(logLevel: 'info' | 'warn') {
  let text = ''
  const write = (lines: string) => {
    text += lines
  }
  const logger = createLogger({ logLevel }, { write })
  const { app } = await buildTestApp({ logger })
  logger[logLevel]('the log’s own')
  await app.inject({ url: '/services', remoteAddress: '203.0.113.7' })
  await turn()
  return text.split(/(?<=\n)/)
}

test('an answered request is a line like the others of the log', async () => {
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
    msg: 'answered',
  })
  expect(line.time).toBeGreaterThanOrEqual(time)
  expect(more).toEqual([])
})

test('a log of warnings does not tell of it', async () => {
  expect(await linesOf('warn')).toHaveLength(1)
})
