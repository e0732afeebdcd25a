import { expect, test } from 'vitest'
import { createLogger } from '../domain/logging/logger.ts'
import { makeRequestLogger } from './request-logger.ts'

function setUp() {
  const lines: Record<string, unknown>[] = []
  const parent = createLogger(
    { logLevel: 'trace' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  let children = 0
  parent.onChild = () => {
    children += 1
  }
  const log = makeRequestLogger(parent, { reqId: '7', email: 'anna@example.com' })
  return { lines, log, children: () => children }
}

test('the log of a request that writes nothing is never made, that of another once', () => {
  const { log, children } = setUp()
  expect(children()).toBe(0)
  log.info('one')
  log.info('two')
  expect(children()).toBe(1)
})

test('lines carry the request’s id, and nothing private', () => {
  const { lines, log } = setUp()
  log.info({ phone: '555', count: 3 }, 'plain')
  log.child({ part: 'payment' }).warn('of a part')
  const own = { reqId: '7', email: '[private]' }
  expect(lines).toMatchObject([
    { ...own, phone: '[private]', count: 3, msg: 'plain' },
    { ...own, part: 'payment', msg: 'of a part' },
  ])
})

test('every level is written as that level, and the level can be changed', () => {
  const { lines, log } = setUp()
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const) {
    log[level](level)
  }
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [10, 'trace'],
    [20, 'debug'],
    [30, 'info'],
    [40, 'warn'],
    [50, 'error'],
    [60, 'fatal'],
  ])
  expect(log.level).toBe('trace')
  log.level = 'error'
  log.warn('too quiet')
  expect(lines).toHaveLength(6)
})
