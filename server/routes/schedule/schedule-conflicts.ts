import type { Refusing } from '#contract/refusals/refusals.ts'
import type { changedMeanwhile } from '#contract/refusals/shared-refusals.ts'
import * as calls from '#contract/schedule/schedule-refusals.ts'
import {
  type ConflictOutcome,
  decideConflict,
  moveConflict,
} from '#domain/schedule/decide-schedule-conflict.ts'
import { listScheduleConflicts } from '#domain/schedule/schedule-conflicts.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toScheduleConflict } from '#server/views/appointments.ts'
import { ageFacts } from '../booking/booking-response.ts'
import { recordAppointmentView } from '../record-view.ts'

/** Appointments that no longer fit the schedule, for admins. */
export const scheduleConflictRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  async function show(
    user: { uid: string },
    misfits = listScheduleConflicts(db, clinicClock.moment()),
  ) {
    await recordAppointmentView(
      services,
      user,
      misfits.map(({ row }) => row),
    )
    const dial = clinic.dialer()
    return misfits.map((misfit) => toScheduleConflict(misfit, dial))
  }

  async function describeStale(
    call: Refusing<typeof changedMeanwhile>,
    user: { uid: string },
    { current: row }: Extract<ConflictOutcome, { outcome: 'stale' }>,
  ) {
    const [current = null] = await show(user, row ? [row] : [])
    return { ...explain(call, 'stale'), current }
  }

  handle(app, calls.listScheduleConflicts, async ({ user }) => show(user))

  for (const name of ['keep', 'cancel'] as const) {
    const call = calls.conflictDecisions[name]
    handle(app, call, async ({ user, params, body }, reply) => {
      const context = changeBy(services, user)
      const seen = { ...params, ...body }
      const outcome = await writeTransaction(db, (tx) => decideConflict(tx, seen, name, context))
      if (outcome.outcome === 'unknown_appointment') throw refuse(call, 'not_found')
      if (outcome.outcome === 'stale') {
        return reply.code(409).send(await describeStale(call, user, outcome))
      }
      wakeRelay()
      return { misfits: await show(user) }
    })
  }

  handle(app, calls.moveConflict, async ({ user, params, body }, reply) => {
    const context = changeBy(services, user)
    const wanted = { ...params, ...body }
    const outcome = await writeTransaction(db, (tx) => moveConflict(tx, wanted, context))
    switch (outcome.outcome) {
      case 'unknown_appointment':
        throw refuse(calls.moveConflict, 'not_found')
      case 'stale':
        return reply.code(409).send(await describeStale(calls.moveConflict, user, outcome))
      case 'not_offered':
      case 'taken':
        throw refuse(calls.moveConflict, outcome.outcome)
      case 'adult':
        throw refuse(calls.moveConflict, outcome.outcome, { child: outcome.child.name })
      case 'age_limit':
        throw refuse(calls.moveConflict, outcome.outcome, ageFacts(outcome, body.date))
      case 'done':
        wakeRelay()
        return { misfits: await show(user) }
    }
  })
}
