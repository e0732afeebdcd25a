/** One line of the table. */
export interface Check {
  /** Its number among what must hold ('R4'), or a word for it. */
  row: string
  name: string
  /** What it has to show. */
  goal: string
  /** How often, in full; what is counted, its name says. */
  cycles: number
  run(cycles: number): Promise<Finding>
}

export interface Finding {
  figure: string
  /** What is not as it has to be; empty when the check has passed. */
  problems: readonly string[]
}

/** The check cannot be made on this machine; the message says why. */
export class CannotCheck extends Error {}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** A whole number from `least` to `most`. */
export function anyFrom(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1))
}

/**
 * Looks until it is so.
 * @returns whether it came to be within `limitMs`
 */
export async function comesTrue(
  isSo: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > deadline) return false
    await pause(20)
  }
  return true
}

/** Does `work` with each item, so many at a time. */
export async function eachOf<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  async function workOn(): Promise<void> {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, workOn))
}
