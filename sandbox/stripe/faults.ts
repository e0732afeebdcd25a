import { z } from 'zod'

const times = z
  .union([z.int().positive(), z.literal('always')])
  .default(1)
  .describe('how many requests or events it strikes')

const milliseconds = z.int().min(0).max(600_000)

/** What goes wrong with a call to the API. */
const apiFault = z.strictObject({
  on: z.literal('api'),
  method: z.enum(['GET', 'POST']).optional(),
  /** Strikes paths that begin with this, e.g. `/v1/payment_intents`; every path when absent. */
  path: z.string().startsWith('/v1').optional(),
  /** Before the work (nothing happened) or after it (it happened, but the answer is late or lost). */
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
      /** Keeps the failure under the request's idempotency key, as Stripe keeps a 500. */
      saved: z.boolean().default(false),
    }),
    /** Never answers; the connection stays open. */
    z.strictObject({ kind: z.literal('hang') }),
    /** Closes the connection without an answer. */
    z.strictObject({ kind: z.literal('drop') }),
  ]),
})

/** What goes wrong with the webhooks of events. */
const webhookFault = z.strictObject({
  on: z.literal('webhook'),
  types: z.array(z.string()).min(1).optional(),
  times,
  fault: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('delay'), ms: milliseconds }),
    /** Sends so many copies at the same moment. */
    z.strictObject({ kind: z.literal('repeat'), copies: z.int().min(2).max(50) }),
    /** Keeps the next `window` events back and then sends them in reverse; `times` is not used. */
    z.strictObject({ kind: z.literal('reorder'), window: z.int().min(2).max(1000) }),
    /** Never sends it; the event stays undelivered in the list of events. */
    z.strictObject({ kind: z.literal('lose') }),
  ]),
})

/** What goes wrong with the money: `hold` leaves a confirmed intent `processing` until it is settled. */
const paymentFault = z.strictObject({
  on: z.literal('payment'),
  /** Strikes this intent only. */
  intent: z.string().optional(),
  times,
  fault: z.strictObject({ kind: z.literal('hold') }),
})

/** One switch of the fault control. Absent `times` means once. */
export const faultRule = z.discriminatedUnion('on', [apiFault, webhookFault, paymentFault])

export type FaultRuleInput = z.input<typeof faultRule>
export type FaultRule = z.output<typeof faultRule>
export type ApiFault = z.output<typeof apiFault>
export type WebhookFault = z.output<typeof webhookFault>['fault'] & { last: boolean }

export type Faults = {
  /** @throws ZodError when the rule is malformed */
  add(rule: FaultRuleInput): void
  /** The rules still to strike, with what is left of their `times`. */
  list(): FaultRule[]
  clear(): void
  takeApi(method: string, path: string): ApiFault | undefined
  /** `last` says that the rule is used up by this event. */
  takeWebhook(type: string): WebhookFault | undefined
  takeHold(intent: string): boolean
}

/** The faults that are switched on; kept in memory, so that a restart begins without any. */
export function createFaults(): Faults {
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
    add: (input) => {
      const rule = faultRule.parse(input)
      if (rule.on === 'webhook' && rule.fault.kind === 'reorder') rule.times = rule.fault.window
      rules.push(rule)
    },
    list: () => rules.map((rule) => ({ ...rule })),
    clear: () => {
      rules = []
    },
    takeApi: (method, path) =>
      take(
        (rule): rule is ApiFault =>
          rule.on === 'api' &&
          (rule.method === undefined || rule.method === method) &&
          (rule.path === undefined || path.startsWith(rule.path)),
      )?.rule,
    takeWebhook: (type) => {
      const taken = take(
        (rule): rule is z.output<typeof webhookFault> =>
          rule.on === 'webhook' && (rule.types === undefined || rule.types.includes(type)),
      )
      return taken && { ...taken.rule.fault, last: taken.last }
    },
    takeHold: (intent) =>
      take(
        (rule): rule is z.output<typeof paymentFault> =>
          rule.on === 'payment' && (rule.intent ?? intent) === intent,
      ) !== undefined,
  }
}
