import { act } from '@testing-library/react'
import { fromPromise, type NonReducibleUnknown } from 'xstate'
import type { Appointment } from '../../../../contract/appointments.ts'
import {
  type Confirmation,
  type PreparedIntent,
  paymentMachine,
  type Settlement,
} from '../../../../machines/payment/payment-machine.ts'
import type { Case } from '../../../../machines/testing/paths.ts'
import type { AfterChallenge, Cardholder } from '../card/card-port.ts'

type Port = keyof NonNullable<Parameters<typeof paymentMachine.provide>[0]['actors']>

/** The server and the card provider, as the machine knows them: calls that wait for the test. */
export function heldCalls(machine: typeof paymentMachine = paymentMachine) {
  const held = new Map<Port, PromiseWithResolvers<unknown>>()

  function hold<Output, Input = NonReducibleUnknown>(port: Port) {
    return fromPromise<Output, Input>(() => {
      const call = Promise.withResolvers<unknown>()
      // The last call: earlier ones were abandoned by leaving the state that made them.
      held.set(port, call)
      return call.promise as Promise<Output>
    })
  }

  function answer(port: Port, settle: (call: PromiseWithResolvers<unknown>) => void) {
    const call = held.get(port)
    if (!call) throw new Error(`${port} was not called`)
    held.delete(port)
    return act(async () => settle(call))
  }

  return {
    logic: machine.provide({
      actors: {
        loadAppointment: hold<Appointment | null, { appointmentId: string }>('loadAppointment'),
        loadCardForm: hold<void>('loadCardForm'),
        prepareIntent: hold<PreparedIntent, { appointmentId: string; price: number }>(
          'prepareIntent',
        ),
        createPaymentMethod: hold<string, Cardholder>('createPaymentMethod'),
        confirmPayment: hold<Confirmation, { clientSecret: string; paymentMethod: string }>(
          'confirmPayment',
        ),
        authenticate: hold<AfterChallenge, { clientSecret: string }>('authenticate'),
        settlePayment: hold<Settlement, { appointmentId: string; transactionId: string }>(
          'settlePayment',
        ),
      },
    }),
    succeed: (port: Port) => (event: Case) => answer(port, (call) => call.resolve(event.output)),
    fail: (port: Port) => (event: Case) => answer(port, (call) => call.reject(event.error)),
  }
}

export type HeldCalls = ReturnType<typeof heldCalls>
