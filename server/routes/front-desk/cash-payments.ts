import type { DeskRefusal } from '#contract/front-desk/cash-payments.ts'
import * as calls from '#contract/front-desk/cash-payments-calls.ts'
import {
  type DeskOutcome,
  type RefusedAtDesk,
  receiveAtDesk,
  receiveTogether,
  refundAtDesk,
} from '#domain/front-desk/cash-payments.ts'
import { countTill, knownTill, readTills } from '#domain/front-desk/tills.ts'
import { listReceiptsOfDays, payersOf } from '#domain/receipts/read-receipts.ts'
import type { AgendaRow } from '#drizzle/queries/front-desk/agenda.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toAgendaEntry } from '#server/views/agenda.ts'
import { toClosing, toTillDay } from '#server/views/payments.ts'
import { noAppointment } from '../booking/booking-response.ts'
import { recordAppointmentView, recordView } from '../record-view.ts'
import { HAND_BACK_REFUSALS } from './cash-refund-refusals.ts'
import { STALE_ROW } from './explain-refusal.ts'

const REFUSALS: Record<DeskRefusal['code'], string> = {
  stale: STALE_ROW,
  already_paid: 'This appointment is paid already.',
  not_paid: 'This appointment is not paid.',
  not_together: 'Only appointments with the same payer can be paid together, each once.',
  paid_online: 'This appointment was paid online. An admin can refund the card.',
  ...HAND_BACK_REFUSALS,
}

const TILL_REFUSALS = {
  stale: 'Someone else has counted this till in the meantime. This is what they wrote.',
  reason_required: 'Say why the amount is corrected.',
  unknown_till: 'The clinic has no such till any more.',
  too_early: 'This day has not come yet.',
}

/** Money at the front desk, for staff. */
export const cashPaymentRoutes: Routes = (app, services) => {
  const { db, env, clinic, clinicClock, wakeRelay } = services

  handle(app, calls.receiveAtDesk, async ({ user, params: { id }, body }, reply) => {
    const till = knownTill(clinic.settings().tills, body.till)
    const payment = { id, actor: user.uid, ...body, till }
    const outcome = await writeTransaction(db, (tx) =>
      receiveAtDesk(tx, payment, clinicClock.now()),
    )
    const answer = await answerFor(user, outcome)
    return 'code' in answer ? reply.code(409).send(answer) : answer
  })

  handle(app, calls.receiveTogether, async ({ user, body }, reply) => {
    const till = knownTill(clinic.settings().tills, body.till)
    const payment = { actor: user.uid, ...body, till }
    const result = await writeTransaction(db, (tx) =>
      receiveTogether(tx, payment, clinicClock.now()),
    )
    if (result.outcome !== 'all_done') return reply.code(409).send(await refuse(user, result))
    const appointments = result.rows.map(({ appointment }) => appointment)
    await recordAppointmentView(services, user, appointments)
    wakeRelay()
    const dial = clinic.dialer()
    return result.rows.map((row) => toAgendaEntry(row, clinicClock, dial))
  })

  handle(app, calls.refundAtDesk, async ({ user, params: { id }, body }, reply) => {
    const till = knownTill(clinic.settings().tills, body.till)
    const isAdmin = user.effectiveRole === 'admin'
    const refund = { id, actor: user.uid, isAdmin, ...body, till }
    const outcome = await writeTransaction(db, (tx) => refundAtDesk(tx, refund, clinicClock.now()))
    const answer = await answerFor(user, outcome)
    return 'code' in answer ? reply.code(409).send(answer) : answer
  })

  /** The appointment as it is now, or why nothing has changed. */
  async function answerFor(viewer: { uid: string }, result: DeskOutcome) {
    if (result.outcome !== 'done') return refuse(viewer, result)
    wakeRelay()
    return see(viewer, result.row)
  }

  async function refuse(viewer: { uid: string }, result: RefusedAtDesk) {
    if (result.outcome === 'not_found') throw noAppointment()
    const { outcome: code, row } = result
    return { code, message: REFUSALS[code], current: await see(viewer, row) }
  }

  async function see(viewer: { uid: string }, row: AgendaRow) {
    await recordAppointmentView(services, viewer, [row.appointment])
    return toAgendaEntry(row, clinicClock, clinic.dialer())
  }

  handle(app, calls.getClosing, async ({ user, params: { date } }) => {
    const rows = listReceiptsOfDays(db, [date, date], env.clinic.timeZone)
    await recordView(services, user, payersOf(rows), 'receipts')
    const tills = readTills(db, date, { rows, setting: clinic.settings().tills })
    return {
      date,
      today: clinicClock.moment().today,
      ...toClosing(rows),
      tills: tills.map(toTillDay),
    }
  })

  handle(app, calls.countTill, async ({ user, params: { date }, body }, reply) => {
    const { tills: setting } = clinic.settings()
    const { today } = clinicClock.moment()
    const by = { date, today, setting, actor: user.uid, now: clinicClock.now() }
    const outcome = await writeTransaction(db, (tx) => countTill(tx, body, by))
    const rows = listReceiptsOfDays(db, [date, date], env.clinic.timeZone)
    const found = readTills(db, date, { rows, setting }).find(({ till }) => till === body.till)
    const current = found && toTillDay(found)
    if (outcome === 'counted' && current) return current
    const code = outcome === 'counted' ? 'unknown_till' : outcome
    return reply.code(409).send({ code, message: TILL_REFUSALS[code], current: current ?? null })
  })
}
