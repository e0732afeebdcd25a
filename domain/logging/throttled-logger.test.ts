import { expect, test, vi } from 'vitest'
import { reasonOf, throttledLogger } from './throttled-logger.ts'

const testLog = () => ({ info: vi.fn(), warn: vi.fn() })

test('logs a lasting problem with its error once in 30 s, and its end once', () => {
  let now = 0
  const log = testLog()
  const redis = throttledLogger(log, 'Redis', () => now)
  const error = new Error('refused')
  for (now = 0; now < 60_000; now += 100) redis.failed(error)
  redis.recovered()
  redis.recovered()
  const problem = [{ err: error }, 'Redis: failed, retrying']
  expect(log.warn.mock.calls).toEqual([problem, problem])
  expect(log.info.mock.calls).toEqual([['Redis: recovered']])
})

test('logs no recovery from a problem that was not logged', () => {
  const log = testLog()
  throttledLogger(log, 'Redis').recovered()
  expect(log.info).not.toHaveBeenCalled()
})

test('a reason is never empty, although the message of a failed connection may be', () => {
  const failed = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
  expect(reasonOf(failed)).toBe('ECONNREFUSED')
  expect(reasonOf(new TypeError(''))).toBe('TypeError')
  expect(reasonOf('plain')).toBe('plain')
})
