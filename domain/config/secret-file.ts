import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../process/error-code.ts'

/**
 * A secret text that is made once and kept in `file`, readable by its owner only. Processes that
 * start together agree on one, and none of them ever reads half of it.
 * @throws when the file cannot be read or written
 */
export function keepOnce(file: string, make: () => string): string {
  return readIfThere(file) ?? keep(file, make())
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function keep(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true })
  // Processes in containers of their own may have the same number.
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link never takes the place of what another process has kept.
    linkSync(draft, file)
    return text
  } catch (error) {
    const others = codeOf(error) === 'EEXIST' ? readIfThere(file) : undefined
    if (others !== undefined) return others
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
