import { millisecondsInSecond } from 'date-fns/constants'

/** The event loop is late when it turns this much later than it should, in milliseconds. */
const LATE_MS = 200

/** How long it has to be late again and again, in milliseconds, for the server to be overloaded. */
const OVERLOADED_AFTER_MS = 5_000

/** The share of a late spell that the thread has to compute for the server to be what is busy. */
const BUSY_SHARE = 0.5

/** How long it has to be on time, in milliseconds, for a late spell to end. */
const ON_TIME_MS = millisecondsInSecond

/** How long it has to be on time, in milliseconds, before another alarm. */
const QUIET_MS = 30_000

/** How often it is measured, in milliseconds. */
const EVERY_MS = 100

/** How many calls and jobs an alarm names. */
const MOST_NAMED = 3

/** A call or job, and for how long it was running while the event loop was late, in milliseconds. */
interface RunningWork {
  name: string
  ms: number
}

/** What made a server answer late. */
export interface Overload {
  /** The longest delay, in milliseconds. */
  delayMs: number
  /** What was running meanwhile, the longest first. */
  work: RunningWork[]
}

/** Delays one after the other. */
interface Spell {
  since: number
  lateAt: number
  /** What `computed` said when it began. */
  computedBefore: number
  /** How long the thread computed until `lateAt`. */
  computedMs: number
  delayMs: number
  work: Map<string, number>
}

export interface EventLoopWatch {
  /** Notes that a call or job begins; returns what notes its end, which may be called twice. */
  begin(name: string): () => void
  /**
   * Whether the event loop has been late for seconds, and still is, because this thread computes. A
   * machine that gives it no time gains nothing from requests that are refused.
   */
  isOverloaded(): boolean
  /** Measures once: `start` has a timer do it. */
  measure(): void
  /** @returns what stops it */
  start(): () => void
}

/**
 * Watches for what keeps a process from answering. Nothing else runs during a long computation, so
 * that what ran all along is what the delay came from, or waited with it.
 * @param now milliseconds that never go back
 * @param computed how long the thread has computed since it began, in milliseconds
 * @param onOverload called once in each spell of delays
 */
export function watchEventLoop({
  now = () => performance.now(),
  computed = threadComputed,
  onOverload,
}: {
  now?: () => number
  computed?: () => number
  onOverload: (overload: Overload) => void
}): EventLoopWatch {
  const running = new Map<symbol, { name: string; since: number }>()
  /** Of what has ended since the last measurement: for how long it ran, by name. */
  const ended = new Map<string, number>()
  let measuredAt = now()
  let measuredComputed = computed()
  let spell: Spell | null = null
  let quietSince: number | null = null

  const add = (sums: Map<string, number>, name: string, ms: number) =>
    sums.set(name, (sums.get(name) ?? 0) + ms)

  const sinceMeasured = (since: number) => now() - Math.max(since, measuredAt)

  const isLong = () => spell !== null && spell.lateAt - spell.since >= OVERLOADED_AFTER_MS

  function noteDelay(delayMs: number): void {
    const at = now()
    spell ??= {
      since: measuredAt,
      lateAt: at,
      computedBefore: measuredComputed,
      computedMs: 0,
      delayMs: 0,
      work: new Map(),
    }
    spell.lateAt = at
    spell.computedMs = computed() - spell.computedBefore
    spell.delayMs = Math.max(spell.delayMs, delayMs)
    for (const { name, since } of running.values()) add(ended, name, sinceMeasured(since))
    for (const [name, ms] of ended) add(spell.work, name, Math.min(ms, at - measuredAt))
    if (isLong() && quietSince === null) onOverload(summarize(spell))
    if (isLong()) quietSince = at
  }

  function isBusy({ since, lateAt, computedMs }: Spell): boolean {
    return computedMs >= (lateAt - since) * BUSY_SHARE
  }

  function summarize({ delayMs, work }: Spell): Overload {
    const named = [...work]
      .map(([name, ms]) => ({ name, ms: Math.round(ms) }))
      .sort((a, b) => b.ms - a.ms)
    return { delayMs: Math.round(delayMs), work: named.slice(0, MOST_NAMED) }
  }

  function measure(): void {
    const at = now()
    const delayMs = at - measuredAt - EVERY_MS
    if (delayMs > LATE_MS) noteDelay(delayMs)
    else {
      if (spell && at - spell.lateAt >= ON_TIME_MS) spell = null
      if (quietSince !== null && at - quietSince >= QUIET_MS) quietSince = null
    }
    ended.clear()
    measuredAt = at
    measuredComputed = computed()
  }

  return {
    begin(name) {
      const key = Symbol(name)
      const since = now()
      running.set(key, { name, since })
      return () => {
        if (running.delete(key)) add(ended, name, sinceMeasured(since))
      }
    },
    isOverloaded: () => spell !== null && isLong() && isBusy(spell),
    measure,
    start() {
      measuredAt = now()
      measuredComputed = computed()
      const timer = setInterval(measure, EVERY_MS).unref()
      return () => clearInterval(timer)
    },
  }
}

function threadComputed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
