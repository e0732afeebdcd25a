import * as z from 'zod/mini'
import { paymentCard } from './payment-card.ts'

/** Cards that one user may keep. */
export const MOST_CARDS = 5

/** Added to every reason why a card was not charged. */
export const NOTHING_CHARGED = 'Nothing was charged.'

/** The checkbox on the payment form, and the text below it. */
export const KEEP_CARD = {
  label: 'Keep this card for next time',
  terms:
    'Our payment provider keeps it. Only you can pay with it here, and you can remove it in your profile at any time.',
} as const

/** What a user agrees to by checking the box; it is stored with the consent. */
const CONSENT = `${KEEP_CARD.label}. ${KEEP_CARD.terms}` as const

const cardId = z.uuid('Invalid card ID')

/** A user's card that the payment provider keeps. */
const keptCard = z.extend(paymentCard, {
  _id: cardId,
  expiryMonth: z.number(),
  expiryYear: z.number(),
  /** It can no longer be used to pay. */
  expired: z.boolean(),
})
export type KeptCard = z.infer<typeof keptCard>

/** 'expires 08/27', 'expired 08/24' */
export function describeExpiry({ expiryMonth, expiryYear, expired }: KeptCard): string {
  const month = String(expiryMonth).padStart(2, '0')
  return `${expired ? 'expired' : 'expires'} ${month}/${String(expiryYear).slice(-2)}`
}

/** `GET /cards`: the most recently used card first. */
export const keptCards = z.array(keptCard)

/** Paths of a kept card: `/cards/{id}`. */
export const cardParams = z.object({ id: cardId })

/** `POST /payments/{id}/card`: pay with this kept card. */
export const cardChoice = z.strictObject({ card: cardId })

/** `POST /payments/{id}/keep-card`: keep the card that pays, which the browser has registered. */
export const cardConsent = z.strictObject({
  /** Stripe's id of the registered card. */
  paymentMethod: z.string().check(z.regex(/^pm_[A-Za-z0-9_]{1,200}$/, 'Invalid card')),
  consent: z.literal(CONSENT, 'The terms have changed. Please reload the page.'),
})

/** The consent that the form sends. */
export const CARD_CONSENT: z.infer<typeof cardConsent>['consent'] = CONSENT

/** Stripe's id of the card, with which the browser confirms the payment. */
export const chosenCard = z.object({ paymentMethod: z.string() })
