import { executionAsyncResource } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ticks } from './tick-shape.ts'

test('what is kept is what the queue of ticks holds', async () => {
  const others: object[] = []
  process.nextTick(() => others.push(executionAsyncResource()))
  await setImmediate()
  const shapes = [...ticks, ...others].map((tick) => Reflect.ownKeys(tick))
  expect(shapes).toEqual([shapes[1], shapes[0]])
  expect(shapes[0]).toEqual(expect.arrayContaining(['callback', 'args']))
})
