import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchChanges } from './change-watch.ts'
import { closures } from './schema.ts'
import { seededFile } from './testing/seeded-database.ts'

function setUp() {
  const { db, other } = seededFile()
  return { db, other, hasChanged: watchChanges(db) }
}

test('sees the writes of this connection at once', () => {
  const { db, hasChanged } = setUp()
  expect(hasChanged()).toBe(true)
  expect(hasChanged()).toBe(false)
  db.insert(closures).values({ date: '2027-07-04', reason: 'own' }).run()
  expect(hasChanged()).toBe(true)
  expect(hasChanged()).toBe(false)
  db.select().from(closures).all()
  expect(hasChanged()).toBe(false)
})

test('sees those of every other for whoever asks in a later turn of the event loop, once', async () => {
  const { other, hasChanged } = setUp()
  hasChanged()
  for (const date of ['2027-07-04', '2027-07-05']) {
    await nextTurn()
    other.insert(closures).values({ date, reason: 'of another' }).run()
    expect(hasChanged()).toBe(true)
    expect(hasChanged()).toBe(false)
    await nextTurn()
    expect(hasChanged()).toBe(false)
  }
})
