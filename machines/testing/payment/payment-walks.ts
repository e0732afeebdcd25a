import type { Appointment } from '#contract/booking/appointments.ts'
import { type KeptCard, NOTHING_CHARGED } from '#contract/payments/cards.ts'
import { type PaymentContext, paymentMachine } from '#machines/payment/payment-machine.ts'
import { OFFLINE } from '../offline.ts'
import { done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

export const unpaid: Appointment = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  treatment: 'Allergy Testing',
  date: 'Jun 5, 2026',
  slot: '09:00 AM - 09:30 AM',
  price: 120,
  paid: false,
  status: 'booked',
  patient: 'parent@example.com',
  patientName: 'Paula Parent',
  email: 'parent@example.com',
  phone: '+1 555 0100',
  address: '1 Orchard Lane',
}

/** The appointment as seen by a guardian who may not pay, if another guardian booked it. */
export const unpayable = (appointment: Appointment): Appointment => ({
  ...appointment,
  shared: true,
  mayPay: false,
})

/** A card that the user keeps. */
export const KEPT: KeptCard = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8061',
  brand: 'visa',
  last4: '4242',
  expiryMonth: 12,
  expiryYear: 2034,
  expired: false,
}

export const TRANSACTION = 'pi_3RkAllergyTesting'
export const CLIENT_SECRET = 'pi_3RkAllergyTesting_secret_seed'
export const NO_CARD = `This card isn’t kept any more. ${NOTHING_CHARGED} Enter a card to pay.`
export const DECLINED = `Your card was declined. ${NOTHING_CHARGED}`
const charged = (transactionId: string) => ({ kind: 'charged', transactionId }) as const

/** Everything that can happen in the flow, with one payload for each way it can go. */
export const paymentCases = (unpaid: Appointment) => [
  { type: 'card.change', complete: true },
  { type: 'card.choose', card: KEPT._id },
  { type: 'card.choose', card: null },
  { type: 'card.keep', keep: true },
  { type: 'card.keep', keep: false },
  ...plain('pay.submit', 'retry'),
  ...done(
    'loadAppointment',
    unpaid,
    { ...unpaid, paid: true, transactionId: TRANSACTION },
    { ...unpaid, status: 'cancelled' },
    null,
    unpayable(unpaid),
  ),
  ...failed('loadAppointment', OFFLINE),
  ...done('loadCardForm', undefined),
  ...failed('loadCardForm', { message: 'The card form could not be loaded.' }),
  ...done(
    'prepareIntent',
    { kind: 'ready', clientSecret: CLIENT_SECRET, cards: [] },
    { kind: 'ready', clientSecret: CLIENT_SECRET, cards: [KEPT] },
    charged('pi_3RkOtherTab'),
    { kind: 'cancelled' },
    { kind: 'outdated' },
  ),
  ...failed('prepareIntent', OFFLINE),
  ...done('createPaymentMethod', 'pm_1RkCard'),
  ...failed('createPaymentMethod', { message: 'Your card number is invalid.' }),
  ...done(
    'registerCard',
    { kind: 'registered', paymentMethod: 'pm_1RkRegistered' },
    { kind: 'outdated' },
  ),
  ...failed('registerCard', { message: NO_CARD }),
  ...done(
    'confirmPayment',
    charged('pi_3RkConfirmed'),
    { kind: 'authentication' },
    { kind: 'outdated' },
  ),
  ...failed('confirmPayment', { message: DECLINED }),
  ...done('authenticate', charged('pi_3RkAuthenticated'), { kind: 'outdated' }),
  ...failed('authenticate', {
    message: `We are unable to authenticate your payment method. Please choose a different payment method and try again. ${NOTHING_CHARGED}`,
  }),
  ...done(
    'settlePayment',
    { kind: 'paid', transactionId: TRANSACTION },
    { kind: 'processing' },
    { kind: 'declined', message: DECLINED },
    { kind: 'cancelled' },
  ),
  ...failed('settlePayment', OFFLINE),
  { type: 'xstate.after.nextAsking.payment.confirming.settling.waiting' },
  { type: 'xstate.after.nextAsking.payment.confirming.settling.unconfirmed' },
]

/** Walks that take every transition of the payment machine. */
export const paymentWalks = (
  appointment: Appointment = unpaid,
  options?: TourOptions<PaymentContext>,
) =>
  walksThrough(paymentMachine, () => paymentCases(appointment), {
    input: { appointmentIds: [appointment._id] },
    // It only counts.
    relevant: ({ asked: _, ...context }) => context,
    ...options,
  })
