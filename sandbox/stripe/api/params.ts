import type Stripe from 'stripe'
import { z } from 'zod'

// The parameters that the clinic and its tests use, as strict schemas over decoded forms. All values
// arrive as text.

/** Only parameters that the SDK declares. */
type Declared<Params> = { [Name in keyof Params]?: z.ZodType }

const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'Invalid integer')
  .transform(Number)

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Cents. Stripe takes 50 cents to 999,999.99 dollars. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const chargeAmount = integer.pipe(z.int().min(50).max(99_999_999))

/** Up to 50 keys of 40 characters with values of 500. https://docs.stripe.com/api/metadata */
const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((keys) => Object.keys(keys).length <= 50, 'Metadata can have up to 50 keys')

const billing = z.strictObject({
  name: z.string().optional(),
  email: z.string().optional(),
  address: z
    .strictObject({ postal_code: z.string() } satisfies Declared<Stripe.AddressParam>)
    .optional(),
} satisfies Declared<Stripe.PaymentMethodCreateParams.BillingDetails>)

export const createIntentParams = z.strictObject({
  description: z.string().optional(),
  metadata: metadata.optional(),
  payment_method: z.string().optional(),
  amount: chargeAmount,
  currency: z.literal('usd'),
  // The name since 2026-07-29.dahlia; `payment_method_types` was removed in endive.
  // https://docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter
  allowed_payment_method_types: z.array(z.literal('card')).min(1).optional(),
  confirm: flag.optional(),
} satisfies Declared<Stripe.PaymentIntentCreateParams>)

export const confirmIntentParams = z.strictObject({
  payment_method: z.string().optional(),
  client_secret: z.string().optional(),
} satisfies Declared<Stripe.PaymentIntentConfirmParams & { client_secret: string }>)

export const updateIntentParams = z.strictObject({
  customer: z.string().optional(),
  payment_method: z.string().optional(),
  // Empty removes it.
  setup_future_usage: z.enum(['on_session', 'off_session', '']).optional(),
} satisfies Declared<Stripe.PaymentIntentUpdateParams>)

export const createCustomerParams = z.strictObject(
  {} satisfies Declared<Stripe.CustomerCreateParams>,
)

export const attachParams = z.strictObject({
  customer: z.string(),
} satisfies Declared<Stripe.PaymentMethodAttachParams>)

export const noParams = z.strictObject({})

export const cancelIntentParams = z.strictObject({
  cancellation_reason: z
    .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
    .optional(),
} satisfies Declared<Stripe.PaymentIntentCancelParams>)

export const retrieveIntentParams = z.strictObject({
  client_secret: z.string().optional(),
  expand: z.array(z.literal('latest_charge')).optional(),
} satisfies Declared<Stripe.PaymentIntentRetrieveParams>)

/** The cardholder's answer to the 3-D Secure challenge; the only call that Stripe does not have. */
export const authenticateParams = z.strictObject({
  client_secret: z.string(),
  source: z.string(),
  outcome: z.enum(['complete', 'fail']),
})

export const createPaymentMethodParams = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({
    number: z.string(),
    exp_month: integer,
    exp_year: integer,
    cvc: z.string(),
  }),
  billing_details: billing.optional(),
} satisfies Declared<Stripe.PaymentMethodCreateParams>)

export const createRefundParams = z.strictObject({
  payment_intent: z.string(),
  amount: integer.pipe(z.int().min(1)).optional(),
  metadata: metadata.optional(),
} satisfies Declared<Stripe.RefundCreateParams>)

export const listDisputesParams = z.strictObject({
  payment_intent: z.string(),
} satisfies Declared<Stripe.DisputeListParams>)

/** Which page of a list: https://docs.stripe.com/api/pagination */
const pageOfList = {
  limit: integer.pipe(z.int().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
} satisfies Declared<Stripe.PaginationParams>

/** Unix seconds. */
const created = z.strictObject({ gte: integer.optional() }).optional()

export const listRefundsParams = z.strictObject({
  ...pageOfList,
  payment_intent: z.string(),
} satisfies Declared<Stripe.RefundListParams>)

export const listIntentsParams = z.strictObject({
  ...pageOfList,
  created,
  expand: z.array(z.literal('data.latest_charge')).optional(),
} satisfies Declared<Stripe.PaymentIntentListParams>)

export const listEventsParams = z.strictObject({
  ...pageOfList,
  types: z.array(z.string()).max(20).optional(),
  created,
} satisfies Declared<Stripe.EventListParams>)
