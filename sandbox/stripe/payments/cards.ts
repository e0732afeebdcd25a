import { liveCard } from '#words/en/payments/sandbox-card.ts'

/** Why a bank refuses a card, in Stripe's words. https://docs.stripe.com/declines/codes */
export type Decline = { code: string; decline_code?: string; message: string }

export type TestCard = {
  number: string
  /** The server-side name of the card, usable instead of its number. */
  token: string
  brand: 'visa' | 'mastercard' | 'amex'
  /** The bank asks the cardholder to confirm the payment (3-D Secure). */
  challenge?: true
  /** The bank's refusal; after the challenge, if there is one. */
  decline?: Decline
  /** What happens to the money after it was taken. */
  aftermath?: 'disputed' | 'refund_fails' | 'refund_pending'
}

export const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})

const visa = (
  number: string,
  token: string,
  rest: Pick<TestCard, 'challenge' | 'decline' | 'aftermath'> = {},
): TestCard => ({ number, token, brand: 'visa', ...rest })

/** The published test cards that the sandbox knows. https://docs.stripe.com/testing */
export const testCards: TestCard[] = [
  visa('4242424242424242', 'pm_card_visa'),
  visa('4000056655665556', 'pm_card_visa_debit'),
  { ...visa('5555555555554444', 'pm_card_mastercard'), brand: 'mastercard' },
  { ...visa('378282246310005', 'pm_card_amex'), brand: 'amex' },
  visa('4000000000000002', 'pm_card_visa_chargeDeclined', {
    decline: declined('generic_decline'),
  }),
  visa('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', {
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  }),
  visa('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', {
    decline: declined('lost_card'),
  }),
  visa('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', {
    decline: declined('stolen_card'),
  }),
  visa('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', {
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  }),
  visa('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', {
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  }),
  visa('4000000000000119', 'pm_card_chargeDeclinedProcessingError', {
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  }),
  // Can be attached to a customer; every charge is declined.
  visa('4000000000000341', 'pm_card_chargeCustomerFail', {
    decline: declined('generic_decline'),
  }),
  visa('4000002500003155', 'pm_card_authenticationRequiredOnSetup', { challenge: true }),
  visa('4000002760003184', 'pm_card_authenticationRequired', { challenge: true }),
  visa('4000000000003220', 'pm_card_threeDSecure2Required', { challenge: true }),
  visa('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', {
    challenge: true,
    decline: declined('generic_decline'),
  }),
  visa('4000000000000259', 'pm_card_createDispute', { aftermath: 'disputed' }),
  visa('4000000000005126', 'pm_card_refundFail', { aftermath: 'refund_fails' }),
  visa('4000000000007726', 'pm_card_pendingRefund', { aftermath: 'refund_pending' }),
]

/** Stripe's refusal of a real card in test mode. */
export const liveCardDecline: Decline = declined('test_mode_live_card', liveCard)

/** Finds a test card by its number (digits only). */
export function cardByNumber(number: string): TestCard | undefined {
  return testCards.find((card) => card.number === number)
}

/** Finds a test card by its server-side name (`pm_card_…`). */
export function cardByToken(token: string): TestCard | undefined {
  return testCards.find((card) => card.token === token)
}

/** Whether the digits end in the right check digit (ISO/IEC 7812-1, Luhn). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits !== '' && sum % 10 === 0
}
