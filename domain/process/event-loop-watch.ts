import { millisecondsInSecond } from 'date-fns/constants'

/** A delay of the event loop counts from this length on, in milliseconds. */
const LATE_MS = 200

/** After this many milliseconds of repeated delays, the server is overloaded. */
const OVERLOADED_AFTER_MS = 5_000

/** The share of a late spell that this thread must have computed for the server itself to be the cause. */
const BUSY_SHARE = 0.5

/** After this many milliseconds without delay, a late spell ends. */
const ON_TIME_MS = millisecondsInSecond

/** After this many milliseconds without delay, another alarm is possible. */
const QUIET_MS = 30_000

/** The interval of measurements, in milliseconds. */
const EVERY_MS = 100

/** The most calls and jobs that an alarm names. */
const MOST_NAMED = 3

/** A call or job, and how long it ran while the event loop was late, in milliseconds. */
interface RunningWork {
  name: string
  ms: number
}

/** What made a server late. */
export interface Overload {
  /** The longest delay, in milliseconds. */
  delayMs: number
  /** The work that ran meanwhile, the longest first. */
  work: RunningWork[]
}

/** A series of delays. */
interface Spell {
  since: number
  lateAt: number
  /** The value of `computed` when it began. */
  computedBefore: number
  /** How long the thread had computed until `lateAt`. */
  computedMs: number
  delayMs: number
  work: Map<string, number>
}

export interface EventLoopWatch {
  /**
   * Records that a call or job begins; returns a function that records its end, which may be called twice.
   */
  begin(name: string): () => void
  /**
   * Whether the event loop has been late for seconds, and still is, because this thread computes. When
   * another process takes the machine's time, refusing requests would not help.
   */
  isOverloaded(): boolean
  /** Takes one measurement; `start` does so by a timer. */
  measure(): void
  /** @returns a function that stops it */
  start(): () => void
}

/**
 * Watches what keeps a process from answering. Nothing else runs during a long computation, so work that ran
 * throughout caused the delay, or waited with it.
 * @param now a monotonic clock in milliseconds
 * @param computed how long the thread has computed since it started, in milliseconds
 * @param onOverload called once per late spell
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
  /** Work that ended since the last measurement: how long it ran, by name. */
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
