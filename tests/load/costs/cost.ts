import type { Call, CallInput, CallParts } from '#contract/call.ts'
import type { CallGroup, DeclaredCall, RouteOf } from '#contract/calls/calls.ts'
import type { CostClinic } from './cost-clinic.ts'

/** Why the bench cannot measure a call. */
type Unmeasured =
  | 'asks Stripe'
  | 'asks the identity provider'
  | 'works in a thread of its own'
  | 'stays open'
  | 'answers this machine only'
  | 'needs a signature of a provider'
  | 'needs a mail server'
  | 'asks a job'

/** A request; `as` is the uid of its caller, if not the call's usual one. */
export type Asked<Input = CallParts> = Input & { as?: string | undefined }

/** Makes the request of a round. Each round of a write changes other rows. */
export type Ask<Input = CallParts> = (
  clinic: CostClinic,
  round: number,
) => Asked<Input> | Promise<Asked<Input>>

/** One request or several named ones; `list` applies to the first. */
type Asks<Input> = Ask<Input> | Record<string, Ask<Input>>

/** Calls without input may still name a caller. */
type Given<Input> = unknown extends Input ? Record<never, never> : Input

/**
 * Expected cost of a call. The bench measures it on a large clinic against `BUDGET`. `list`: the number of
 * statements is independent of the number of rows in its answer. `sliced`: it computes for longer, one day
 * at a time, and other requests are answered in between.
 */
type Cost<Input = CallParts> =
  | { unmeasured: Unmeasured }
  | ({ query: Record<never, never> } extends Given<Input>
      ? { list?: true; sliced?: true; ask?: Asks<Given<Input>> }
      : { list?: true; sliced?: true; ask: Asks<Given<Input>> })

/** A row for each declared call of a group. */
export type CostsOf<Group extends CallGroup> = {
  [Declared in DeclaredCall<Group> as RouteOf<Declared>]: Cost<CallInput<Declared>>
}

/** A row of any call. */
export interface AnyCost {
  unmeasured?: Unmeasured
  /** A concrete address, for routes whose pattern has no parameter names. */
  at?: `/${string}`
  list?: true
  sliced?: true
  ask?: Asks<CallParts>
}

export type Method = Call['method']

/**
 * CPU milliseconds of the main thread, which delay all other requests: of the whole call, or of each slice
 * of a sliced one, and the most without a pause.
 */
export const BUDGET = { median: 20, most: 40 }
