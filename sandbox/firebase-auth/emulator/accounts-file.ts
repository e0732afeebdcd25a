import { mkdirSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { EmulatedAccount } from 'firebase-tools/lib/emulator/auth/state.js'

/**
 * The accounts stored in `path`; none when the file does not exist yet.
 * Throws when the file exists but was not written by `createKeeper`.
 */
export function readAccounts(path: string): EmulatedAccount[] {
  const text = readIfThere(path)
  if (text === null) return []
  try {
    const { accounts } = JSON.parse(text) as { accounts: EmulatedAccount[] }
    return accounts.map((account) => {
      if (typeof account.localId !== 'string') throw new Error('an account has no localId')
      return account
    })
  } catch (cause) {
    throw new Error(`The accounts in ${path} can’t be read. Move the file away to start fresh.`, {
      cause,
    })
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Returns `keep()`, which resolves once the accounts at the time of the call are on disk. Calls during
 * a write share the next one; nothing is written when nothing changed. The emulator stores passwords
 * in clear text, so only the owner can read the file.
 */
export function createKeeper(path: string, accounts: () => EmulatedAccount[]): () => Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let onDisk = serialize(readAccounts(path))
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function write() {
    const text = serialize(accounts())
    if (text === onDisk) return
    await writeAtomically(path, text)
    onDisk = text
  }

  function keep(): Promise<void> {
    if (running) {
      next ??= running
        .catch(() => {})
        .then(() => {
          next = null
          return keep()
        })
      return next
    }
    running = write().finally(() => {
      running = null
    })
    return running
  }
  return keep
}

function serialize(accounts: EmulatedAccount[]) {
  return JSON.stringify({ accounts })
}

async function writeAtomically(path: string, text: string) {
  const unfinished = `${path}.tmp`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}
