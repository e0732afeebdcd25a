import { readFileSync } from 'node:fs'

/** Ticks of all processors since the machine started. */
export interface ProcessorTime {
  /** With something to do, and doing it. */
  worked: number
  /** With something to do while the host of the virtual machine let others work. */
  stolen: number
}

/** What processors did with their time (proc_stat(5)); without Linux nothing is known. */
export function processorTime(): ProcessorTime {
  const ticks = readStat().split('\n', 1)[0]?.match(/\d+/g)?.map(Number) ?? []
  const [user = 0, nice = 0, system = 0, _idle, _iowait, irq = 0, softirq = 0, stolen = 0] = ticks
  return { worked: user + nice + system + irq + softirq, stolen }
}

/** The share of the time with something to do since `before` that the host took, from 0 to 1. */
export function stolenSince(before: ProcessorTime): number {
  const now = processorTime()
  const stolen = now.stolen - before.stolen
  return stolen / Math.max(1, now.worked - before.worked + stolen)
}

function readStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8')
  } catch {
    return ''
  }
}
