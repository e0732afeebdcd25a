import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#drizzle/client.ts'
import { listRowsAfter } from '#drizzle/queries/imports/import-rows.ts'
import type { WorkedImport } from '#drizzle/queries/imports/imports.ts'
import { linksOf, type RowTime } from './row-links.ts'
import type { ImportContext } from './row-result.ts'

/**
 * The most rows of one household, visit or wait that are imported: they are planned in one transaction, which has to be
 * short.
 */
export const MOST_OF_ONE = 16

/** The most rows that are planned together because they are similar. */
const MOST_SIMILAR = 8

/** How many rows are read at once: recognizing their people takes most of the time. */
const ROWS_AT_ONCE = 10

/** A row with its unit, counted from 1; 0 for a row beyond `MOST_OF_ONE`. */
interface NumberedRow {
  number: number
  unit: number
}

/**
 * Assigns a unit to each row: rows whose outcomes depend on each other are planned together, so that the check, which
 * sees one unit at a time, reports what the run does.
 */
export async function groupRows(
  db: Database,
  { id, kind }: Pick<WorkedImport, 'id' | 'kind'>,
  context: ImportContext,
): Promise<{ units: number; rows: NumberedRow[] }> {
  const groups = new RowGroups()
  const firsts = new Map<string, number>()
  const numbers: number[] = []
  const similar: { row: number; keys: readonly string[] }[] = []
  const known = new Set<string>()
  const times: TimeOfRow[] = []
  for (let after = 0; ; ) {
    const page = listRowsAfter(db, { id, after, limit: ROWS_AT_ONCE })
    for (const row of page) {
      const { number } = row
      const links = linksOf(db, row, kind, context)
      numbers.push(number)
      for (const key of links.same) {
        groups.join(firsts.get(key) ?? number, number)
        firsts.set(key, number)
      }
      similar.push({ row: number, keys: links.similar })
      for (const key of links.known ?? []) known.add(key)
      if (links.time) times.push({ row: number, ...links.time })
    }
    const last = page.at(-1)
    if (!last) break
    after = last.number
    await nextTurn()
  }
  joinSimilar(groups, similar, known)
  joinOverlapping(groups, times)
  return numberGroups(groups, numbers)
}

function joinSimilar(
  groups: RowGroups,
  rows: readonly { row: number; keys: readonly string[] }[],
  known: ReadonlySet<string>,
): void {
  const latest = new Map<string, number>()
  for (const { row, keys } of rows) {
    for (const key of keys) {
      groups.join(latest.get(key) ?? row, row, known.has(key) ? undefined : MOST_SIMILAR)
      latest.set(key, row)
    }
  }
}

interface TimeOfRow extends RowTime {
  row: number
}

/** Joins rows whose times overlap and that need the same doctor, or any. */
function joinOverlapping(groups: RowGroups, times: readonly TimeOfRow[]): void {
  for (const day of Map.groupBy(times, ({ date }) => date).values()) {
    /** By resource, the row that ends last. */
    const latest = new Map<string | null, TimeOfRow>()
    for (const time of day.toSorted((one, other) => one.from - other.from)) {
      const rivals = [...latest.values()].filter(
        ({ resource, to }) =>
          (resource === time.resource || resource === null || time.resource === null) &&
          to > time.from,
      )
      for (const { row } of rivals) groups.join(row, time.row, MOST_SIMILAR)
      const last = latest.get(time.resource)
      if (!last || last.to < time.to) latest.set(time.resource, time)
    }
  }
}

function numberGroups(groups: RowGroups, numbers: readonly number[]) {
  const numbered = new Map<number[], { unit: number; size: number }>()
  const rows = numbers.map((number) => {
    const group = groups.groupOf(number)
    const { unit, size } = numbered.get(group) ?? { unit: numbered.size + 1, size: 0 }
    numbered.set(group, { unit, size: size + 1 })
    return { number, unit: size < MOST_OF_ONE ? unit : 0 }
  })
  return { units: numbered.size, rows }
}

/** Groups of rows, by their numbers: at first each row is one. */
class RowGroups {
  readonly #groups = new Map<number, number[]>()

  groupOf(row: number): number[] {
    const group = this.#groups.get(row) ?? [row]
    this.#groups.set(row, group)
    return group
  }

  /** Joins the groups of two rows, unless they have more than `most` rows together. */
  join(row: number, other: number, most = Number.POSITIVE_INFINITY): void {
    const [one, two] = [this.groupOf(row), this.groupOf(other)]
    if (one === two || one.length + two.length > most) return
    const [larger, smaller] = one.length < two.length ? [two, one] : [one, two]
    larger.push(...smaller)
    for (const moved of smaller) this.#groups.set(moved, larger)
  }
}
