import type { RecordableHistogram } from 'node:perf_hooks'

/** A text table; the first `words` columns are aligned left, the others right. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { words = 1 } = {},
): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column < words ? cell.padEnd(width) : cell.padStart(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A value of a histogram of microseconds, in milliseconds. */
export function latenciesOf(histogram: RecordableHistogram) {
  return {
    p50: histogram.percentile(50) / 1000,
    p99: histogram.percentile(99) / 1000,
    max: histogram.max / 1000,
  }
}

export type LatencyFigures = ReturnType<typeof latenciesOf>

/** 12345.6 → '12,346' */
export function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-US')
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = 0, high = 0] =
    sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1)
  return (low + high) / 2
}

/** Collects goals and whether they were met. */
export function createGoals() {
  const rows: string[][] = []
  const add = (isMet: boolean, ...cells: string[]) => {
    rows.push([...cells, isMet ? 'met' : 'MISSED'])
  }
  return {
    atLeast(name: string, figure: number, goal: number): void {
      add(figure >= goal, name, figure.toFixed(2), `≥ ${goal.toFixed(2)}`)
    },
    below(name: string, figure: number, goal: number, unit: string): void {
      add(figure < goal, name, `${figure.toFixed(1)} ${unit}`, `< ${goal} ${unit}`)
    },
    table: () => table(['goals, on 2 cores', 'measured', 'goal', ''], rows),
  }
}

export type Goals = ReturnType<typeof createGoals>
