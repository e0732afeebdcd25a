import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDatabase, MAIN_DATABASE } from '#domain/process/data-files.ts'
import { StartError } from '#domain/process/errors.ts'
import { makeSandboxDatabase, SANDBOX_DATABASE } from '#domain/process/sandbox-database.ts'
import { checkDatabase } from '#drizzle/copy-database.ts'
import { findForeignSchema, makeMigrated } from '#drizzle/foreign-schema.ts'

/**
 * Checks the copied databases of a folder: first that the site created their schema, then their content.
 * @throws StartError that names foreign schema
 */
export function checkDatabases(folder: string): void {
  for (const name of readdirSync(folder).filter(isDatabase)) {
    const file = join(folder, name)
    const foreign = findForeign(name, file)
    if (foreign.length > 0) {
      throw new StartError(
        `${name} holds what this version of the site has not made: ${foreign.join(', ')}. ` +
          'Backups are made and restored without such objects only.',
      )
    }
    checkDatabase(file)
  }
}

function findForeign(name: string, file: string): string[] {
  if (name === MAIN_DATABASE) return findForeignSchema(file, makeMigrated)
  if (name === SANDBOX_DATABASE)
    return findForeignSchema(file, makeSandboxDatabase, { mayLack: true })
  return ['the whole file']
}

/**
 * @throws StartError unless a path is a folder, or a file without further links: a link may lead to a file
 * outside of the backup, or let others change what is restored
 */
export function refuseOddFile(path: string): void {
  const state = lstatSync(path)
  if (state.isDirectory() || (state.isFile() && state.nlink === 1)) return
  const kind = state.isFile()
    ? 'a hard link'
    : state.isSymbolicLink()
      ? 'a symbolic link'
      : 'no file'
  throw new StartError(`${JSON.stringify(path)} is ${kind}. Backups hold files and folders only.`)
}
