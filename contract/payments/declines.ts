import type { Words } from '#words/every-language.ts'

type DeclineWords = Words['declines']

/**
 * Sentences of Stripe's codes: https://docs.stripe.com/declines/codes, https://docs.stripe.com/error-codes.
 * All others are declined without a reason: of a lost or stolen card, none may be told.
 */
const SENTENCES = new Map<string, keyof DeclineWords>(
  Object.entries({
    insufficient_funds: 'insufficientFunds',
    card_velocity_exceeded: 'limitExceeded',
    withdrawal_count_limit_exceeded: 'limitExceeded',
    expired_card: 'expired',
    incorrect_number: 'wrongNumber',
    invalid_number: 'wrongNumber',
    invalid_expiry_month: 'wrongExpiry',
    invalid_expiry_year: 'wrongExpiry',
    incorrect_cvc: 'wrongCode',
    invalid_cvc: 'wrongCode',
    incorrect_zip: 'wrongPostalCode',
    card_not_supported: 'notSupported',
    currency_not_supported: 'notSupported',
    processing_error: 'processingError',
    issuer_not_available: 'processingError',
    reenter_transaction: 'processingError',
    try_again_later: 'processingError',
    authentication_required: 'notAuthenticated',
    payment_intent_authentication_failure: 'notAuthenticated',
  } as const),
)

/**
 * Why a card did not pay, in a language.
 * @param codes of Stripe, the most precise first
 */
export function describeDecline(
  codes: readonly (string | null | undefined)[],
  words: DeclineWords,
): string {
  const known = codes.flatMap((code) => SENTENCES.get(code ?? '') ?? [])
  return words[known[0] ?? 'declined']
}
