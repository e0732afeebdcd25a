import * as calls from '#contract/schedule/schedule-conflicts-calls.ts'
import {
  type ConflictOutcome,
  decideConflict,
  moveConflict,
} from '#domain/schedule/decide-schedule-conflict.ts'
import { listScheduleConflicts } from '#domain/schedule/schedule-conflicts.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { HttpError } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toScheduleConflict } from '#server/views/appointments.ts'
import {
  CHANGED_MEANWHILE,
  describeAgeObstacle,
  noAppointment,
} from '../booking/booking-response.ts'
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
    user: { uid: string },
    { current: row }: Extract<ConflictOutcome, { outcome: 'stale' }>,
  ) {
    const [current = null] = await show(user, row ? [row] : [])
    return { code: 'stale' as const, message: CHANGED_MEANWHILE, current }
  }

  handle(app, calls.listScheduleConflicts, async ({ user }) => show(user))

  for (const name of ['keep', 'cancel'] as const) {
    handle(app, calls.conflictDecisions[name], async ({ user, params, body }, reply) => {
      const context = changeBy(services, user)
      const seen = { ...params, ...body }
      const outcome = await writeTransaction(db, (tx) => decideConflict(tx, seen, name, context))
      if (outcome.outcome === 'unknown_appointment') throw noAppointment()
      if (outcome.outcome === 'stale') {
        return reply.code(409).send(await describeStale(user, outcome))
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
        throw noAppointment()
      case 'stale':
        return reply.code(409).send(await describeStale(user, outcome))
      case 'not_offered':
        throw new HttpError(409, 'not_offered', 'This time is not free. Please choose another.')
      case 'adult':
      case 'age_limit':
        throw new HttpError(409, 'age_limit', describeAgeObstacle(outcome, body.date))
      case 'taken':
        throw new HttpError(409, 'taken', 'The family has another appointment at that time.')
      case 'done':
        wakeRelay()
        return { misfits: await show(user) }
    }
  })
}
