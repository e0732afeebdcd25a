import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createActorContext } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { fromPromise } from 'xstate'
import type { IsoDate } from '#contract/dates.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { type ChangeAnswer, rescheduleMachine } from '#machines/reschedule/reschedule-machine.ts'
import { timesToMoveOptions } from '#web/both/times/availability.ts'
import { cancelAppointment, loadOptions, moveAppointment } from './reschedule-api.ts'

/** The running change machine: `useSelector` to read it, `useActorRef().send` to send. */
export const Change = createActorContext(rescheduleMachine)

/** The change machine with its actors: the server, through the query cache. */
function changeLogic(
  queries: QueryClient,
  { onChanged, loadTreatments }: Pick<RescheduleProviderProps, 'onChanged' | 'loadTreatments'>,
) {
  async function settle(answer: Promise<ChangeAnswer>): Promise<ChangeAnswer> {
    try {
      const answered = await answer
      if (answered.kind === 'done') onChanged()
      return answered
    } finally {
      // Also after a failure, because only the response may have been lost.
      for (const queryKey of [['appointments'], ['appointment'], ['available']]) {
        void queries.invalidateQueries({ queryKey })
      }
    }
  }
  return rescheduleMachine.provide({
    actors: {
      loadOptions: fromPromise(({ input }) => loadOptions(input.appointmentId)),
      loadDay: fromPromise(async ({ input: { date, treatmentId } }) => {
        const treatments = await (loadTreatments?.(date) ?? queries.query(timesToMoveOptions(date)))
        return treatments.find(({ _id }) => _id === treatmentId) ?? null
      }),
      cancelAppointment: fromPromise(({ input }) => settle(cancelAppointment(input))),
      moveAppointment: fromPromise(({ input }) => settle(moveAppointment(input))),
    },
  })
}

export interface RescheduleProviderProps {
  appointmentId: string
  /** Called after the appointment was moved or canceled. */
  onChanged: () => void
  /** Loads the times for staff on a day; by default those for patients. */
  loadTreatments?: ((date: IsoDate) => Promise<Treatment[]>) | undefined
  /** The machine with other actors, for tests. */
  logic?: typeof rescheduleMachine
  children: ReactNode
}

/** Runs the changes of one appointment for the screens within it. */
export function RescheduleProvider({
  appointmentId,
  onChanged,
  loadTreatments,
  logic,
  children,
}: RescheduleProviderProps) {
  const queries = useQueryClient()
  const [machine] = useState(() => logic ?? changeLogic(queries, { onChanged, loadTreatments }))
  return (
    <Change.Provider logic={machine} options={{ input: { appointmentId } }}>
      {children}
    </Change.Provider>
  )
}
