import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atEndOfTurn } from './end-of-turn.ts'

test('what one turn brings is handed over together, in its order, and once', async () => {
  const handed: (readonly number[])[] = []
  const take = atEndOfTurn<number>((items) => handed.push(items))
  take(1)
  await Promise.resolve()
  take(2)
  expect(handed).toEqual([])
  await turn()
  take(3)
  await turn()
  await turn()
  expect(handed).toEqual([[1, 2], [3]])
})

test('what comes while a turn is handed over is of the next one', async () => {
  const handed: (readonly number[])[] = []
  const take = atEndOfTurn<number>((items) => {
    handed.push(items)
    if (handed.length === 1) take(2)
  })
  take(1)
  await turn()
  await turn()
  expect(handed).toEqual([[1], [2]])
})
