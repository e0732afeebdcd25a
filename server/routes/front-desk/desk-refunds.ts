import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { ListedDeskRefund } from '#contract/front-desk/desk-refunds.ts'
import * as calls from '#contract/front-desk/desk-refunds-calls.ts'
import { toDollars } from '#contract/money.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import {
  type HandBackOutcome,
  handBackAtDesk,
  undoHandBackAtDesk,
} from '#domain/front-desk/hand-back.ts'
import { familiesOf } from '#drizzle/queries/booking/appointments.ts'
import {
  type DeskRefundRow,
  listHandedBack,
  listRefundsToHandBack,
} from '#drizzle/queries/front-desk/desk-refunds.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http-error.ts'
import { routeOf } from '#server/route.ts'
import type { Services } from '#server/services.ts'
import { recordView } from '../record-view.ts'
import { HAND_BACK_REFUSALS } from './hand-back-refusals.ts'

/** Refunds that staff hand back: docs/requirements.md#handing-back. */
export const deskRefundRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, env, clinicClock, wakeRelay } = services

  async function show(viewer: { uid: string }, family?: string) {
    const midnight = { date: clinicClock.moment().today, startMinute: 0 }
    const since = instantOf(midnight, env.clinic.timeZone)
    const open = listRefundsToHandBack(db, family)
    const done = listHandedBack(db, since, family)
    const seen = [...open, ...done].map(({ appointment }) => appointment)
    await recordView(services, viewer, familiesOf(seen), 'payments')
    const cents = open.reduce((sum, { refund }) => sum + refund.amountCents, 0)
    return {
      refunds: open.map(toListed),
      handedBackToday: done.map(toListed),
      total: toDollars(cents),
    }
  }

  app.route({
    ...routeOf(app, calls.listDeskRefunds),
    handler: async ({ user, query: { family } }) => show(user, family),
  })

  app.route({
    ...routeOf(app, calls.handBack),
    handler: async ({ user, params }) => {
      const wanted = {
        refundId: params.id,
        actor: user.uid,
        isAdmin: user.effectiveRole === 'admin',
      }
      refuse(await writeTransaction(db, (tx) => handBackAtDesk(tx, wanted, clinicClock.now())))
      wakeRelay()
      return show(user)
    },
  })

  app.route({
    ...routeOf(app, calls.undoHandBack),
    handler: async ({ user, params }) => {
      const wanted = { refundId: params.id, actor: user.uid }
      refuse(await writeTransaction(db, (tx) => undoHandBackAtDesk(tx, wanted, clinicClock)))
      wakeRelay()
      return show(user)
    },
  })
}

const CONFLICTS = {
  ...HAND_BACK_REFUSALS,
  already_handed_back: 'This money was handed back already.',
  not_handed_back: 'This money is still to be handed back.',
  too_late: 'This can be undone only on the day on which the money was handed back.',
}

/** @throws HttpError unless it is done */
function refuse({ outcome }: HandBackOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'not_found') {
    throw new HttpError(404, 'no_refund', 'We couldn’t find that refund.')
  }
  throw new HttpError(409, outcome, CONFLICTS[outcome])
}

function toListed(row: DeskRefundRow): ListedDeskRefund {
  const { refund, method, appointment, handedBackByName: by } = row
  const { patientUid, deskFamilyId, patientName, childName, phone, treatment, date } = appointment
  const { settledAt, amountCents, createdAt, id, reason, note } = refund
  return {
    _id: id,
    family: patientUid ?? deskFamilyId,
    patientName: childName ?? patientName,
    bookedBy: childName === null ? null : patientName,
    phone,
    treatment,
    date: formatWireDate(date),
    slot: formatSlot(appointment),
    method,
    amount: toDollars(amountCents),
    reason,
    note,
    since: createdAt.toISOString(),
    handedBack: settledAt && { by, at: settledAt.toISOString() },
  }
}
