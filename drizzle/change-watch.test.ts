import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchChanges } from './change-watch.ts'
import { closures } from './schema.ts'
import { seededFile } from './testing/seeded-database.ts'
import { writeTransaction } from './write-transaction.ts'

function setUp() {
  const { db, other } = seededFile()
  return { db, other, hasChanged: watchChanges(db) }
}

const closed = (date: string) => ({ date, reason: 'for the test' })

test('sees a transaction of this process as soon as it is done', async () => {
  const { db, hasChanged } = setUp()
  expect(hasChanged()).toBe(true)
  expect(hasChanged()).toBe(false)
  const write = writeTransaction(db, () => db.insert(closures).values(closed('2027-07-04')).run())
  // In the same turn of the event loop.
  expect(hasChanged()).toBe(true)
  expect(hasChanged()).toBe(false)
  await write
})

test.each(['db', 'other'] as const)(
  'sees what %s writes for whoever asks in a later turn of the event loop, once',
  async (writer) => {
    const { hasChanged, ...connections } = setUp()
    hasChanged()
    for (const date of ['2027-07-04', '2027-07-05']) {
      await nextTurn()
      connections.db.select().from(closures).all()
      expect(hasChanged()).toBe(false)
      await nextTurn()
      connections[writer].insert(closures).values(closed(date)).run()
      expect(hasChanged()).toBe(true)
      expect(hasChanged()).toBe(false)
      await nextTurn()
      expect(hasChanged()).toBe(false)
    }
  },
)
