import { invalidRequest } from './errors.ts'
import { showObject } from './scope.ts'
import type { Store } from './store.ts'

const expandable = {
  payment_intent: ['latest_charge', 'payment_method'],
  charge: ['payment_intent'],
  refund: ['charge', 'payment_intent'],
  payment_method: [],
} as const

const kinds = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_method: 'payment_method',
  payment_intent: 'payment_intent',
} as const

type Expandable = keyof typeof expandable

function isExpandable(object: object): object is { object: Expandable } {
  return 'object' in object && typeof object.object === 'string' && object.object in expandable
}

/**
 * Replaces ids by the objects they name, for paths like `latest_charge` or `latest_charge.payment_intent`.
 * https://docs.stripe.com/api/expanding_objects
 * @throws StripeRefusal (400) for a path that cannot be expanded
 */
export function expand<T extends object>(store: Store, object: T, paths: string[] = []): T {
  let result = object
  for (const path of paths) {
    const [head = '', ...rest] = path.split('.')
    const field = isExpandable(object)
      ? expandable[object.object].find((name) => name === head)
      : undefined
    if (!field) throw invalidRequest(`This property cannot be expanded (${path}).`)
    const id = new Map(Object.entries(result)).get(field)
    if (id === null) continue
    const whole = typeof id === 'string' ? showObject(store, kinds[field], id) : id
    const deeper = rest.length > 0 ? expand(store, whole, [rest.join('.')]) : whole
    result = { ...result, [field]: deeper }
  }
  return result
}
