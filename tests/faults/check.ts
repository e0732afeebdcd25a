import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'

/** One row of the result table. */
export interface Check {
  /** Number of the robustness requirement ('R4'), or a name. */
  row: string
  name: string
  /** What must hold. */
  goal: string
  /** Number of repetitions in a full run. */
  cycles: number
  run(cycles: number): Promise<Finding>
}

export interface Finding {
  figure: string
  /** Violations; empty when the check has passed. */
  problems: readonly string[]
}

/** The check cannot run on this machine; the message says why. */
export class CannotCheck extends Error {}

/** A whole number from `least` to `most`. */
export function randomBetween(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1))
}

/**
 * Polls a condition.
 * @returns whether it became true within `limitMs`
 */
export async function waitUntil(
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

/** Runs `work` for each item, at most `atOnce` at a time. */
export async function forEachConcurrent<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = new PQueue({ concurrency: atOnce })
  await queue.addAll([...items].map((item) => () => work(item)))
}
