import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createActorContext } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { fromPromise } from 'xstate'
import type {
  CancelRequest,
  ChangeOptions,
  MoveRequest,
} from '#contract/booking/appointment-changes.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Treatment } from '#contract/schedule/treatments.ts'
import { type ChangeAnswer, changeMachine } from '#machines/change/change-machine.ts'
import { availabilityOptions } from '../booking/treatments-api.ts'
import { cancelAppointment, loadOptions, moveAppointment } from './change-api.ts'

/** The running change machine: `useSelector` to read it, `useActorRef().send` to send. */
export const Change = createActorContext(changeMachine)

/** The change machine with its actors: the server, through the query cache. */
function changeLogic(queries: QueryClient, onChanged: () => void) {
  async function settle(answer: Promise<ChangeAnswer>): Promise<ChangeAnswer> {
    try {
      const answered = await answer
      if (answered.kind === 'done') onChanged()
      return answered
    } finally {
      // Also after a failure: the response may have been lost on its way.
      for (const queryKey of [['appointments'], ['appointment'], ['available']]) {
        void queries.invalidateQueries({ queryKey })
      }
    }
  }
  return changeMachine.provide({
    actors: {
      loadOptions: fromPromise<ChangeOptions | null, { appointmentId: string }>(({ input }) =>
        loadOptions(input.appointmentId),
      ),
      loadDay: fromPromise<Treatment | null, { date: IsoDate; treatmentId: string }>(
        async ({ input: { date, treatmentId } }) => {
          const treatments = await queries.query(availabilityOptions(date))
          return treatments.find(({ _id }) => _id === treatmentId) ?? null
        },
      ),
      cancelAppointment: fromPromise<ChangeAnswer, CancelRequest & { appointmentId: string }>(
        ({ input }) => settle(cancelAppointment(input)),
      ),
      moveAppointment: fromPromise<ChangeAnswer, MoveRequest & { appointmentId: string }>(
        ({ input }) => settle(moveAppointment(input)),
      ),
    },
  })
}

export interface ChangeProviderProps {
  appointmentId: string
  /** Called after the appointment was moved or canceled. */
  onChanged: () => void
  /** The machine with other actors, for tests. */
  logic?: typeof changeMachine
  children: ReactNode
}

/** Runs the changes of one appointment for the screens within it. */
export function ChangeProvider({ appointmentId, onChanged, logic, children }: ChangeProviderProps) {
  const queries = useQueryClient()
  const [machine] = useState(() => logic ?? changeLogic(queries, onChanged))
  return (
    <Change.Provider logic={machine} options={{ input: { appointmentId } }}>
      {children}
    </Change.Provider>
  )
}
