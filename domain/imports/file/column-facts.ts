import type { DateOrder } from '#contract/imports/imports.ts'
import type { ColumnFacts } from '#drizzle/schema/index.ts'
import { ordersOf } from './cells.ts'

/** A column with more distinct texts is not a list of treatments or doctors. */
const MOST_VALUES = 300

/** A longer text is not the name of a treatment or doctor. */
const LONGEST_VALUE = 100

/** Collects facts about the cells of each column, row by row. */
export function collectFacts(headers: readonly string[]) {
  const columns = headers.map(() => ({
    orders: null as DateOrder[] | null,
    values: new Map<string, number>() as Map<string, number> | null,
  }))
  return {
    add(row: readonly string[]) {
      for (const [index, column] of columns.entries()) {
        const text = row[index] ?? ''
        if (!text) continue
        const orders = ordersOf(text)
        if (orders) column.orders = (column.orders ?? orders).filter((one) => orders.includes(one))
        if (!column.values) continue
        column.values.set(text, (column.values.get(text) ?? 0) + 1)
        if (column.values.size > MOST_VALUES || text.length > LONGEST_VALUE) column.values = null
      }
    },
    facts: (): ColumnFacts[] =>
      columns.map(({ orders, values }) => ({
        orders,
        values: values && Object.fromEntries(values),
      })),
  }
}
