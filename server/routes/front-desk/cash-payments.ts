import { tillsOf } from '#contract/clinic/till-names.ts'
import * as calls from '#contract/front-desk/front-desk-refusals.ts'
import { receiveAtDesk, receiveTogether, refundAtDesk } from '#domain/front-desk/cash-payments.ts'
import { countTill, knownTill, readTills } from '#domain/front-desk/tills.ts'
import {
  listAppointmentsOfReceipts,
  listReceiptsOfDays,
  payersOf,
} from '#domain/receipts/read-receipts.ts'
import type { AgendaRow } from '#drizzle/queries/front-desk/agenda.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toAgendaEntry } from '#server/views/agenda.ts'
import { toClosing, toTillDay } from '#server/views/payments.ts'
import { recordAppointmentView, recordView } from '../record-view.ts'

/** Money at the front desk, for staff. */
export const cashPaymentRoutes: Routes = (app, services) => {
  const { db, env, clinic, clinicClock, wakeRelay } = services

  handle(app, calls.receiveAtDesk, async ({ user, params: { id }, body }, reply) => {
    const call = calls.receiveAtDesk
    const till = knownTill(clinic.settings().tills, body.till)
    const payment = { id, actor: user.uid, ...body, till }
    const result = await writeTransaction(db, (tx) => receiveAtDesk(tx, payment, clinicClock.now()))
    if (result.outcome === 'not_found') throw refuse(call, result.outcome)
    const current = await see(user, result.row)
    if (result.outcome !== 'done') {
      return reply.code(409).send({ ...explain(call, result.outcome), current })
    }
    wakeRelay()
    return current
  })

  handle(app, calls.receiveTogether, async ({ user, body }, reply) => {
    const call = calls.receiveTogether
    const till = knownTill(clinic.settings().tills, body.till)
    const payment = { actor: user.uid, ...body, till }
    const result = await writeTransaction(db, (tx) =>
      receiveTogether(tx, payment, clinicClock.now()),
    )
    if (result.outcome === 'not_found') throw refuse(call, result.outcome)
    if (result.outcome !== 'all_done') {
      const current = await see(user, result.row)
      return reply.code(409).send({ ...explain(call, result.outcome), current })
    }
    const appointments = result.rows.map(({ appointment }) => appointment)
    await recordAppointmentView(services, user, appointments)
    wakeRelay()
    const dial = clinic.dialer()
    return result.rows.map((row) => toAgendaEntry(row, clinicClock, dial))
  })

  handle(app, calls.refundAtDesk, async ({ user, params: { id }, body }, reply) => {
    const call = calls.refundAtDesk
    const till = knownTill(clinic.settings().tills, body.till)
    const isAdmin = user.effectiveRole === 'admin'
    const refund = { id, actor: user.uid, isAdmin, ...body, till }
    const result = await writeTransaction(db, (tx) => refundAtDesk(tx, refund, clinicClock.now()))
    if (result.outcome === 'not_found') throw refuse(call, result.outcome)
    const current = await see(user, result.row)
    if (result.outcome !== 'done') {
      return reply.code(409).send({ ...explain(call, result.outcome), current })
    }
    wakeRelay()
    return current
  })

  async function see(viewer: { uid: string }, row: AgendaRow) {
    await recordAppointmentView(services, viewer, [row.appointment])
    return toAgendaEntry(row, clinicClock, clinic.dialer())
  }

  handle(app, calls.listTills, async () => ({
    today: clinicClock.moment().today,
    tills: tillsOf(clinic.settings().tills),
  }))

  handle(app, calls.getClosing, async ({ user, params: { date } }) => {
    const rows = listReceiptsOfDays(db, [date, date], env.clinic.timeZone)
    const paid = listAppointmentsOfReceipts(db, [date, date], env.clinic.timeZone)
    await recordView(services, user, payersOf(rows), 'receipts')
    const tills = readTills(db, date, { rows, setting: clinic.settings().tills })
    return {
      date,
      today: clinicClock.moment().today,
      ...toClosing(rows, paid),
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
    return reply.code(409).send({ ...explain(calls.countTill, code), current: current ?? null })
  })
}
