import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import SQLite from 'better-sqlite3'
import { millisecondsInHour } from 'date-fns/constants'
import { findForeignSchema } from '#drizzle/foreign-schema.ts'
import { isDatabase, isKept } from '../process/data-files.ts'
import { ifThere, StartError } from '../process/errors.ts'

// Litestream copies databases only. Images and other files of the data folder are therefore kept in a
// database, which is copied in the same way.

/** How many pages of 4 kB are returned to the disk in one step, which takes a few milliseconds. */
const SHRINK_PAGES = 500

/** A folder that changed more recently than this may change again with the same timestamp. */
const SETTLED_MS = 2_000

/** How often all files are checked: writing a file in place does not change its folder. */
const LOOK_AT_ALL_MS = millisecondsInHour

const INCREMENTAL = 2

/** Opens the database of files; creates it if necessary. */
export function openFileCopy(file: string): SQLite.Database {
  const db = new SQLite(file)
  const mode = db.pragma('auto_vacuum', { simple: true })
  db.pragma(`auto_vacuum = ${INCREMENTAL}`)
  // Only a new file takes the mode at once.
  if (mode !== INCREMENTAL) db.exec('VACUUM')
  db.pragma('journal_mode = WAL')
  db.exec(
    `CREATE TABLE IF NOT EXISTS files
       (path TEXT PRIMARY KEY, modified_ms REAL NOT NULL, size INTEGER NOT NULL, content BLOB NOT NULL)`,
  )
  return db
}

/** A copied file, as of when it was read. */
interface CopiedFile {
  path: string
  modified_ms: number
  size: number
}

/** A folder whose files have been copied. */
interface CopiedFolder {
  /** When it last changed, in milliseconds; null when it may change again with the same timestamp. */
  changedAt: number | null
  /** The paths of its subfolders. */
  folders: readonly string[]
}

/**
 * Creates a function that updates the copy of a data folder: it reads new and changed files and removes
 * deleted ones. It checks the folders that changed, and once an hour all of them.
 * @param now milliseconds
 */
export function createFileCopier(
  db: SQLite.Database,
  dataDir: string,
  now: () => number = Date.now,
): () => Promise<void> {
  const write = db.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM files WHERE path = ?')
  const list = db.prepare<[], CopiedFile>('SELECT path, modified_ms, size FROM files')
  const files = new Map(list.all().map((file) => [file.path, file]))
  let folders = new Map<string, CopiedFolder>()
  let lookedAtAll = Number.NEGATIVE_INFINITY

  /** @returns whether the file exists */
  async function copyFile(path: string): Promise<boolean> {
    const found = await ifThere(stat(join(dataDir, path)))
    if (!found) return false
    const before = files.get(path)
    if (before?.modified_ms === found.mtimeMs && before.size === found.size) return true
    const content = await ifThere(readFile(join(dataDir, path)))
    if (!content) return false
    write.run(path, found.mtimeMs, found.size, content)
    files.set(path, { path, modified_ms: found.mtimeMs, size: found.size })
    return true
  }

  function removeFiles(isGone: (path: string) => boolean): void {
    for (const path of [...files.keys()].filter(isGone)) {
      remove.run(path)
      files.delete(path)
    }
  }

  async function copyFolder(folder: string, changedAt: number): Promise<CopiedFolder> {
    const at = now()
    const entries = (await ifThere(readdir(join(dataDir, folder), { withFileTypes: true }))) ?? []
    const copied = entries.filter(({ name }) => isCopied(name))
    const there = new Set<string>()
    for (const entry of copied) {
      const path = join(folder, entry.name)
      if (entry.isFile() && (await copyFile(path))) there.add(path)
    }
    removeFiles((path) => folderOf(path) === folder && !there.has(path))
    return {
      changedAt: at - changedAt < SETTLED_MS ? null : changedAt,
      folders: copied.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)),
    }
  }

  /** The folder and its subfolders; copies the changed ones. */
  async function lookAt(folder: string): Promise<[string, CopiedFolder][]> {
    const found = await ifThere(stat(join(dataDir, folder)))
    if (!found) return []
    const before = folders.get(folder)
    const isUnchanged = before?.changedAt === found.mtimeMs
    const copied = isUnchanged ? before : await copyFolder(folder, found.mtimeMs)
    const within: [string, CopiedFolder][] = []
    for (const each of copied.folders) within.push(...(await lookAt(each)))
    return [[folder, copied], ...within]
  }

  return async () => {
    if (now() - lookedAtAll >= LOOK_AT_ALL_MS) {
      folders.clear()
      lookedAtAll = now()
    }
    const isFirst = folders.size === 0
    const before = folders
    folders = new Map(await lookAt(''))
    const isGone = [...before.keys()].some((folder) => !folders.has(folder))
    if (isFirst || isGone) removeFiles((path) => !folders.has(folderOf(path)))
    if (db.pragma('freelist_count', { simple: true }) !== 0) {
      db.pragma(`incremental_vacuum(${SHRINK_PAGES})`)
    }
  }
}

const folderOf = (path: string) => (path.includes(sep) ? dirname(path) : '')

/** Whether a path of the data folder belongs in the copy, by its names. */
function isCopied(path: string): boolean {
  return path.split(sep).every((name) => name !== '' && isKept(name) && !isDatabase(name))
}

/**
 * Writes the files of a copy into a folder. Skips paths that no copy contains.
 * @throws StartError when the copy's database contains schema that this version did not create
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
