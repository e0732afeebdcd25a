import type { Transaction } from '#drizzle/client.ts'

/**
 * Watches the transactions of a database.
 * @returns by how much `count` has grown in each transaction so far
 */
export function watchTransactions(db: Transaction, count: () => number): number[] {
  const growth: number[] = []
  const { transaction } = db
  db.transaction = (work, config) => {
    const before = count()
    const result = transaction.call(db, work as never, config) as ReturnType<typeof work>
    growth.push(count() - before)
    return result
  }
  return growth
}
