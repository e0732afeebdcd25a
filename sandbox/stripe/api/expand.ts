import { showObject } from '../records/scope.ts'
import type { Store } from '../records/store.ts'
import { invalidRequest } from './errors.ts'

const expandable = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_method: 'payment_method',
  payment_intent: 'payment_intent',
} as const

const isExpandable = (name: string): name is keyof typeof expandable => name in expandable

/**
 * Replaces ids by the objects that they name, e.g. `latest_charge`, and in a list
 * `data.latest_charge`; not within those. https://docs.stripe.com/api/expanding_objects
 * @throws StripeRefusal (400) for a property that cannot be expanded
 */
export function expand<T extends object>(store: Store, object: T, names: string[] = []): T {
  const fields = new Map<string, unknown>(Object.entries(object))
  for (const name of names) {
    const inItems = /^data\.(.+)$/.exec(name)?.[1]
    const items = fields.get('data')
    if (inItems && Array.isArray(items)) {
      fields.set(
        'data',
        items.map((item: object) => expand(store, item, [inItems])),
      )
      continue
    }
    if (!isExpandable(name) || !fields.has(name)) {
      throw invalidRequest(`This property cannot be expanded (${name}).`)
    }
    const id = fields.get(name)
    if (typeof id === 'string') fields.set(name, showObject(store, expandable[name], id))
  }
  return { ...object, ...Object.fromEntries(fields) }
}
