import { expect, test } from 'vitest'
import { seededFile } from './testing/seeded-database.ts'

test('every connection waits for the disk at each commit, holds rows to what they refer to, and keeps readers beside a writer', () => {
  for (const { $client } of Object.values(seededFile())) {
    const read = (name: string) => $client.pragma(name, { simple: true })
    // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
    expect([read('synchronous'), read('foreign_keys'), read('journal_mode')]).toEqual([2, 1, 'wal'])
  }
})
