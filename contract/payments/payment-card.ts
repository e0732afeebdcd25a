import * as z from 'zod/mini'
import * as words from '#words/en/payments/cards.ts'

/** A card, as Stripe reports it. */
export const paymentCard = z.object({
  /** 'visa' */
  brand: z.string(),
  last4: z.string(),
})
export type PaymentCard = z.infer<typeof paymentCard>

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** The card that paid, if known. */
export function cardOf({
  cardBrand: brand,
  cardLast4: last4,
}: {
  cardBrand: string | null
  cardLast4: string | null
}): PaymentCard | undefined {
  return brand !== null && last4 !== null ? { brand, last4 } : undefined
}

/**
 * 'Visa •••• 4242'
 * @param anyCard the word for a card of an unknown brand
 */
export function describeCard({ brand, last4 }: PaymentCard, anyCard: string = words.card): string {
  return `${BRANDS[brand] ?? anyCard} •••• ${last4}`
}
