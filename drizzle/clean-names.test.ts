import { expect, it } from 'vitest'
import { SITE_UPDATE } from '#contract/front-desk/corrections.ts'
import { findSearchErrors } from './checks/search.ts'
import { migrateDatabase } from './client.ts'
import { oldDatabase } from './testing/old-database.ts'

const LAST = '0096_time_zone_changes'
const RLE = '\u202B'

it('cleans the names in older databases, and keeps the original names of children and families', () => {
  const db = oldDatabase(LAST)
  const { $client: sqlite } = db
  const at = Date.now()
  sqlite
    .prepare('INSERT INTO users (uid, name, email, created_at) VALUES (?, ?, ?, ?)')
    .run('anna', `  Anna\u00A0 Lee${RLE}`, 'anna@example.com', at)
  const family = sqlite.prepare(
    "INSERT INTO desk_families (id, name, phone, created_by, created_at) VALUES (?, ?, '+15035550100', 'desk', ?)",
  )
  family.run('desk-1', `${RLE}Sofía  Gil`, at)
  family.run('desk-2', 'علی\u200Cرضا', at)
  const child = sqlite.prepare(
    "INSERT INTO children (id, name, birth_date, created_by, created_at) VALUES (?, ?, '2021-06-05', 'anna', ?)",
  )
  const guardian = sqlite.prepare(
    "INSERT INTO guardianships (uid, child_id, is_owner, may_book, may_pay, receives_email, created_at) VALUES ('anna', ?, 1, 1, 1, 1, ?)",
  )
  for (const [id, name] of [
    ['mia', 'Mia  Lee'],
    ['noa', 'Noa'],
    ['noa-again', `Noa${RLE}`],
  ]) {
    child.run(id, name, at)
    guardian.run(id, at)
  }
  migrateDatabase(db)
  const names = (table: string) =>
    sqlite.prepare(`SELECT name FROM ${table} ORDER BY rowid`).pluck().all()
  expect(names('users')).toEqual(['Anna Lee'])
  expect(names('desk_families')).toEqual(['Sofía Gil', 'علی\u200Cرضا'])
  // Otherwise two children would have the same name and birth date, which is refused.
  expect(names('children')).toEqual(['Mia Lee', 'Noa', `Noa${RLE}`])
  expect(
    sqlite
      .prepare('SELECT old_value, new_value, changed_by FROM identity_changes ORDER BY rowid')
      .raw()
      .all(),
  ).toEqual([
    ['Mia  Lee', 'Mia Lee', SITE_UPDATE],
    [`${RLE}Sofía  Gil`, 'Sofía Gil', SITE_UPDATE],
  ])
  expect(findSearchErrors(db)).toEqual([])
})
