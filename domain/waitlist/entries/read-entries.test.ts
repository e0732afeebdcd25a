import { expect, it } from 'vitest'
import { listEntryPage } from '#drizzle/queries/waitlist/entry-lists.ts'
import { countStatements } from '#drizzle/testing/count-statements.ts'
import { NOW } from '#drizzle/testing/seeded-database.ts'
import { wait, waitingClinic } from '../testing/waiting-clinic.ts'
import { readEntries } from './read-entries.ts'

it('reads a list of any length in the same number of statements', async () => {
  const db = waitingClinic()
  const count = () =>
    countStatements(db, () => readEntries(db, listEntryPage(db, { limit: 50 }), NOW))
  wait(db, 'anna', NOW)
  const ofOne = await count()
  for (const family of ['bea', 'cem', 'dan', 'eva']) wait(db, family, NOW)
  expect(await count()).toBe(ofOne)
})
