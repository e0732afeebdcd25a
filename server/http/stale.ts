import type { Refusing } from '#contract/refusals/refusals.ts'
import type { stale as refusals } from '#contract/refusals/shared-refusals.ts'
import { explain } from './refuse.ts'

/**
 * The body of a 409: someone changed the record after the caller loaded it; `current` is its present state.
 */
export function stale<Current>(call: Refusing<typeof refusals>, current: Current) {
  return { ...explain(call, 'stale'), current }
}
