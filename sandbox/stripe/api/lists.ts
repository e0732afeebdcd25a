import type Stripe from 'stripe'
import type { Kind, Records } from '../records/records.ts'
import type { Store } from '../records/store.ts'
import { noSuch } from './errors.ts'

type Page = { limit: number; starting_after?: string | undefined }

/** SQL conditions with their values; a condition without a value is left out. */
type Conditions = [condition: string, value: string | number | undefined][]

type List<Body, Shown> = { url: string; where: Conditions; show: (body: Body) => Shown }

/**
 * Rows of a table, newest first, in pages of `limit`.
 * https://docs.stripe.com/api/pagination
 * @throws StripeRefusal (404) when `starting_after` is unknown
 */
export function listRows<Body, Shown extends object>(
  { db }: Store,
  { limit, starting_after: after }: Page,
  { table, noun, url, where, show }: List<Body, Shown> & { table: string; noun: string },
): Stripe.ApiList<Shown> {
  const seq = db.prepare<[string], number>(`SELECT seq FROM ${table} WHERE id = ?`).pluck()
  const end = after === undefined ? undefined : seq.get(after)
  if (after !== undefined && end === undefined) throw noSuch(noun, after)
  const asked = [...where, ['seq < ?', end] as const].filter(([, value]) => value !== undefined)
  const conditions = asked.map(([condition]) => condition).join(' AND ')
  const bodies = db
    .prepare<unknown[], string>(
      `SELECT body FROM ${table} WHERE ${conditions} ORDER BY seq DESC LIMIT ?`,
    )
    .pluck()
    .all(...asked.map(([, value]) => value), limit + 1)
  return {
    object: 'list',
    data: bodies.slice(0, limit).map((body) => show(JSON.parse(body))),
    has_more: bodies.length > limit,
    url,
  }
}

/** Objects of one kind. */
export function listObjects<K extends Kind, Shown extends object>(
  store: Store,
  kind: K,
  page: Page,
  { where, ...list }: List<Records[K], Shown>,
): Stripe.ApiList<Shown> {
  const ofKind: Conditions = [['kind = ?', kind], ...where]
  return listRows(store, page, { ...list, table: 'objects', noun: kind, where: ofKind })
}
