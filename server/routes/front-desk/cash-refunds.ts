import { dayStart } from '#contract/clinic-time.ts'
import * as calls from '#contract/front-desk/cash-refunds-calls.ts'
import { sumCents, toDollars } from '#contract/money.ts'
import { knownTill } from '#domain/front-desk/tills.ts'
import {
  type CashRefundOutcome,
  refundCash,
  undoCashRefund,
} from '#domain/payments/refunds/cash-refunds.ts'
import { listHandedBack, listOpenCashRefunds } from '#drizzle/queries/front-desk/cash-refunds.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toCashRefund } from '#server/views/payments.ts'
import { recordAppointmentView } from '../record-view.ts'
import { HAND_BACK_REFUSALS } from './cash-refund-refusals.ts'

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
    refuse(await writeTransaction(db, (tx) => refundCash(tx, wanted, clinicClock.now())))
    wakeRelay()
    return show(user)
  })

  handle(app, calls.undoHandBack, async ({ user, params }) => {
    const wanted = { refundId: params.id, actor: user.uid }
    refuse(await writeTransaction(db, (tx) => undoCashRefund(tx, wanted, clinicClock)))
    wakeRelay()
    return show(user)
  })
}

const CONFLICTS = {
  ...HAND_BACK_REFUSALS,
  already_handed_back: 'This money was handed back already.',
  not_handed_back: 'This money is still to be handed back.',
  too_late: 'This can be undone only on the day on which the money was handed back.',
}

/** @throws HttpError unless it is done */
function refuse({ outcome }: CashRefundOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'not_found') {
    throw new HttpError(404, 'no_refund', 'We couldn’t find that refund.')
  }
  throw new HttpError(409, outcome, CONFLICTS[outcome])
}
