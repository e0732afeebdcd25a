import { expect, test } from 'vitest'
import { calmLog, reasonOf } from './calm-log.ts'
import { testLog } from './testing/database.ts'

test('says a lasting trouble once in 30 s, and its end once', () => {
  let now = 0
  const { log, lines } = testLog()
  const calm = calmLog(log, 'Redis', () => now)
  for (now = 0; now < 60_000; now += 100) calm.trouble(new Error('refused'))
  calm.over()
  calm.over()
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'Redis: trouble, trying again'],
    ['warn', 'Redis: trouble, trying again'],
    ['info', 'Redis: works again'],
  ])
  expect(lines[0]?.ids).toEqual({ reason: 'refused' })
})

test('says nothing about the end of what was never mentioned', () => {
  const { log, lines } = testLog()
  calmLog(log, 'Redis').over()
  expect(lines).toEqual([])
})

test('a reason is never empty, though the message of a failed connection may be', () => {
  const failed = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
  expect(reasonOf(failed)).toBe('ECONNREFUSED')
  expect(reasonOf(new TypeError(''))).toBe('TypeError')
  expect(reasonOf('plain')).toBe('plain')
})
