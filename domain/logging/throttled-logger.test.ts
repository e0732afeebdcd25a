import { expect, test, vi } from 'vitest'
import { calmLog, reasonOf } from './throttled-logger.ts'

const testLog = () => ({ info: vi.fn(), warn: vi.fn() })

test('says a lasting trouble once in 30 s, and its end once', () => {
  let now = 0
  const log = testLog()
  const calm = calmLog(log, 'Redis', () => now)
  for (now = 0; now < 60_000; now += 100) calm.trouble(new Error('refused'))
  calm.over()
  calm.over()
  const trouble = [{ reason: 'refused' }, 'Redis: trouble, trying again']
  expect(log.warn.mock.calls).toEqual([trouble, trouble])
  expect(log.info.mock.calls).toEqual([['Redis: works again']])
})

test('says nothing about the end of what was never mentioned', () => {
  const log = testLog()
  calmLog(log, 'Redis').over()
  expect(log.info).not.toHaveBeenCalled()
})

test('a reason is never empty, though the message of a failed connection may be', () => {
  const failed = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
  expect(reasonOf(failed)).toBe('ECONNREFUSED')
  expect(reasonOf(new TypeError(''))).toBe('TypeError')
  expect(reasonOf('plain')).toBe('plain')
})
