import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHORTEST_SECRET_BYTES } from './env-variables.ts'
import { codeOf } from './error-code.ts'

/**
 * The key of our own tokens when `JWT_SECRET` is not set: made once and kept in the data folder,
 * readable by its owner only, so that sessions outlive a restart (design section 11).
 * Processes that start together agree on one.
 * @throws when the data folder cannot be written, or the file holds no usable key
 */
export function keepJwtSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret')
  return readSecret(file) ?? makeSecret(file, dataDir)
}

function readSecret(file: string): string | undefined {
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  if (Buffer.byteLength(secret) >= SHORTEST_SECRET_BYTES) return secret
  throw new Error(`${file} holds no usable key: delete it, and a new one is made.`)
}

function makeSecret(file: string, dataDir: string): string {
  mkdirSync(dataDir, { recursive: true })
  const secret = randomBytes(48).toString('base64url')
  // Processes in containers of their own may have the same number.
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600 })
  try {
    // Unlike a rename, a link never takes the place of another process's key.
    linkSync(draft, file)
    return secret
  } catch (error) {
    const others = codeOf(error) === 'EEXIST' ? readSecret(file) : undefined
    if (others) return others
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
