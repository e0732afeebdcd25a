import type { ChangeRefusal } from '#contract/booking/appointment-changes.ts'
import * as calls from '#contract/booking/booking-refusals.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { isStaff } from '#contract/identity/users.ts'
import { toCents } from '#contract/money.ts'
import type { ChangeObstacle } from '#contract/payments/refund-terms.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import { cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { type ChangeContext, findChangeable, readOptions } from '#domain/booking/change-options.ts'
import { type MoveOutcome, moveByFamily } from '#domain/booking/move-appointment.ts'
import { undoMove } from '#domain/booking/undo-move.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toAppointment, toChangeOptions } from '#server/views/appointments.ts'
import { ageFacts, sayTime } from './booking-response.ts'

/** Moving and canceling an appointment, and what is possible. */
export const appointmentChangeRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  function contextFor({ uid, effectiveRole }: Caller): ChangeContext {
    return {
      caller: { uid, isStaff: isStaff(effectiveRole) },
      rules: clinic.settings(),
      moment: clinicClock.moment(),
      now: clinicClock.now(),
    }
  }

  const show = (row: AppointmentRow, context: ChangeContext) =>
    toChangeOptions(row, readOptions(db, row, context), context.moment)

  handle(app, calls.getChangeOptions, async ({ user, params }) => {
    const context = contextFor(user)
    const row = findChangeable(db, params.id, context)
    if (!row) throw refuse(calls.getChangeOptions, 'not_found')
    return show(row, context)
  })

  handle(app, calls.moveAppointment, async ({ user, params, body }, reply) => {
    const context = contextFor(user)
    const wanted = { ...body, id: params.id }
    const outcome = await writeTransaction(db, (tx) => moveByFamily(tx, wanted, context))
    if (outcome.outcome === 'not_found') throw refuse(calls.moveAppointment, 'not_found')
    const options = show(outcome.row, context)
    if (outcome.outcome !== 'moved') {
      return reply.code(409).send({ ...explainMove(outcome, body.date), options })
    }
    wakeRelay()
    const { undoUntil, isUndone } = outcome
    return {
      options,
      ...(undoUntil && { undoUntil: undoUntil.toISOString() }),
      ...(isUndone && { undone: true as const }),
    }
  })

  handle(app, calls.undoMove, async ({ user, params, body }) => {
    const context = contextFor(user)
    const wanted = { ...body, id: params.id }
    const outcome = await writeTransaction(db, (tx) =>
      undoMove(tx, wanted, { actor: user.uid, now: context.now }),
    )
    if (outcome.outcome !== 'undone') throw refuse(calls.undoMove, outcome.outcome)
    wakeRelay()
    return { options: show(outcome.row, context) }
  })

  handle(
    app,
    calls.cancelAppointment,
    async ({ user, params, body: { refund, ...body } }, reply) => {
      const context = contextFor(user)
      const wanted = { ...body, id: params.id, refundCents: toCents(refund) }
      const outcome = await writeTransaction(db, (tx) => cancelByFamily(tx, wanted, context))
      if (outcome.outcome === 'not_found') throw refuse(calls.cancelAppointment, 'not_found')
      const options = show(outcome.row, context)
      if (outcome.outcome !== 'cancelled') {
        const refusal =
          outcome.outcome === 'quote_changed'
            ? explain(calls.cancelAppointment, outcome.outcome)
            : explainStays(calls.cancelAppointment, outcome)
        return reply.code(409).send({ ...refusal, options })
      }
      wakeRelay()
      return { options, refund }
    },
  )
}

type Stays = { outcome: 'stale' } | { outcome: 'closed'; obstacle: ChangeObstacle }

function explainStays(call: Refusing<typeof calls.appointmentStays>, outcome: Stays) {
  return explain(call, outcome.outcome === 'closed' ? outcome.obstacle : outcome.outcome)
}

/** @param date the requested day */
function explainMove(
  outcome: Exclude<MoveOutcome, { outcome: 'moved' | 'not_found' }>,
  date: IsoDate,
): Omit<ChangeRefusal, 'options'> {
  const call = calls.moveAppointment
  switch (outcome.outcome) {
    case 'stale':
    case 'closed':
      return explainStays(call, outcome)
    case 'adult':
      return explain(call, outcome.outcome, { child: outcome.child.name })
    case 'age_limit':
      return explain(call, outcome.outcome, ageFacts(outcome, date))
    case 'already_booked': {
      return explain(call, outcome.outcome, sayTime(toAppointment(outcome.existing)))
    }
    case 'not_offered':
      return explain(call, outcome.outcome)
    case 'slot_taken': {
      const alternatives = outcome.alternatives.map(formatSlot)
      return { ...explain(call, outcome.isHeld ? 'held' : outcome.outcome), alternatives }
    }
  }
}
