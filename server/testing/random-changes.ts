import { changeOptions } from '#contract/booking/appointment-changes.ts'
import { parseWireDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import { paymentPage } from '#contract/payments/reconciliation.ts'
import { type Choice, type Counts, orCrash, pick, type ToldModel } from './random-model.ts'
import { closureOf, type Session, type TestApp, TUESDAY, WEDNESDAY } from './test-app.ts'

/** Changes to existing appointments and payments. */
export const CHANGE_WEIGHTS = {
  cancel: 2,
  move: 2,
  closeTime: 1,
  refundByStaff: 2,
  refundInDashboard: 1,
  bankRefuses: 1,
  dispute: 1,
  loseDispute: 1,
  winDispute: 1,
}

type Changes = Record<keyof typeof CHANGE_WEIGHTS, (choice: Choice) => Promise<unknown> | unknown>

interface World {
  test: TestApp
  counts: Counts
  admin: Session
  patient: (n: number) => Session
  told: ToldModel
  /** Stripe lists an event about that intent, whose webhook may or may not arrive. */
  report: (intentId: string, type: string) => void
}

const SLOTS = ['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM']

/** Changes by families, the clinic, banks, and in Stripe's dashboard; each selects an existing subject. */
export function createChanges(world: World): Changes {
  const { test, counts, admin, patient, told, report } = world
  const { stripe } = test

  /** Reads the options of an appointment and changes it, as its family or as the clinic. */
  async function change(
    { who, which }: Choice,
    way: 'cancel' | 'move',
    payloadFor: (options: ReturnType<typeof changeOptions.parse>) => Record<string, unknown>,
  ): Promise<void> {
    const id = pick([...told.appointments.keys()], which)
    if (id === undefined) return
    const session = who === 0 ? admin : patient(who)
    const response = await orCrash(session.get(`/appointments/${id}/options`))
    if (response.statusCode !== 200) return
    const payload = payloadFor(changeOptions.parse(response.json()))
    const answer = await orCrash(session.post(`/appointments/${id}/${way}`, payload))
    if (answer.statusCode !== 200) return
    const { options, refund } = answer.json()
    counts[way] += 1
    told.changed(changeOptions.parse(options), toCents(refund ?? 0))
  }

  return {
    cancel: (wanted) =>
      change(wanted, 'cancel', ({ version, quote, clinicQuote }) => {
        const byClinic = clinicQuote !== undefined && wanted.what % 2 === 0
        const { refund, rule } = byClinic ? clinicQuote : quote
        return { version, refund, rule, ...(byClinic && { byClinic }) }
      }),
    move: (wanted) =>
      change(wanted, 'move', ({ version }) => {
        const date = pick([TUESDAY, WEDNESDAY], wanted.what)
        return { version, date, slot: pick(SLOTS, wanted.what >> 1) }
      }),
    async closeTime({ what }) {
      // Rarely, because it cancels what other actions need.
      if (what % 5 > 0) return
      const day = parseWireDate(pick([TUESDAY, WEDNESDAY], what) ?? '')
      const closure = { ...closureOf(day ?? ''), fromMinute: 9 * 60 + 30, toMinute: 10 * 60 }
      const preview = await orCrash(admin.post('/schedule/closures/preview', closure))
      const decided = { appointments: 'cancel', fingerprint: preview.json().fingerprint }
      const added = await orCrash(admin.post('/schedule/closures', { ...closure, ...decided }))
      if (added.statusCode !== 201) return
      counts.closeTime += 1
      for (const { _id: id } of added.json().schedule.closures) {
        await orCrash(admin.delete(`/schedule/closures/${id}`))
      }
    },
    async refundByStaff({ which, what }) {
      const { payments } = paymentPage.parse((await orCrash(admin.get('/payments'))).json())
      const payment = pick(payments, which)
      const item = pick(payment?.items ?? [], what >> 1)
      if (!payment || !item || item.keptCents === 0) return
      const { _id: itemId, keptCents } = item
      const amountCents = what % 2 === 0 ? keptCents : Math.ceil(keptCents / 2)
      const wanted = { itemId, keptCents, amountCents, reason: 'Waited for an hour' }
      const answer = await orCrash(admin.post(`/payments/${payment._id}/refund`, wanted))
      if (answer.statusCode !== 200) return
      counts.refundByStaff += 1
      told.refunded(item.appointment._id, amountCents)
    },
    refundInDashboard({ which, what }) {
      const intent = pick([...stripe.intents.values()], which)
      if (intent?.status !== 'succeeded' || intent.disputed) return
      const left = intent.receivedCents - intent.refundedCents
      if (left === 0) return
      stripe.refundInDashboard(intent.id, what % 2 === 0 ? left : Math.ceil(left / 3))
      report(intent.id, 'charge.refunded')
    },
    bankRefuses({ which }) {
      const refund = pick([...stripe.refunds.values()], which)
      if (!refund || refund.status === 'refused') return
      stripe.settleRefund(refund.id, 'refused')
      report(refund.intentId, 'refund.failed')
    },
    dispute({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (intent?.status !== 'succeeded' || intent.refundedCents === intent.receivedCents) return
      stripe.change(intent.id, { disputed: true, disputeWon: false })
      report(intent.id, 'charge.dispute.created')
    },
    loseDispute({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (!intent?.disputed || intent.disputeLost) return
      stripe.change(intent.id, { disputeLost: true })
      report(intent.id, 'charge.dispute.closed')
    },
    winDispute({ which }) {
      const intent = pick([...stripe.intents.values()], which)
      if (!intent?.disputed || intent.disputeLost) return
      stripe.change(intent.id, { disputed: false, disputeWon: true })
      report(intent.id, 'charge.dispute.closed')
    },
  }
}
