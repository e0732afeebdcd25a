import { formatPrice, toDollars } from '#contract/money.ts'
import type { KeptCard } from '#contract/payments/cards.ts'
import { describeDecline } from '#contract/payments/declines.ts'
import type { PaymentIntentResponse } from '#contract/payments/payment-intents.ts'
import type { PaymentRefusal, PaymentState } from '#contract/payments/payments.ts'
import type { notPaid, notPayable } from '#contract/payments/payments-refusals.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import type { HintOutcome } from '#domain/payments/payment-hint.ts'
import type { Preparation } from '#domain/payments/prepare.ts'
import type { Failure } from '#domain/payments/stripe/stripe-adapter.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { speech, spokenLanguage } from '#server/http/spoken-language.ts'

/**
 * The response to preparing a payment.
 * @param cards the user's kept cards
 * @throws HttpError 404 when the user has no such appointment, 403 without the right to pay
 */
export function describePreparation(
  call: Refusing<typeof notPayable>,
  preparation: Preparation,
  cards: () => KeptCard[],
): PaymentIntentResponse | PaymentRefusal {
  switch (preparation.outcome) {
    case 'ready':
      return { clientSecret: preparation.clientSecret, cards: cards() }
    case 'already_paid':
      return {
        ...explain(call, 'already_paid'),
        transactionId: preparation.intentId ?? undefined,
      }
    case 'billed_elsewhere':
      return explain(call, 'billed_elsewhere')
    case 'processing':
      return {
        ...explain(call, 'payment_processing'),
        transactionId: preparation.intentId ?? undefined,
      }
    case 'cancelled':
      return explain(call, 'appointment_cancelled')
    case 'reoffered':
      return explain(call, 'reoffered')
    case 'price_changed': {
      const price = toDollars(preparation.priceCents)
      return { ...explain(call, 'price_changed', { price: formatPrice(price) }), price }
    }
    case 'may_not_pay':
      throw refuse(call, 'may_not_pay', { child: preparation.childName })
    case 'no_appointment':
      throw refuse(call, 'not_found')
  }
}

/**
 * The response to a payment hint.
 * @throws HttpError 404 when the user has no such appointment or payment
 */
export function describeHint(
  call: Refusing<typeof notPaid>,
  answer: HintOutcome,
  intentId: string,
): PaymentState | PaymentRefusal {
  switch (answer.outcome) {
    case 'paid':
      return { paid: true, transactionId: intentId }
    case 'processing':
      return { paid: false, transactionId: intentId }
    case 'paid_otherwise':
      return { ...explain(call, 'already_paid'), transactionId: answer.intentId ?? undefined }
    case 'cancelled':
      return explain(call, 'appointment_cancelled')
    case 'mismatch':
      return explain(call, 'payment_mismatch')
    case 'refunded':
      return explain(call, 'refunded')
    case 'not_completed': {
      const why = answer.failure && sayWhy(answer.failure)
      return why ? explain(call, 'declined', { why }) : explain(call, 'payment_not_completed')
    }
    case 'no_payment':
      throw refuse(call, 'no_payment')
    case 'no_appointment':
      throw refuse(call, 'not_found')
  }
}

/** Stripe's sentence, which is in English; in another language, the one for its code. */
function sayWhy({ message, declineCode, code }: Failure): string | null {
  if (spokenLanguage() === 'en') return message
  return describeDecline([declineCode, code], speech().words.declines)
}
