import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import SQLite from 'better-sqlite3'
import { findForeignSchema } from '#drizzle/foreign-schema.ts'
import { isDatabase, isKept } from '../process/data-files.ts'
import { codeOf, ifThere, StartError } from '../process/errors.ts'

// Litestream copies databases only. Images and the other files of the data folder are kept in a
// database of their own, so that they reach the same place by the same means.

/** Opens the database that holds the files; creates it if need be. */
export function openFileCopy(file: string): SQLite.Database {
  const db = new SQLite(file)
  db.pragma('journal_mode = WAL')
  db.exec(
    `CREATE TABLE IF NOT EXISTS files
       (path TEXT PRIMARY KEY, modified_ms REAL NOT NULL, size INTEGER NOT NULL, content BLOB NOT NULL)`,
  )
  return db
}

/**
 * Makes the copy hold what the data folder holds: new and changed files are read, others removed.
 * @returns how many files were written or removed
 */
export async function copyFiles(db: SQLite.Database, dataDir: string): Promise<number> {
  const known = new Map(
    db
      .prepare<[], { path: string; modified_ms: number; size: number }>(
        'SELECT path, modified_ms, size FROM files',
      )
      .all()
      .map((file) => [file.path, file]),
  )
  const write = db.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)')
  let changes = 0
  for (const path of await listFiles(dataDir, '')) {
    try {
      const { mtimeMs, size } = await stat(join(dataDir, path))
      const before = known.get(path)
      known.delete(path)
      if (before?.modified_ms === mtimeMs && before.size === size) continue
      write.run(path, mtimeMs, size, await readFile(join(dataDir, path)))
      changes += 1
    } catch (error) {
      // It was removed meanwhile; the next round removes it from the copy.
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
  const remove = db.prepare('DELETE FROM files WHERE path = ?')
  for (const path of known.keys()) remove.run(path)
  return changes + known.size
}

async function listFiles(dataDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, folder), { withFileTypes: true })
  const kept = entries.filter(({ name }) => isCopied(name))
  const lists = await Promise.all(
    kept.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return (await ifThere(listFiles(dataDir, path))) ?? []
      return entry.isFile() ? [path] : []
    }),
  )
  return lists.flat()
}

/** Whether a path in the data folder belongs in the copy, by the names in it. */
function isCopied(path: string): boolean {
  return path.split(sep).every((name) => name !== '' && isKept(name) && !isDatabase(name))
}

/**
 * Writes the files of a copy into a folder. Paths that no copy holds are left out.
 * @throws StartError when the copy's database holds what this version did not make
 */
export function writeFiles(file: string, folder: string): void {
  const foreign = findForeignSchema(file, () => openFileCopy(':memory:'))
  if (foreign.length > 0) {
    throw new StartError(`The second copy of the files holds ${foreign.join(', ')}.`)
  }
  const db = new SQLite(file, { readonly: true, fileMustExist: true })
  try {
    const rows = db
      .prepare<[], { path: string; content: Buffer }>('SELECT path, content FROM files')
      .iterate()
    for (const { path, content } of rows) {
      if (!isCopied(path)) continue
      const to = join(folder, path)
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
      writeFileSync(to, content, { mode: 0o600 })
    }
  } finally {
    db.close()
  }
}
