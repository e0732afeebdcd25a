import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { CopiedDatabase } from './litestream.ts'
import type { CopyProgress } from './stall-watch.ts'

/** Time limit of a request to Litestream, in milliseconds. */
const TIMEOUT_MS = 2_000

/** A position in a database's changes: an offset in a numbered part of its shadow WAL. */
interface Position {
  index: number
  offset: number
}

/**
 * Whether the replica holds everything that Litestream had read of every database at the time of the call,
 * and its positions. Without a response the copy counts as incomplete.
 */
export async function readProgress(
  databases: readonly CopiedDatabase[],
  metricsPort: number,
): Promise<CopyProgress> {
  try {
    // Later changes do not count.
    const read = await Promise.all(databases.map(({ file }) => findEnd(file)))
    const copied = await readPositions(metricsPort)
    const pairs = databases.map(({ file }, index) => [read[index], copied.get(file)] as const)
    return {
      isComplete: pairs.every(
        ([end, at]) => end && at && at.index === end.index && at.offset >= end.offset,
      ),
      position: JSON.stringify(pairs.map(([, at]) => at ?? null)),
    }
  } catch {
    return { isComplete: false, position: '' }
  }
}

/**
 * How far Litestream has read a database: the end of the newest part of its shadow WAL. Not the metric
 * `litestream_shadow_wal_size`, which sums up all remaining parts.
 */
async function findEnd(database: string): Promise<Position | undefined> {
  const folder = join(dirname(database), `.${basename(database)}-litestream`)
  const generation = (await readFile(join(folder, 'generation'), 'utf8')).trim()
  const wal = join(folder, 'generations', generation, 'wal')
  const parts = (await readdir(wal)).filter((name) => /^[0-9a-f]{8}\.wal$/.test(name))
  const newest = parts.toSorted().at(-1)
  if (!newest) return undefined
  const { size } = await stat(join(wal, newest))
  return { index: Number.parseInt(newest, 16), offset: size }
}

/** The position of each database at the replica: https://litestream.io/reference/metrics/ */
async function readPositions(metricsPort: number): Promise<Map<string, Position>> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text()
  const positions = new Map<string, Position>()
  const figures = text.matchAll(
    /^litestream_replica_wal_(index|offset)\{db="((?:[^"\\]|\\.)*)"[^}]*\} (\S+)$/gm,
  )
  for (const [, name = '', database = '', value] of figures) {
    const before = positions.get(database) ?? { index: 0, offset: 0 }
    positions.set(database, { ...before, [name]: Number(value) })
  }
  return positions
}
