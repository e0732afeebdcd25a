import { act } from '@testing-library/react'
import { fromPromise } from 'xstate'
import type { NewAppointment } from '../../../../contract/appointments.ts'
import type { IsoDate } from '../../../../contract/dates.ts'
import type { Treatment } from '../../../../contract/treatments.ts'
import { type BookingResult, bookingMachine } from '../../../../machines/booking/booking-machine.ts'
import type { Case } from '../../../../machines/testing/paths.ts'

type Port = 'loadTreatments' | 'createAppointment'

/** The server, as far as the machine knows it: calls that wait until the test answers them. */
export function heldServer(machine: typeof bookingMachine = bookingMachine) {
  const held: Record<Port, PromiseWithResolvers<unknown>[]> = {
    loadTreatments: [],
    createAppointment: [],
  }
  const hold = <Output, Input>(port: Port) =>
    fromPromise<Output, Input>(() => {
      const call = Promise.withResolvers<unknown>()
      held[port].push(call)
      return call.promise as Promise<Output>
    })
  // The last call: earlier ones were abandoned by leaving the state that made them.
  function answer(port: Port, settle: (call: PromiseWithResolvers<unknown>) => void) {
    const call = held[port].at(-1)
    if (!call) throw new Error(`${port} was not called`)
    return act(async () => settle(call))
  }
  return {
    logic: machine.provide({
      actors: {
        loadTreatments: hold<Treatment[], { date: IsoDate }>('loadTreatments'),
        createAppointment: hold<BookingResult, NewAppointment>('createAppointment'),
      },
    }),
    succeed: (port: Port) => (event: Case) => answer(port, (call) => call.resolve(event.output)),
    fail: (port: Port) => (event: Case) => answer(port, (call) => call.reject(event.error)),
  }
}

export type HeldServer = ReturnType<typeof heldServer>
