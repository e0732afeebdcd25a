import type { Call, CallInput, CallParts } from '#contract/call.ts'
import type { CallGroup, DeclaredCall, RouteOf } from '#contract/calls/calls.ts'
import type { CostClinic } from './cost-clinic.ts'

/** Why the bench does not measure a call. */
export type Unmeasured =
  | 'asks Stripe'
  | 'asks the identity provider'
  | 'works in a thread of its own'
  | 'stays open'
  | 'answers this machine only'
  | 'needs a signature of a provider'
  | 'needs a mail server'

/** A request; `as` is the uid of its caller where it is another one than the call's usual. */
export type Asked<Input = CallParts> = Input & { as?: string | undefined }

/** What to send in a round. Each round of a write changes other rows. */
export type Ask<Input = CallParts> = (
  clinic: CostClinic,
  round: number,
) => Asked<Input> | Promise<Asked<Input>>

/** One way to ask, or several by their names; the first is the one of `list`. */
type Asks<Input> = Ask<Input> | Record<string, Ask<Input>>

/** Calls without any input may still say who makes them. */
type Given<Input> = unknown extends Input ? Record<never, never> : Input

/**
 * What a call may cost. The bench measures it on a large clinic against `BUDGET`. `list`: the number
 * of statements does not grow with the rows of its answer, of which there are more in a larger clinic.
 * `sliced`: it computes for longer, a day at a time, and others are answered between.
 */
export type Cost<Input = CallParts> =
  | { unmeasured: Unmeasured }
  | ({ query: Record<never, never> } extends Given<Input>
      ? { list?: true; sliced?: true; ask?: Asks<Given<Input>> }
      : { list?: true; sliced?: true; ask: Asks<Given<Input>> })

/** A row for each declared call of a group. */
export type CostsOf<Group extends CallGroup> = {
  [Declared in DeclaredCall<Group> as RouteOf<Declared>]: Cost<CallInput<Declared>>
}

/** Any row. */
export interface AnyCost {
  unmeasured?: Unmeasured
  /** An address, where the route is a pattern without names. */
  at?: `/${string}`
  list?: true
  sliced?: true
  ask?: Asks<CallParts>
}

export type Method = Call['method']

/**
 * Milliseconds of CPU of the only thread, for which all others wait: what a call computes, of a sliced
 * one each slice, and the most in one go.
 */
export const BUDGET = { median: 20, most: 40 }
