import { isAbsolute, relative, sep } from 'node:path'
import { databaseFile } from '../../drizzle/client.ts'

/** Databases: the site's, and that of the sandbox for card payments. */
const DATABASE = /\.(db|sqlite)$/

/** What belongs to an open database, is half written or uploaded, or from an earlier restore. */
const PASSING = /(-wal|-shm|-journal|\.tmp|\.lock)$|^\.|^workshop$|^before-restore-/

/** Signs sessions that last an hour; a new one costs nobody anything, a stolen copy might. */
const KEY = /^jwt-secret/

/** The site's database, by its name in the data folder and in a backup. */
export const MAIN_DATABASE = databaseFile('')

export function isDatabase(name: string): boolean {
  return DATABASE.test(name)
}

/** Whether something in the data folder belongs into a backup. */
export function isKept(name: string): boolean {
  return !PASSING.test(name) && !KEY.test(name)
}

/** Whether a path is the folder or lies inside. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way.split(sep)[0] !== '..' && !isAbsolute(way)
}

/** A moment as part of a file's name: `2026-11-21T04-46-26-123Z`, in order of time. */
export function stamp(now: Date): string {
  return now.toISOString().replaceAll(/[:.]/g, '-')
}
