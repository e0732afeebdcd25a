import { expect, it } from 'vitest'
import { watchChanges } from './change-watch.ts'
import { closures } from './schema/index.ts'
import { seededFile } from './testing/seeded-database.ts'

it.each(['db', 'other'] as const)('reports a change by the connection %s, once', (writer) => {
  const connections = seededFile()
  const hasChanged = watchChanges(connections.db)
  expect(hasChanged()).toBe(true)
  for (const date of ['2027-07-04', '2027-07-05']) {
    connections.db.select().from(closures).all()
    expect(hasChanged()).toBe(false)
    connections[writer].insert(closures).values({ date, reason: 'test' }).run()
    expect(hasChanged()).toBe(true)
    expect(hasChanged()).toBe(false)
  }
})
