import * as z from 'zod/mini'
import { keptCards } from './cards.ts'

/** `POST /create-payment-intent`, `POST /payments`. */
export const paymentIntentResponse = z.object({
  clientSecret: z.string(),
  /** The caller's own kept cards, the most recently used first. */
  cards: keptCards,
})
export type PaymentIntentResponse = z.infer<typeof paymentIntentResponse>
