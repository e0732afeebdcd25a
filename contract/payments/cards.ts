import * as z from 'zod/mini'
import * as messages from '#words/en/messages/payments.ts'
import * as words from '#words/en/payments/cards.ts'
import { paymentCard } from './payment-card.ts'

/** Cards that one user may keep. */
export const MOST_CARDS = 5

/** Added to every reason why a card was not charged. */
export const NOTHING_CHARGED = 'Nothing was charged.'

/** What a user agrees to by checking the box, in English. */
const CONSENT =
  'Keep this card for next time. Our payment provider keeps it. Only you can pay with it here, and you can remove it in your profile at any time.'

const cardId = z.uuid(messages.invalidCardId)

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
  const month = `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(-2)}`
  return expired ? words.expired(month) : words.expires(month)
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
  paymentMethod: z.string().check(z.regex(/^pm_[A-Za-z0-9_]{1,200}$/, messages.invalidCard)),
  consent: z.literal(CONSENT, messages.termsChanged),
})

/** The consent that the form sends, in each language. */
export const CARD_CONSENT: z.infer<typeof cardConsent>['consent'] = CONSENT

/** The consent as the form shows it in a language; it is stored. */
export const consentIn = ({
  keepThisCard,
  providerKeepsIt,
}: Record<'keepThisCard' | 'providerKeepsIt', string>) => `${keepThisCard}. ${providerKeepsIt}`

/** Stripe's id of the card, with which the browser confirms the payment. */
export const chosenCard = z.object({ paymentMethod: z.string() })
