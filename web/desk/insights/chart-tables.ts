import type { Insights, InsightUnit } from '#contract/insights/insights.ts'
import type { ChartTable } from '#web/components/charts/chart-card.tsx'
import type { Days } from '#web/components/charts/plot.tsx'
import { namePeriod } from './words.ts'

// Column spans of charts in the insights' grid.
export const WIDE = '@3xl:col-span-3 @5xl:col-span-4'
export const NARROW = '@3xl:col-span-3 @5xl:col-span-2'
export const HALF = '@3xl:col-span-3'

/** The name of a CSV file, without its ending. */
export const fileOf = ({ from, to }: Pick<Insights, 'from' | 'to'>, name: string) =>
  `${name}-${from}-${to}`

/** A row for each period; cells follow the columns' order. */
export function periodTable<Period extends Days>(
  periods: readonly Period[],
  unit: InsightUnit,
  cells: readonly (readonly [name: string, cell: (period: Period) => string | number])[],
): ChartTable {
  return {
    columns: [`${unit.charAt(0).toUpperCase()}${unit.slice(1)}`, ...cells.map(([name]) => name)],
    rows: periods.map((period) => [
      namePeriod(period, unit),
      ...cells.map(([, cell]) => `${cell(period)}`),
    ]),
  }
}
