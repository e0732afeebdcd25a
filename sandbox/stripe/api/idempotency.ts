import { createHash } from 'node:crypto'
import type { Store } from '../records/store.ts'
import { StripeRefusal } from './errors.ts'
import type { FormObject } from './form.ts'

export type Answer = { status: number; body: object }

/** A POST with an idempotency key. */
export type Keyed = { key: string; endpoint: string; fingerprint: string }

/** Stripe forgets keys after 24 hours at the earliest. */
const keptFor = 24 * 60 * 60 * 1000

type Row = {
  endpoint: string
  fingerprint: string
  status: number
  body: string
  request: string
  created: number
}

/** Identifies equal requests: method, path and parameters in any order. */
export function keyedRequest(key: string, endpoint: string, params: FormObject): Keyed {
  const text = JSON.stringify(sorted(params))
  return { key, endpoint, fingerprint: createHash('sha256').update(text).digest('hex') }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

const misuse = (status: number, message: string, code?: string): StripeRefusal =>
  new StripeRefusal(status, { type: 'idempotency_error', message, ...(code && { code }) })

/** The rules of https://docs.stripe.com/api/idempotent_requests on the store of answers. */
export function createIdempotency(store: Store, now: () => number) {
  const underWay = new Set<string>()
  const select = store.db.prepare<[string], Row>('SELECT * FROM answers WHERE key = ?')
  const forget = store.db.prepare('DELETE FROM answers WHERE created < ?')
  const insert = store.db.prepare(
    'INSERT INTO answers (key, endpoint, fingerprint, status, body, request, created) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return {
    /**
     * Claims the key for a running request, or finds the response of the first request.
     * @throws StripeRefusal 400 for other parameters or another endpoint, 409 while the first request is
     * running
     */
    begin({
      key,
      endpoint,
      fingerprint,
    }: Keyed): { replayed: Answer; request: string } | undefined {
      forget.run(now() - keptFor)
      const row = select.get(key)
      if (row && row.endpoint !== endpoint) {
        throw misuse(
          400,
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${endpoint}' vs '${row.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      if (row && row.fingerprint !== fingerprint) {
        throw misuse(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      }
      if (row) {
        return {
          replayed: { status: row.status, body: JSON.parse(row.body) },
          request: row.request,
        }
      }
      if (underWay.has(key)) {
        throw misuse(
          409,
          `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
          'idempotency_key_in_use',
        )
      }
      underWay.add(key)
      return undefined
    },
    /** Stores the response, in the transaction of the change. `request`: the first request's id. */
    save({ key, endpoint, fingerprint }: Keyed, answer: Answer, request: string): void {
      const { status, body } = answer
      insert.run(key, endpoint, fingerprint, status, JSON.stringify(body), request, now())
    },
    /** Ends the claim. */
    end({ key }: Keyed): void {
      underWay.delete(key)
    },
  }
}
