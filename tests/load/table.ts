/**
 * Lines of a table, the columns as wide as they must be; numbers stand on the right.
 * @param words how many columns hold words, and stand on the left
 */
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
