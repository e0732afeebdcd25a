import { expect, it } from 'vitest'
import { migrateDatabase } from './client.ts'
import { oldDatabase } from './testing/old-database.ts'

it('keeps the languages of an earlier version, and takes all others but English', () => {
  const db = oldDatabase('0136_legal_translations')
  db.$client.exec(`
    INSERT INTO users (uid, email, name, language, created_at)
      VALUES ('ana', 'ana@example.com', 'Ana', 'es', 0), ('bo', 'bo@example.com', 'Bo', NULL, 0);
    INSERT INTO desk_families (id, name, phone, language, created_by, created_at)
      VALUES ('luz', 'Luz', '555 0142', 'es', 'desk', 0), ('kim', 'Kim', '555 0143', NULL, 'desk', 0);
    INSERT INTO translations (language, text, translation) VALUES ('es', 'Hello', 'Hola');
    INSERT INTO legal_pages (page, version, effective_on, body, published_at)
      VALUES ('notice', 1, '2027-01-04', '[]', 0);
    INSERT INTO legal_translations (page, version, language, revision, body, saved_at)
      VALUES ('notice', 1, 'es', 1, '[]', 0);`)
  const all = () =>
    ['users', 'desk_families', 'translations', 'legal_translations'].map((table) =>
      db.$client.prepare(`SELECT * FROM ${table} ORDER BY 1`).all(),
    )
  const before = all()
  migrateDatabase(db)
  expect(all()).toMatchObject(before as object[])

  const statements = [
    "UPDATE users SET language = ? WHERE uid = 'bo'",
    "UPDATE desk_families SET language = ? WHERE id = 'kim'",
    "INSERT INTO translations VALUES (?, 'Bye', '…')",
    "INSERT INTO legal_translations VALUES ('notice', 1, ?, 1, '[]', 0)",
  ].map((sql) => db.$client.prepare(sql))
  for (const statement of statements) {
    expect(statement.run('fr').changes).toBe(1)
    for (const language of ['en', '', 'FR', 'f']) {
      expect(() => statement.run(language), language).toThrow('CHECK constraint failed')
    }
  }
})
