import { z } from 'zod'
import { invalidRequest, StripeRefusal } from './errors.ts'
import type { FormObject } from './form.ts'

// The parameters that the clinic and its tests use, as strict schemas over decoded forms. All values
// arrive as text.

const refuse = (ctx: z.RefinementCtx, code: string, message: string): never => {
  ctx.addIssue({ code: 'custom', message, params: { code } })
  return z.NEVER
}

const integer = z.string().transform((text, ctx) => {
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  return refuse(ctx, 'parameter_invalid_integer', `Invalid integer: ${text}`)
})

const flag = z.string().transform((text, ctx) => {
  if (text === 'true' || text === 'false') return text === 'true'
  return refuse(ctx, 'parameter_invalid', `Invalid boolean: ${text}`)
})

/** Cents. Stripe takes 50 cents to 999,999.99 dollars. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const chargeAmount = integer.transform((cents, ctx) => {
  if (cents < 50) return refuse(ctx, 'amount_too_small', 'Amount must be at least $0.50 usd')
  if (cents > 99_999_999) {
    return refuse(ctx, 'amount_too_large', 'Amount must be no more than $999,999.99')
  }
  return cents
})

const refundAmount = integer.transform((cents, ctx) =>
  cents < 1
    ? refuse(ctx, 'parameter_invalid_integer', 'This value must be greater than or equal to 1.')
    : cents,
)

const currency = z.string().transform((text, ctx) => {
  if (text.toLowerCase() === 'usd') return 'usd'
  return refuse(
    ctx,
    'parameter_invalid',
    `Invalid currency: ${text}. The sandbox settles in usd only.`,
  )
})

/** Up to 50 keys of 40 characters with values of 500. https://docs.stripe.com/api/metadata */
const metadata = z.union(
  [
    z.literal(''),
    z
      .record(z.string().max(40), z.string().max(500))
      .refine((keys) => Object.keys(keys).length <= 50),
  ],
  { error: 'Metadata can have up to 50 keys of up to 40 characters, with values of up to 500.' },
)

const expand = z.array(z.string()).max(20).optional()

const oneOf = <const T extends readonly string[]>(name: string, values: T) =>
  z.enum(values, { error: `Invalid ${name}: must be one of ${values.join(', ')}` })

const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
})

const billing = z.strictObject({
  name: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  address: address.optional(),
})

export const createIntentParams = z.strictObject({
  description: z.string().optional(),
  metadata: metadata.optional(),
  receipt_email: z.string().optional(),
  payment_method: z.string().optional(),
  expand,
  amount: chargeAmount,
  currency,
  // The name since 2026-07-29.dahlia; `payment_method_types` went with endive.
  // https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter
  allowed_payment_method_types: z
    .array(oneOf('allowed_payment_method_types', ['card']))
    .min(1)
    .optional(),
  confirm: flag.optional(),
})

export const confirmIntentParams = z.strictObject({
  payment_method: z.string().optional(),
  receipt_email: z.string().optional(),
  client_secret: z.string().optional(),
  expand,
})

export const cancelIntentParams = z.strictObject({
  cancellation_reason: oneOf('cancellation_reason', [
    'duplicate',
    'fraudulent',
    'requested_by_customer',
    'abandoned',
  ]).optional(),
  expand,
})

export const retrieveIntentParams = z.strictObject({
  client_secret: z.string().optional(),
  expand,
})

/** The cardholder's answer to the 3-D Secure challenge: the one call that is the sandbox's own. */
export const authenticateParams = z.strictObject({
  client_secret: z.string(),
  source: z.string(),
  outcome: oneOf('outcome', ['complete', 'fail']),
  expand,
})

export const createPaymentMethodParams = z.strictObject({
  type: oneOf('type', ['card']),
  card: z.strictObject({
    number: z.string().optional(),
    exp_month: integer.optional(),
    exp_year: integer.optional(),
    cvc: z.string().optional(),
  }),
  billing_details: billing.optional(),
  metadata: metadata.optional(),
  expand,
})

export const createRefundParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: refundAmount.optional(),
  reason: oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
})

export const retrieveParams = z.strictObject({ expand })

export const listDisputesParams = z.strictObject({ payment_intent: z.string(), expand })

/** Which page of a list: https://docs.stripe.com/api/pagination */
const pageOfList = {
  limit: integer
    .transform((value, ctx) =>
      value >= 1 && value <= 100
        ? value
        : refuse(ctx, 'parameter_invalid_integer', 'Limit must be between 1 and 100.'),
    )
    .optional(),
  starting_after: z.string().optional(),
  expand,
}

/** Unix seconds. */
const created = z
  .strictObject({ gte: integer.optional(), lt: integer.optional(), lte: integer.optional() })
  .optional()

export const listRefundsParams = z.strictObject({
  ...pageOfList,
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  created,
})

export const listIntentsParams = z.strictObject({ ...pageOfList, created })

export const listEventsParams = z.strictObject({
  ...pageOfList,
  types: z.array(z.string()).max(20, 'At most 20 types can be named.').optional(),
  created: z.strictObject({ gte: integer.optional() }).optional(),
})

const bracketed = (path: PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')

function toRefusal(issue: z.core.$ZodIssue, params: FormObject): StripeRefusal {
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(`Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
  }
  const param = bracketed(issue.path)
  const given = issue.path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? new Map<PropertyKey, unknown>(Object.entries(value)).get(String(part))
        : undefined,
    params,
  )
  if (given === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  const code = issue.code === 'custom' ? issue.params?.code : undefined
  return invalidRequest(issue.message, { ...(typeof code === 'string' && { code }), param })
}

/** The parameters of a call. @throws StripeRefusal (400) in Stripe's words for the first that is wrong */
export function parseParams<T>(schema: z.ZodType<T>, params: FormObject): T {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  const [first] = result.error.issues
  if (!first) throw new StripeRefusal(400, { type: 'invalid_request_error', message: 'Invalid' })
  throw toRefusal(first, params)
}
