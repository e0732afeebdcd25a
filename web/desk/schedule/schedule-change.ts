import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import type { RefusalCode } from '#contract/refusals/refusals.ts'
import { type Impact, impact, type StaleSchedule, schedule } from '#contract/schedule/schedule.ts'
import * as calls from '#contract/schedule/schedule-calls.ts'
import type * as refusals from '#contract/schedule/schedule-refusals.ts'
import {
  type Apply,
  type ApplyAnswer,
  type ClosureEvent,
  closureMachine,
  type ScheduleDraft,
} from '#machines/closure/closure-machine.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { type Doctor, refreshSchedule, scheduleOptions } from './schedule-api.ts'

/** The machine's actors: the server, through the query cache. */
function changeLogic(queries: QueryClient, doctor: Doctor) {
  return closureMachine.provide({
    actors: {
      previewChange: fromPromise<Impact, ScheduleDraft>(({ input }) =>
        input.kind === 'closure'
          ? send(calls.previewClosure, { body: input.closure })
          : send(calls.previewHours, { body: input.hours }),
      ),
      applyChange: fromPromise<ApplyAnswer, Apply>(async ({ input }) => {
        try {
          const { schedule: changed, ...counts } = await apply(input)
          queries.setQueryData(scheduleOptions(doctor).queryKey, changed)
          void refreshSchedule(queries)
          return { kind: 'applied', ...counts }
        } catch (error) {
          return explain(queries, doctor, error)
        }
      }),
    },
  })
}

function apply({ draft, decision: appointments, fingerprint }: Apply) {
  if (draft.kind === 'closure') {
    return send(calls.addClosure, { body: { ...draft.closure, appointments, fingerprint } })
  }
  if (appointments === 'reoffer')
    throw new Error('Only the appointments of a closure are re-offered.')
  const { hours, version } = draft
  return send(calls.changeHours, { body: { ...hours, version, appointments, fingerprint } })
}

/** The draft is invalid, its doctor was deleted, or the schedule has changed. */
const REFUSALS = [400, 404, 409]

/** Converts a refusal into the machine's answer; rethrows errors that a retry may solve. */
function explain(queries: QueryClient, doctor: Doctor, error: unknown): ApplyAnswer {
  if (!(error instanceof ApiError) || !REFUSALS.includes(error.status)) throw error
  const body = error.body as Partial<StaleSchedule & { impact: Impact }> | undefined
  const refused = { kind: 'refused', message: error.message } as const
  const code = error.code as RefusalCode<typeof refusals.addClosure | typeof refusals.changeHours>
  switch (code) {
    case 'outdated':
      return { kind: 'outdated', impact: impact.parse(body?.impact) }
    case 'stale':
      // Shows the hours that another admin saved, above the typed ones.
      queries.setQueryData(scheduleOptions(doctor).queryKey, schedule.parse(body?.current))
      return refused
    case 'invalid_input':
    case 'not_found':
    case 'closed_already':
      return refused
    default:
      code satisfies never
      return refused
  }
}

/** A running change of hours or closures. */
export interface ScheduleChange {
  snapshot: ReturnType<typeof useMachine<typeof closureMachine>>[0]
  send: (event: ClosureEvent) => void
}

/** @param logic the machine with other actors, for tests */
export function useScheduleChange(doctor: Doctor, logic?: typeof closureMachine): ScheduleChange {
  const queries = useQueryClient()
  const [machine] = useState(() => logic ?? changeLogic(queries, doctor))
  const [snapshot, send] = useMachine(machine)
  return { snapshot, send }
}
