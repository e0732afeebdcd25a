import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchChanges } from './change-watch.ts'
import { openDatabase } from './client.ts'
import { closures } from './schema.ts'
import { seededDatabase } from './testing/seeded-database.ts'

test('sees the writes of this connection and of every other, once each', () => {
  const dir = mkdtempSync(join(tmpdir(), 'sprout-watch-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'test.db')
  const db = seededDatabase(file)
  const other = openDatabase(file)
  onTestFinished(() => void other.$client.close())

  const hasChanged = watchChanges(db)
  expect(hasChanged()).toBe(true)
  expect(hasChanged()).toBe(false)

  db.insert(closures).values({ date: '2027-07-04', reason: 'own' }).run()
  expect(hasChanged()).toBe(true)
  expect(hasChanged()).toBe(false)

  other.delete(closures).run()
  expect(hasChanged()).toBe(true)
  expect(hasChanged()).toBe(false)

  db.select().from(closures).all()
  expect(hasChanged()).toBe(false)
})
