import type { Appointment } from '../../contract/appointments.ts'
import { type Driver, transitionPaths } from '../testing/paths.ts'
import { paymentMachine } from './payment-machine.ts'

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

export const TRANSACTION = 'pi_3RkAllergyTesting'
export const CLIENT_SECRET = 'pi_3RkAllergyTesting_secret_seed'
export const DECLINED = 'Your card was declined.'
const offline = { message: 'The clinic is offline' }
const charged = { kind: 'charged', transactionId: TRANSACTION } as const

/** Everything that can happen in the flow, with one payload for each way it can go. */
export const paymentCases = [
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
  { type: 'xstate.error.actor.loadAppointment', error: offline },
  { type: 'xstate.done.actor.loadCardForm' },
  {
    type: 'xstate.error.actor.loadCardForm',
    error: { message: 'We couldn’t load the card form.' },
  },
  {
    type: 'xstate.done.actor.prepareIntent',
    output: { kind: 'ready', clientSecret: CLIENT_SECRET },
  },
  { type: 'xstate.done.actor.prepareIntent', output: charged },
  { type: 'xstate.done.actor.prepareIntent', output: { kind: 'cancelled' } },
  { type: 'xstate.done.actor.prepareIntent', output: { kind: 'outdated' } },
  { type: 'xstate.error.actor.prepareIntent', error: offline },
  { type: 'xstate.done.actor.createPaymentMethod', output: 'pm_1RkCard' },
  {
    type: 'xstate.error.actor.createPaymentMethod',
    error: { message: 'Your card number is invalid.' },
  },
  { type: 'xstate.done.actor.confirmPayment', output: charged },
  { type: 'xstate.done.actor.confirmPayment', output: { kind: 'authentication' } },
  { type: 'xstate.done.actor.confirmPayment', output: { kind: 'outdated' } },
  { type: 'xstate.error.actor.confirmPayment', error: { message: DECLINED } },
  { type: 'xstate.done.actor.authenticate', output: charged },
  { type: 'xstate.done.actor.authenticate', output: { kind: 'outdated' } },
  {
    type: 'xstate.error.actor.authenticate',
    error: { message: 'We are unable to authenticate your payment method.' },
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
  { type: 'xstate.error.actor.settlePayment', error: offline },
  { type: 'xstate.after.nextAsking.payment.settling.waiting' },
  { type: 'xstate.after.nextAsking.payment.settling.unconfirmed' },
] as const

export type PaymentStep = (typeof paymentCases)[number]['type']

/** Every place in the flow where a visitor can be; a test holds it against the machine. */
export const paymentStates = [
  'loadingAppointment',
  'loadFailed',
  'notFound',
  'loadingCardForm',
  'cardFormFailed',
  'form.preparingIntent',
  'form.intentFailed',
  'form.intentReady.untouched',
  'form.intentReady.declined',
  'form.creatingMethod',
  'form.confirming',
  'form.authenticating',
  'settling.asking',
  'settling.waiting',
  'settling.unconfirmed',
  'paid.now',
  'paid.earlier',
  'cancelled.unpaid',
  'cancelled.refunding',
] as const

export type PaymentDriver = Driver<PaymentStep, (typeof paymentStates)[number]>

/** Paths that take every transition of the payment machine. */
export const paymentPaths = () =>
  transitionPaths(paymentMachine, paymentCases, { appointmentId: unpaid._id })
