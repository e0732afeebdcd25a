import type Stripe from 'stripe'
import type { Kind, Records } from '../records/records.ts'
import type { Store } from '../records/store.ts'
import { noSuch } from './errors.ts'

/** Which page of a list, and what it holds. */
type ListFilter = {
  limit: number
  starting_after?: string | undefined
  /** Unix seconds. */
  created?: { gte?: number | undefined } | undefined
  payment_intent?: string | undefined
}

/**
 * Objects of one kind, newest first, in pages of `limit`.
 * https://docs.stripe.com/api/pagination
 * @throws StripeRefusal (404) when `starting_after` is unknown
 */
export function listObjects<K extends Kind, Shown extends object>(
  { db }: Store,
  kind: K,
  { limit, ...filter }: ListFilter,
  { url, show }: { url: string; show: (record: Records[K]) => Shown },
): Stripe.ApiList<Shown> {
  const where = ['kind = ?']
  const values: (string | number)[] = [kind]
  const keep = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return
    where.push(condition)
    values.push(value)
  }
  keep("body ->> 'intent' = ?", filter.payment_intent)
  keep("body ->> 'created' >= ?", filter.created?.gte)
  if (filter.starting_after) {
    const seq = db
      .prepare<[string, string], number>('SELECT seq FROM objects WHERE id = ? AND kind = ?')
      .pluck()
      .get(filter.starting_after, kind)
    if (seq === undefined) throw noSuch(kind, filter.starting_after)
    keep('seq < ?', seq)
  }
  const bodies = db
    .prepare<(string | number)[], string>(
      `SELECT body FROM objects WHERE ${where.join(' AND ')} ORDER BY seq DESC LIMIT ?`,
    )
    .pluck()
    .all(...values, limit + 1)
  return {
    object: 'list',
    data: bodies.slice(0, limit).map((body) => show(JSON.parse(body))),
    has_more: bodies.length > limit,
    url,
  }
}
