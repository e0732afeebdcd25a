import * as words from '#words/en/refusals/payments.ts'
import { type Refusals, refusing, stating } from '../refusals/refusals.ts'
import { noAppointment } from '../refusals/shared-refusals.ts'
import { MOST_CARDS } from './cards.ts'
import * as cards from './cards-calls.ts'
import * as payments from './payments-calls.ts'
import * as receipts from './receipts-calls.ts'
import * as reconciliation from './reconciliation-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './cards-calls.ts'
export * from './payments-calls.ts'
export * from './receipts-calls.ts'
export * from './reconciliation-calls.ts'

/** Why an appointment cannot be paid. */
export const notPayable = {
  ...noAppointment,
  may_not_pay: [403, words.mayNotPay],
  already_paid: [409, words.alreadyPaid],
  billed_elsewhere: [409, words.billedElsewhere, 'already_paid'],
  payment_processing: [409, words.processing],
  appointment_cancelled: [409, words.canceled],
  reoffered: [409, words.reoffered],
  price_changed: [409, words.priceChanged],
} as const satisfies Refusals

export const createPaymentIntent = refusing(payments.createPaymentIntent, notPayable)

export const openBill = refusing(payments.openBill, {
  ...notPayable,
  none_chosen: [400, words.noneChosen, 'invalid_input'],
})

const noPayment = {
  no_payment: [404, words.noPayment],
} as const satisfies Refusals

/** Why no card can be chosen for a payment, or kept. */
const noChoice = {
  ...noPayment,
  payment_closed: [409, words.finished],
} as const satisfies Refusals

export const chooseCard = refusing(cards.chooseCard, {
  ...noChoice,
  no_card: [409, words.cardNotKept],
  card_expired: [409, words.cardExpired],
})

export const keepCard = refusing(cards.keepCard, {
  ...noChoice,
  too_many_cards: [409, stating(words.tooManyCards, { most: MOST_CARDS })],
  not_kept: [409, words.cannotKeepCard],
})

export const removeCard = refusing(cards.removeCard, {
  not_found: [404, words.noCard],
})

/** Why a payment is not accepted. */
export const notPaid = {
  ...noAppointment,
  ...noPayment,
  already_paid: [409, words.paidTwice],
  appointment_cancelled: [409, words.canceledMeanwhile],
  payment_mismatch: [409, words.mismatch],
  payment_not_completed: [409, words.notCompleted],
  refunded: [409, words.refunded, 'payment_not_completed'],
  /** Stripe says why in English, `contract/payments/declines.ts` in other languages. */
  declined: [409, words.declined, 'payment_not_completed'],
} as const satisfies Refusals

export const checkPayment = refusing(payments.checkPayment, notPaid)

export const checkBookingPayment = refusing(payments.checkBookingPayment, {
  ...notPaid,
  other_id: [400, words.otherId, 'invalid_input'],
})

/** The receipt does not exist, or the caller may not see it. */
export const noReceipt = {
  refusals: { not_found: [404, words.noReceipt] },
} as const

export const getReceipt = refusing(receipts.getReceipt, noReceipt.refusals)

export const listAppointmentReceipts = refusing(receipts.listAppointmentReceipts, noAppointment)

export const linkPayment = refusing(reconciliation.linkPayment, {
  ...noAppointment,
  no_problem: [409, 'This payment has been dealt with meanwhile.'],
  cancelled: [409, 'This appointment is canceled. Choose another one.'],
  already_paid: [409, 'This appointment is paid already. Choose another one.'],
  not_kept: [409, 'Stripe doesn’t keep this money any more: it was refunded or is disputed.'],
  other_amount: [409, 'This appointment costs {price}, but {amount} was paid. Choose another one.'],
})

export const refundPayment = refusing(reconciliation.refundPayment, {
  ...noPayment,
  changed: [409, 'This payment has changed. Please check it again.'],
  exceeds_kept: [409, 'You can refund up to {kept} of this payment.'],
  disputed: [
    409,
    'The bank is deciding a dispute about this payment. You can refund it if the clinic wins.',
  ],
  dispute_lost: [
    409,
    'The bank has returned this money to the cardholder. There’s nothing to refund.',
    'disputed',
  ],
})

const { problemResolutions: resolutions } = reconciliation

/** Staff may not take or hand back money for their own appointments. */
export const ownAppointment = {
  own_appointment: [
    409,
    'This is your own appointment, or one that you guard or pay. A colleague has to do that.',
  ],
} as const satisfies Refusals

const otherAction = {
  wrong_action: [409, 'This problem needs another action: {action}.'],
} as const satisfies Refusals

export const problemResolutions = {
  settle: refusing(resolutions.settle, otherAction),
  refund: refusing(resolutions.refund, otherAction),
  'hand-back': refusing(resolutions['hand-back'], { ...otherAction, ...ownAppointment }),
  acknowledge: refusing(resolutions.acknowledge, otherAction),
}

/** `POST /webhooks/stripe` */
export const receiveStripeEvent = {
  refusals: {
    bad_signature: [400, 'Invalid Stripe signature.'],
    wrong_mode: [400, 'This event is from a different Stripe mode or account.'],
  },
} as const
