import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { StoreMessage } from './server.ts'

/** Older emails are deleted. */
const MOST_EMAILS = 2_000

const ID = /^\d{13}-\d{6}$/

export interface StoredEmail extends Email {
  id: string
  /** The envelope's recipients. */
  recipients: readonly string[]
  storedAt: Date
  /** As it was transferred. */
  source: string
}

export interface EmailStore {
  add: StoreMessage
  /** The newest emails; `before` an email's id, older ones. */
  list(page: { before?: string; limit: number }): Promise<StoredEmail[]>
  find(id: string): Promise<StoredEmail | undefined>
}

/** Stores emails as `.eml` files in a folder, so that they survive restarts. */
export function openEmailStore(folder: string, most = MOST_EMAILS): EmailStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ids = readdirSync(folder)
    .map((file) => file.replace(/\.eml$/, ''))
    .filter((id) => ID.test(id))
    .sort()
  const fileOf = (id: string) => join(folder, `${id}.eml`)

  async function read(id: string): Promise<StoredEmail> {
    const bytes = await readFile(fileOf(id))
    const email = await PostalMime.parse(bytes)
    const recipients = email.headers
      .filter(({ key }) => key === 'delivered-to')
      .map(({ value }) => value)
    const storedAt = new Date(Number(id.slice(0, 13)))
    return { ...email, id, recipients, storedAt, source: bytes.toString('utf8') }
  }

  return {
    // Synchronous, so that emails that arrive together are stored one after another.
    add({ raw, to }) {
      const id = nextId(ids.at(-1))
      const envelope = to.map((address) => `Delivered-To: ${address}\r\n`).join('')
      const draft = join(folder, 'draft')
      writeFileSync(draft, Buffer.concat([Buffer.from(envelope), raw]), { mode: 0o600 })
      renameSync(draft, fileOf(id))
      ids.push(id)
      for (const old of ids.splice(0, Math.max(0, ids.length - most))) {
        rmSync(fileOf(old), { force: true })
      }
    },
    list({ before, limit }) {
      const older = before === undefined ? ids : ids.filter((id) => id < before)
      return Promise.all(older.slice(-limit).reverse().map(read))
    },
    async find(id) {
      return ids.includes(id) ? read(id) : undefined
    },
  }
}

/**
 * The time, and a number that keeps the order of emails within a millisecond, or after the clock was set
 * back.
 */
function nextId(last = ''): string {
  const [lastTime = 0, lastCount = 0] = last.split('-').map(Number)
  const time = Math.max(Date.now(), lastTime)
  const count = time === lastTime ? lastCount + 1 : 0
  return `${String(time).padStart(13, '0')}-${String(count).padStart(6, '0')}`
}
