import { z } from 'zod'

const times = z
  .union([z.int().positive(), z.literal('always')])
  .default(1)
  .describe('how many requests or events it strikes')

const milliseconds = z.int().min(0).max(600_000)

/** A fault of an API call. */
const apiFault = z.strictObject({
  on: z.literal('api'),
  method: z.enum(['GET', 'POST']).optional(),
  /** Applies to paths with this prefix, e.g. `/v1/payment_intents`; to every path when absent. */
  path: z.string().startsWith('/v1').optional(),
  /** Before the work (no effect) or after it (with effect, but the response is late or lost). */
  when: z.enum(['before', 'after']).default('before'),
  times,
  fault: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('delay'), ms: milliseconds }),
    z.strictObject({
      kind: z.literal('status'),
      status: z.union([
        z.literal(429),
        z.literal(500),
        z.literal(502),
        z.literal(503),
        z.literal(504),
      ]),
      /** Stores the failure for the request's idempotency key, as Stripe stores a 500. */
      saved: z.boolean().default(false),
    }),
    /** No response; the connection stays open. */
    z.strictObject({ kind: z.literal('hang') }),
    /** Closes the connection without a response. */
    z.strictObject({ kind: z.literal('drop') }),
  ]),
})

/** A fault of webhooks. */
const webhookFault = z.strictObject({
  on: z.literal('webhook'),
  types: z.array(z.string()).min(1).optional(),
  times,
  fault: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('delay'), ms: milliseconds }),
    /** Sends so many copies concurrently. */
    z.strictObject({ kind: z.literal('repeat'), copies: z.int().min(2).max(50) }),
    /** Holds the next `window` events and then sends them in reverse order; `times` is not used. */
    z.strictObject({ kind: z.literal('reorder'), window: z.int().min(2).max(1000) }),
    /** Never sends it; the event stays undelivered in the list of events. */
    z.strictObject({ kind: z.literal('lose') }),
  ]),
})

/** Leaves a confirmed intent `processing`, or a refund `pending`, until it is settled. */
const holdFault = z.strictObject({
  on: z.enum(['payment', 'refund']),
  /** Applies to this intent, or its refunds, only. */
  intent: z.string().optional(),
  times,
  fault: z.strictObject({ kind: z.literal('hold') }),
})

/** A fault rule. Absent `times` means once. */
export const faultRule = z.discriminatedUnion('on', [apiFault, webhookFault, holdFault])

export type FaultRuleInput = z.input<typeof faultRule>
type FaultRule = z.output<typeof faultRule>
export type ApiFault = z.output<typeof apiFault>

export type Faults = ReturnType<typeof createFaults>

/** The active fault rules, in memory only. */
export function createFaults() {
  let rules: FaultRule[] = []

  const take = <R extends FaultRule>(
    matches: (rule: FaultRule) => rule is R,
  ): { rule: R; last: boolean } | undefined => {
    const rule = rules.find(matches)
    if (!rule) return undefined
    if (rule.times === 'always') return { rule, last: false }
    rule.times -= 1
    const last = rule.times === 0
    if (last) rules = rules.filter((other) => other !== rule)
    return { rule, last }
  }

  return {
    /** @throws ZodError when the rule is malformed */
    add(input: FaultRuleInput): void {
      const rule = faultRule.parse(input)
      if (rule.on === 'webhook' && rule.fault.kind === 'reorder') rule.times = rule.fault.window
      rules.push(rule)
    },
    /** The remaining rules, with what is left of their `times`. */
    list: () => rules.map((rule) => ({ ...rule })),
    clear() {
      rules = []
    },
    takeApi: (method: string, path: string) =>
      take(
        (rule): rule is ApiFault =>
          rule.on === 'api' &&
          (rule.method === undefined || rule.method === method) &&
          (rule.path === undefined || path.startsWith(rule.path)),
      )?.rule,
    /** `last` says that the rule is used up by this event. */
    takeWebhook(type: string) {
      const taken = take(
        (rule): rule is z.output<typeof webhookFault> =>
          rule.on === 'webhook' && (rule.types === undefined || rule.types.includes(type)),
      )
      return taken && { ...taken.rule.fault, last: taken.last }
    },
    /** Whether the payment or a refund of the intent is held. */
    takeHold: (on: 'payment' | 'refund', intent: string) =>
      take(
        (rule): rule is z.output<typeof holdFault> =>
          rule.on === on && (rule.intent ?? intent) === intent,
      ) !== undefined,
  }
}
