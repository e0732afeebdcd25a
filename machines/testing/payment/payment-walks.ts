import type { Appointment } from '#contract/booking/appointments.ts'
import { type PaymentContext, paymentMachine } from '#machines/payment/payment-machine.ts'
import { OFFLINE } from '../offline.ts'
import { type TourOptions, walksThrough } from '../tours.ts'

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

/** It, if another guardian had booked it, to one who may not pay. */
export const unpayable = (appointment: Appointment): Appointment => ({
  ...appointment,
  shared: true,
  mayPay: false,
})

export const TRANSACTION = 'pi_3RkAllergyTesting'
export const CLIENT_SECRET = 'pi_3RkAllergyTesting_secret_seed'
export const DECLINED = 'Your card was declined.'
const charged = (transactionId: string) => ({ kind: 'charged', transactionId }) as const

/** Everything that can happen in the flow, with one payload for each way it can go. */
export const paymentCases = (unpaid: Appointment) => [
  { type: 'card.change', complete: true },
  { type: 'pay.submit' },
  { type: 'retry' },
  { type: 'xstate.done.actor.loadAppointment', output: unpaid },
  {
    type: 'xstate.done.actor.loadAppointment',
    output: { ...unpaid, paid: true, transactionId: TRANSACTION },
  },
  { type: 'xstate.done.actor.loadAppointment', output: { ...unpaid, status: 'cancelled' } },
  { type: 'xstate.done.actor.loadAppointment', output: null },
  { type: 'xstate.done.actor.loadAppointment', output: unpayable(unpaid) },
  { type: 'xstate.error.actor.loadAppointment', error: OFFLINE },
  { type: 'xstate.done.actor.loadCardForm' },
  {
    type: 'xstate.error.actor.loadCardForm',
    error: { message: 'The card form could not be loaded.' },
  },
  {
    type: 'xstate.done.actor.prepareIntent',
    output: { kind: 'ready', clientSecret: CLIENT_SECRET },
  },
  { type: 'xstate.done.actor.prepareIntent', output: charged('pi_3RkOtherTab') },
  { type: 'xstate.done.actor.prepareIntent', output: { kind: 'cancelled' } },
  { type: 'xstate.done.actor.prepareIntent', output: { kind: 'outdated' } },
  { type: 'xstate.error.actor.prepareIntent', error: OFFLINE },
  { type: 'xstate.done.actor.createPaymentMethod', output: 'pm_1RkCard' },
  {
    type: 'xstate.error.actor.createPaymentMethod',
    error: { message: 'Your card number is invalid.' },
  },
  { type: 'xstate.done.actor.confirmPayment', output: charged('pi_3RkConfirmed') },
  { type: 'xstate.done.actor.confirmPayment', output: { kind: 'authentication' } },
  { type: 'xstate.done.actor.confirmPayment', output: { kind: 'outdated' } },
  { type: 'xstate.error.actor.confirmPayment', error: { message: DECLINED } },
  { type: 'xstate.done.actor.authenticate', output: charged('pi_3RkAuthenticated') },
  { type: 'xstate.done.actor.authenticate', output: { kind: 'outdated' } },
  {
    type: 'xstate.error.actor.authenticate',
    error: {
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  },
  {
    type: 'xstate.done.actor.settlePayment',
    output: { kind: 'paid', transactionId: TRANSACTION },
  },
  { type: 'xstate.done.actor.settlePayment', output: { kind: 'processing' } },
  {
    type: 'xstate.done.actor.settlePayment',
    output: { kind: 'declined', message: DECLINED },
  },
  { type: 'xstate.done.actor.settlePayment', output: { kind: 'cancelled' } },
  { type: 'xstate.error.actor.settlePayment', error: OFFLINE },
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
