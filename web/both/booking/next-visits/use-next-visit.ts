import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import type { NextVisit } from '#contract/next-visits/next-visits.ts'
import * as calls from '#contract/next-visits/next-visits-calls.ts'
import { nextVisitMachine } from '#machines/next-visit/next-visit-machine.ts'
import { send } from '#web/lib/api/send.ts'

const machine = nextVisitMachine.provide({
  actors: {
    loadVisit: fromPromise(async ({ input: { ticketId: ticket }, signal }) => {
      const [visit = null] = await send(calls.listNextVisits, { query: { ticket }, signal })
      return visit
    }),
    answerVisit: fromPromise(({ input: { ticketId: id, month } }) =>
      month === null
        ? send(calls.declineNextVisit, { params: { id } })
        : send(calls.sayDoneElsewhere, { params: { id }, body: { month } }),
    ),
    undoAnswer: fromPromise(({ input: { ticketId: id } }) =>
      send(calls.reopenNextVisit, { params: { id } }),
    ),
  },
})

/** What a screen of one visit shows and asks. */
export interface NextVisitScreen {
  ticketId: string
  /** If a list has answered it. */
  visit?: NextVisit | null
  /** The machine with other actors, for tests. */
  logic?: typeof nextVisitMachine
}

/** Runs the machine of a visit that the clinic asks for. */
export function useNextVisit({ ticketId, visit = null, logic = machine }: NextVisitScreen) {
  const [fixed] = useState(() => logic)
  const [snapshot] = useState(
    () =>
      visit && fixed.resolveState({ value: 'open', context: { ticketId, visit, message: null } }),
  )
  return useMachine(fixed, { input: { ticketId }, ...(snapshot && { snapshot }) })
}
