import type { LightMyRequestResponse } from 'fastify'
import { cashRefunds } from '#contract/front-desk/cash-refunds.ts'
import { toDollars } from '#contract/money.ts'
import { paymentProblems } from '#contract/payments/reconciliation.ts'
import { appointments } from '#drizzle/schema/index.ts'
import { type Choice, type Counts, orCrash, pick } from './random-model.ts'
import type { Session, TestApp } from './test-app.ts'

/** Payments for several appointments, and money at the front desk. */
export const MONEY_WEIGHTS = {
  payAll: 3,
  receiveAtDesk: 1,
  refundAtDesk: 1,
  handBack: 1,
  undoHandBack: 1,
  handBackFailed: 1,
}

type Money = Record<keyof typeof MONEY_WEIGHTS, (choice: Choice) => Promise<unknown>>

interface World {
  test: TestApp
  counts: Counts
  admin: Session
  patient: (n: number) => Session
}

/** Payments by families and at the desk; each selects an existing subject. */
export function createMoney({ test, counts, admin, patient }: World): Money {
  const { db } = test
  const allAppointments = () => db.select().from(appointments).orderBy(appointments.id).all()

  async function attempt(name: keyof Money, answer: Promise<LightMyRequestResponse>) {
    if ((await orCrash(answer)).statusCode === 200) counts[name] += 1
  }

  const listCashRefunds = async () =>
    cashRefunds.parse((await orCrash(admin.get('/desk-refunds'))).json())

  return {
    async payAll({ who, what }) {
      const { uid } = patient(who)
      const unpaid = allAppointments().filter(
        ({ patientUid, paid, status }) => patientUid === uid && !paid && status === 'booked',
      )
      // All of them, or all but the first: a different bill for some of the same appointments.
      const chosen = unpaid.length > 2 ? unpaid.slice(what % 2) : unpaid
      if (chosen.length === 0) return
      const bill = chosen.map(({ id: appointment, priceCents }) => ({
        appointment,
        price: toDollars(priceCents),
      }))
      await attempt('payAll', patient(who).post('/payments', { appointments: bill }))
    },
    async receiveAtDesk({ which, what }) {
      const wanted = pick(allAppointments(), which)
      if (!wanted) return
      const payload = { version: wanted.version, method: pick(['cash', 'terminal'], what) }
      await attempt('receiveAtDesk', admin.post(`/agenda/${wanted.id}/payment`, payload))
    },
    async refundAtDesk({ which }) {
      const wanted = pick(allAppointments(), which)
      if (!wanted) return
      const payload = { version: wanted.version, reason: 'Paid twice' }
      await attempt('refundAtDesk', admin.post(`/agenda/${wanted.id}/refund`, payload))
    },
    async handBack({ which }) {
      const refund = pick((await listCashRefunds()).refunds, which)
      if (refund) {
        // A refund that is handed back at once was never listed.
        test.setTime(new Date(test.now().getTime() + 1_000))
        await attempt('handBack', admin.post(`/desk-refunds/${refund._id}/hand-back`))
      }
    },
    /** A refund to a card fails, and the clinic hands the money back instead. */
    async handBackFailed({ which }) {
      const { problems } = paymentProblems.parse(
        (await orCrash(admin.get('/payments/problems'))).json(),
      )
      const failed = problems.filter(({ cause }) => cause === 'refund_failed')
      const { cause, subject } = pick(failed, which) ?? {}
      if (!subject) return
      const answer = admin.post('/payments/problems/hand-back', { cause, subject })
      await attempt('handBackFailed', answer)
    },
    async undoHandBack({ which }) {
      const refund = pick((await listCashRefunds()).handedBackToday, which)
      if (refund) await attempt('undoHandBack', admin.post(`/desk-refunds/${refund._id}/undo`))
    },
  }
}
