import type { ChangeRefusal } from '#contract/booking/appointment-changes.ts'
import * as calls from '#contract/booking/appointment-changes-calls.ts'
import { alreadyBookedMessage } from '#contract/booking/appointments.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { isStaff } from '#contract/identity/users.ts'
import { toCents } from '#contract/money.ts'
import type { ChangeObstacle } from '#contract/payments/refund-terms.ts'
import { type CancelOutcome, cancelByFamily } from '#domain/booking/cancel-appointment.ts'
import { type ChangeContext, findChangeable, readOptions } from '#domain/booking/change-options.ts'
import { type MoveOutcome, moveByFamily } from '#domain/booking/move-appointment.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { handle, type Routes } from '#server/http/route.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toAppointment, toChangeOptions } from '#server/views/appointments.ts'
import {
  CHANGED_MEANWHILE,
  describeAgeObstacle,
  noAppointment,
  TIME_TAKEN,
} from './booking-response.ts'

/** Changes of plan: what is possible with an appointment, moving it and canceling it. */
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
    if (!row) throw noAppointment()
    return show(row, context)
  })

  handle(app, calls.moveAppointment, async ({ user, params, body }, reply) => {
    const context = contextFor(user)
    const wanted = { ...body, id: params.id }
    const outcome = await writeTransaction(db, (tx) => moveByFamily(tx, wanted, context))
    if (outcome.outcome === 'not_found') throw noAppointment()
    const options = show(outcome.row, context)
    if (outcome.outcome !== 'moved') {
      return reply.code(409).send({ ...describeRefusal(outcome, body.date), options })
    }
    wakeRelay()
    return { options }
  })

  handle(
    app,
    calls.cancelAppointment,
    async ({ user, params, body: { refund, ...body } }, reply) => {
      const context = contextFor(user)
      const wanted = { ...body, id: params.id, refundCents: toCents(refund) }
      const outcome = await writeTransaction(db, (tx) => cancelByFamily(tx, wanted, context))
      if (outcome.outcome === 'not_found') throw noAppointment()
      const options = show(outcome.row, context)
      if (outcome.outcome !== 'cancelled') {
        return reply.code(409).send({ ...describeRefusal(outcome, outcome.row.date), options })
      }
      wakeRelay()
      return { options, refund }
    },
  )
}

const OBSTACLES: Record<ChangeObstacle, string> = {
  cancelled: 'This appointment was canceled.',
  checked_in: 'The patient has checked in. Please ask the front desk.',
  completed: 'This visit is over. Please ask the front desk.',
  missed: 'This appointment was missed. Please ask the front desk.',
  too_late: 'It’s too late to change this appointment online. Please call us.',
  too_many_moves: 'This appointment can’t be moved online again. Please call us.',
  may_not_book: 'Only guardians with the right to book can change this appointment.',
}

type Refusal = Exclude<
  MoveOutcome | CancelOutcome,
  { outcome: 'moved' | 'cancelled' | 'not_found' }
>

/** @param date the day of the appointment after the change */
function describeRefusal(outcome: Refusal, date: IsoDate): Omit<ChangeRefusal, 'options'> {
  switch (outcome.outcome) {
    case 'stale':
      return { code: 'stale', message: CHANGED_MEANWHILE }
    case 'quote_changed':
      return { code: 'quote_changed', message: 'The refund has changed. Please check it again.' }
    case 'closed':
      return { code: 'closed', message: OBSTACLES[outcome.obstacle] }
    case 'not_offered':
      return { code: 'not_offered', message: 'That time isn’t available on that day.' }
    case 'adult':
    case 'age_limit':
      return { code: 'age_limit', message: describeAgeObstacle(outcome, date) }
    case 'already_booked': {
      const { date, slot } = toAppointment(outcome.existing)
      return { code: 'already_booked', message: alreadyBookedMessage({ date, slot }) }
    }
    case 'slot_taken':
      return {
        code: outcome.isHeld ? 'held' : 'slot_taken',
        message: TIME_TAKEN,
        alternatives: outcome.alternatives.map(formatSlot),
      }
  }
}
