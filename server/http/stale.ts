import type { Refusing } from '#contract/refusals/refusals.ts'
import type { stale as refusals } from '#contract/refusals/shared-refusals.ts'
import { explain } from './refuse.ts'

/** The body of 409: someone has changed it since the caller saw it; `current` is what it is now. */
export function stale<Current>(call: Refusing<typeof refusals>, current: Current) {
  return { ...explain(call, 'stale'), current }
}
