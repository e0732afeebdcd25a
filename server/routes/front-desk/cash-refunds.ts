import { dayStart } from '#contract/clinic-time.ts'
import * as calls from '#contract/front-desk/front-desk-refusals.ts'
import { sumCents, toDollars } from '#contract/money.ts'
import { knownTill } from '#domain/front-desk/tills.ts'
import { refundCash, undoCashRefund } from '#domain/payments/refunds/cash-refunds.ts'
import { listHandedBack, listOpenCashRefunds } from '#drizzle/queries/front-desk/cash-refunds.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toCashRefund } from '#server/views/payments.ts'
import { recordAppointmentView } from '../record-view.ts'

/** Refunds that staff hand back: docs/requirements.md#handing-back. */
export const cashRefundRoutes: Routes = (app, services) => {
  const { db, env, clinic, clinicClock, wakeRelay } = services

  async function show(viewer: { uid: string }, family?: string) {
    const since = dayStart(clinicClock.moment().today, env.clinic.timeZone)
    const open = listOpenCashRefunds(db, family)
    const done = listHandedBack(db, since, family)
    const seen = [...open, ...done].map(({ appointment }) => appointment)
    await recordAppointmentView(services, viewer, seen, 'payments')
    const dial = clinic.dialer()
    return {
      refunds: open.map((row) => toCashRefund(row, dial)),
      handedBackToday: done.map((row) => toCashRefund(row, dial)),
      total: toDollars(sumCents(open.map(({ refund }) => refund))),
    }
  }

  handle(app, calls.listCashRefunds, async ({ user, query: { family } }) => show(user, family))

  handle(app, calls.handBack, async ({ user, params, query }) => {
    const wanted = {
      refundId: params.id,
      till: knownTill(clinic.settings().tills, query.till),
      actor: user.uid,
      isAdmin: user.effectiveRole === 'admin',
    }
    const { outcome } = await writeTransaction(db, (tx) =>
      refundCash(tx, wanted, clinicClock.now()),
    )
    if (outcome !== 'done') {
      throw refuse(calls.handBack, outcome === 'not_found' ? 'no_refund' : outcome)
    }
    wakeRelay()
    return show(user)
  })

  handle(app, calls.undoHandBack, async ({ user, params }) => {
    const wanted = { refundId: params.id, actor: user.uid }
    const { outcome } = await writeTransaction(db, (tx) => undoCashRefund(tx, wanted, clinicClock))
    if (outcome !== 'done') {
      throw refuse(calls.undoHandBack, outcome === 'not_found' ? 'no_refund' : outcome)
    }
    wakeRelay()
    return show(user)
  })
}
