import { expect, it } from 'vitest'
import { seededFile } from './testing/seeded-database.ts'

it('opens every connection with synchronous=FULL, foreign keys and WAL', () => {
  for (const { $client } of Object.values(seededFile())) {
    const read = (name: string) => $client.pragma(name, { simple: true })
    // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
    expect([read('synchronous'), read('foreign_keys'), read('journal_mode')]).toEqual([2, 1, 'wal'])
  }
})
