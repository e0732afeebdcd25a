import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { SHORTEST_SECRET_BYTES } from '../domain/config/env-variables.ts'
import { keepOnce } from '../domain/config/secret-file.ts'

/**
 * The key of our own tokens when `JWT_SECRET` is not set: made once and kept in the data folder,
 * so that sessions outlive a restart (design section 11).
 * @throws when the data folder cannot be written, or the file holds no usable key
 */
export function keepJwtSecret(dataDir: string): string {
  const file = join(dataDir, 'jwt-secret')
  const secret = keepOnce(file, () => randomBytes(48).toString('base64url'))
  if (Buffer.byteLength(secret) >= SHORTEST_SECRET_BYTES) return secret
  throw new Error(`${file} holds no usable key: delete it, and a new one is made.`)
}
