import type { AnyStateMachine } from 'xstate'
import { walkAuthMachine } from '../auth/auth-model.ts'
import { walkBookingMachine } from '../booking/booking-model.ts'
import { walkPaymentMachine } from '../payment/payment-model.ts'
import type { Walk } from './tours.ts'

/** Takes a walk on a flow's machine, or on a changed one, by the flow's name. */
export const models: Record<string, (walk: Walk, machine?: AnyStateMachine) => Promise<void>> = {
  auth: walkAuthMachine,
  booking: walkBookingMachine,
  payment: walkPaymentMachine,
}
