import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '../process/errors.ts'
import { MIN_SECRET_BYTES } from './env-formats.ts'

/**
 * The key that signs sessions when `JWT_SECRET` is not set: created once and stored in the data
 * folder, so that sessions survive a restart.
 * @throws when the data folder is not writable, or the file contains no valid key
 */
export function readOrCreateJwtSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret')
  const secret = readOrCreateSecret(file, () => randomBytes(48).toString('base64url'))
  if (Buffer.byteLength(secret) >= MIN_SECRET_BYTES) return secret
  throw new Error(`${file} doesn’t contain a valid key. Delete it and a new one will be created.`)
}

/**
 * The text of a secret file that only its owner can read; `create` makes the text if there is no file.
 * Processes that start at the same time agree on one text, and none reads a partial file.
 * @throws when the file cannot be read or written
 */
export function readOrCreateSecret(file: string, create: () => string): string {
  return readIfExists(file) ?? store(file, create())
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function store(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true })
  // Not the process id, which processes in different containers may share.
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link never replaces the file of another process.
    linkSync(draft, file)
    return text
  } catch (error) {
    const existing = codeOf(error) === 'EEXIST' ? readIfExists(file) : undefined
    if (existing !== undefined) return existing
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
