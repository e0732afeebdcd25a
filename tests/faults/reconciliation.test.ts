import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { PROBLEM_ACTIONS, type ProblemCause } from '#contract/payments/reconciliation.ts'
import { compareWithStripe } from '#domain/payments/compare-with-stripe.ts'
import { linkPayment } from '#domain/payments/match-to-stripe.ts'
import { refundItem } from '#domain/payments/refunds/staff-refund.ts'
import { sweepPayments } from '#domain/payments/settle-open-payments.ts'
import {
  listPaymentProblems,
  type ReconciliationContext,
  resolveProblem,
} from '#domain/payments/stripe-differences.ts'
import {
  listItems,
  markSucceeded,
  recordPayment,
  unpayAppointment,
} from '#drizzle/queries/payments/payments.ts'
import { listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { appointments } from '#drizzle/schema/index.ts'
import type { SandboxControl } from '#sandbox/stripe/control.ts'
import { cancelAppointment, readAppointment, sayPaid } from '#server/testing/paying.ts'
import { sweepLater } from '../support/sweep-later.ts'
import {
  countEvents,
  LOSE,
  type OpenPayment,
  openPayment,
  openPaymentOfTwo,
  type PayingSite,
  payInBrowser,
  rest,
  startPayingSite,
} from './paying-site.ts'

const DAY = 24 * 60 * 60_000
const { signal } = new AbortController()

interface Case extends OpenPayment {
  site: PayingSite
  control: SandboxControl
}

function deskOf({ context }: PayingSite, later = 0): ReconciliationContext {
  const now = () => new Date(Date.now() + later)
  return { ...context, now, today: () => now().toISOString().slice(0, 10) }
}

/** A site with workers and an open intent of a patient. */
async function openCase(): Promise<Case> {
  const site = await startPayingSite()
  site.startWorkers({ sweep: false })
  return { site, control: site.sandbox.control, ...(await openPayment(site)) }
}

async function pay({ site, of, intent }: Case): Promise<void> {
  await payInBrowser(site, intent)
  expect((await sayPaid(of, intent.id)).statusCode).toBe(200)
  await rest(site)
}

/** An admin refunds part of the payment, and the worker has Stripe do it. */
async function refund({ site, intent }: Case, amountCents = 1000): Promise<string> {
  const [item] = listItems(site.db, intent.id)
  const choice = { paymentId: intent.id, itemId: item?.id ?? '', amountCents, actor: 'admin' }
  expect(refundItem(site.db, { ...choice, note: 'Waited' }, new Date())).toEqual({
    outcome: 'done',
  })
  site.startWorkers({ sweep: false })
  await rest(site)
  return listRefundsOf(site.db, intent.id).at(-1)?.stripeId ?? ''
}

interface Mismatch {
  cause: ProblemCause
  /** Causes the mismatch, in the sandbox and here. */
  make: (given: Case) => Promise<unknown>
  /** Days until an admin looks. */
  days?: number
  /** Another change before that, for example at the bank. */
  meanwhile?: (given: Case) => unknown
  /** Checks the state after the button was pressed and all jobs are done. */
  ended: (given: Case) => unknown
}

const isPaid = ({ site, of }: Case) => readAppointment(site.db, of.appointmentId).paid
const refundStates = ({ site, intent }: Case) =>
  listRefundsOf(site.db, intent.id).map(({ state, reason }) => `${reason} ${state}`)

const MISMATCHES: Mismatch[] = [
  {
    cause: 'paid_there',
    make: async ({ site, control, intent }) => {
      control.addFault(LOSE)
      await payInBrowser(site, intent)
    },
    days: 1,
    ended: (given) => expect(isPaid(given)).toBe(true),
  },
  {
    cause: 'unused',
    make: async (given) => {
      await pay(given)
      const { site, of, intent } = given
      cancelAppointment(site.db, of.appointmentId)
      unpayAppointment(site.db, { appointmentId: of.appointmentId, paymentId: intent.id })
    },
    ended: (given) => expect(refundStates(given)).toEqual(['staff succeeded']),
  },
  {
    cause: 'open_too_long',
    make: async ({ site, of }) => {
      cancelAppointment(site.db, of.appointmentId)
    },
    days: 2,
    ended: async ({ site, intent }) =>
      expect((await site.sdk.paymentIntents.retrieve(intent.id)).status).toBe('canceled'),
  },
  {
    cause: 'refund_failed',
    make: async (given) => {
      await pay(given)
      given.control.settleRefund(await refund(given), 'failed')
    },
    ended: (given) => expect(refundStates(given)).toEqual(['staff failed', 'staff succeeded']),
  },
  {
    cause: 'refund_pending',
    make: async (given) => {
      await pay(given)
      given.control.addFault({ on: 'refund', fault: { kind: 'hold' } })
      await refund(given)
    },
    days: 15,
    meanwhile: ({ control }) => {
      control.addFault(LOSE)
      for (const { id } of control.record().refunds) control.settleRefund(id, 'succeeded')
    },
    ended: (given) => expect(refundStates(given)).toEqual(['staff succeeded']),
  },
  {
    cause: 'dashboard_refund',
    make: async (given) => {
      await pay(given)
      given.control.refund(given.intent.id, 550)
    },
    ended: (given) => expect(isPaid(given)).toBe(true),
  },
  {
    cause: 'disputed',
    make: async (given) => {
      await pay(given)
      given.control.dispute(given.intent.id)
    },
    ended: (given) => expect(isPaid(given)).toBe(true),
  },
  {
    cause: 'dispute_lost',
    make: async (given) => {
      await pay(given)
      given.control.dispute(given.intent.id)
      given.control.closeDispute(given.intent.id, 'lost')
    },
    ended: (given) => expect(isPaid(given)).toBe(false),
  },
  {
    cause: 'dispute_won',
    make: async (given) => {
      await pay(given)
      const { site, control, of, intent } = given
      control.dispute(intent.id)
      await rest(site)
      cancelAppointment(site.db, of.appointmentId)
      control.closeDispute(intent.id, 'won')
    },
    ended: (given) => expect(refundStates(given)).toEqual(['staff succeeded']),
  },
  {
    cause: 'amount_differs',
    make: async (given) => {
      await pay(given)
      given.control.addFault(LOSE)
      given.control.refund(given.intent.id, 550)
    },
    ended: (given) => expect(refundStates(given)).toEqual(['dashboard succeeded']),
  },
  {
    cause: 'unknown_intent',
    make: async ({ site, intent }) => {
      await site.sdk.paymentIntents.cancel(intent.id)
      await site.sdk.paymentIntents.create({
        amount: 11_000,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        confirm: true,
        payment_method: 'pm_card_visa',
        metadata: { appointment_id: uuidv7() },
      })
    },
    ended: (given) => {
      expect(isPaid(given)).toBe(true)
      expect(given.control.record().totals.refunded).toBe(0)
    },
  },
  {
    cause: 'unknown_there',
    make: async ({ site, of }) => {
      const items = [{ appointmentId: of.appointmentId, amountCents: 11_000 }]
      const payment = { id: 'pi_gone', payerUid: of.session.uid, currency: 'usd', items }
      recordPayment(site.db, payment, new Date())
      markSucceeded(site.db, 'pi_gone', new Date())
      site.db
        .update(appointments)
        .set({ paid: true, transactionId: 'pi_gone' })
        .where(eq(appointments.id, of.appointmentId))
        .run()
    },
    ended: (given) => expect(isPaid(given)).toBe(true),
  },
]

describe('the reconciliation page', () => {
  it.each(MISMATCHES)('shows $cause once, and its button resolves it', async (mismatch) => {
    const { cause, make, days = 0, meanwhile, ended } = mismatch
    const given = await openCase()
    const { site } = given
    await make(given)
    await rest(site)
    const desk = deskOf(site, days * DAY)
    await compareWithStripe(desk, { signal })
    await compareWithStripe(desk, { signal })
    const problems = listPaymentProblems(desk)
    expect(problems.map((problem) => problem.cause)).toEqual([cause])

    await meanwhile?.(given)
    const [{ subject } = { subject: '' }] = problems
    const [action] = PROBLEM_ACTIONS[cause]
    const { appointmentId: appointment } = given.of
    const press = () =>
      action === 'link'
        ? linkPayment(desk, { subject, appointment }, 'admin')
        : resolveProblem(desk, { cause, subject, action }, 'admin')
    const [first] = await Promise.all([press(), press()])
    expect(first).toEqual({ outcome: 'done' })
    site.startWorkers({ sweep: false })
    await rest(site)
    await compareWithStripe(desk, { signal })
    const left = listPaymentProblems(desk).map((problem) => problem.cause)
    // A refund recorded at this point is reported as a refund made in Stripe's dashboard.
    expect(left).toEqual(cause === 'amount_differs' ? ['dashboard_refund'] : [])
    expect(await press()).toEqual({ outcome: 'no_problem' })
    await ended(given)
  })

  it('is empty in a healthy clinic, also 35 days later', async () => {
    const given = await openCase()
    const { site } = given
    await pay(given)
    await refund(given)
    await openPayment(site)
    await rest(site)
    for (const days of [0, 3, 34]) {
      const desk = deskOf(site, days * DAY)
      await sweepPayments(desk, { signal, onFailure: (id) => expect.fail(id) })
      expect(await compareWithStripe(desk, { signal })).toBe(0)
      expect(listPaymentProblems(desk)).toEqual([])
    }
  })

  it('shows again what an admin has marked as known only when the amounts change', async () => {
    const given = await openCase()
    const { site, control, intent } = given
    await pay(given)
    control.addFault(LOSE)
    control.refund(intent.id, 100)
    const desk = deskOf(site)
    const problem = { cause: 'amount_differs', subject: intent.id, action: 'acknowledge' } as const
    for (const [amount, shown] of [
      [0, 1],
      [0, 0],
      [200, 1],
      [0, 0],
    ] as const) {
      if (amount > 0) control.refund(intent.id, amount)
      await compareWithStripe(desk, { signal })
      expect(listPaymentProblems(desk)).toHaveLength(shown)
      await resolveProblem(desk, problem, 'admin')
    }
    expect(await resolveProblem(desk, { ...problem, action: 'refund' }, 'admin')).toEqual({
      outcome: 'no_problem',
    })
  })
})

/** Makes a change at Stripe, which its webhook or only the sweep reports. */
async function report(site: PayingSite, way: string, happen: () => unknown): Promise<void> {
  if (way !== 'sweep') {
    await happen()
    return
  }
  site.sandbox.control.addFault(LOSE)
  await happen()
  await sweepLater(site.context)
  site.startWorkers({ sweep: false })
}

/** Delivers all events again and sweeps again. */
async function reportAgain(site: PayingSite): Promise<void> {
  const { control } = site.sandbox
  control.clearFaults()
  const events = await site.sdk.events.list({ limit: 100 })
  for (const { id } of events.data) await control.deliverNow(id)
  await rest(site)
}

const HAPPENINGS: [string, string, (given: Case) => Promise<unknown>][] = [
  ['a dispute', 'payment.disputed', async ({ control, intent }) => control.dispute(intent.id)],
  [
    'a lost dispute',
    'payment.dispute_lost',
    async ({ control, intent }) => {
      control.dispute(intent.id)
      control.closeDispute(intent.id, 'lost')
    },
  ],
  [
    'a won dispute',
    'payment.dispute_won',
    async ({ control, intent }) => control.closeDispute(intent.id, 'won'),
  ],
  [
    'a refund in the dashboard',
    'payment.refunded',
    async ({ control, intent }) => control.refund(intent.id),
  ],
  [
    'a refund that fails late',
    'refund.failed',
    async ({ control }) => {
      const [made] = control.record().refunds
      return control.settleRefund(made?.id ?? '', 'failed')
    },
  ],
]

describe.each(HAPPENINGS)('%s', (name, kind, happen) => {
  it.each(['webhook', 'sweep'])('is recorded once if the %s reports it', async (way) => {
    const given = await openCase()
    const { site, control, intent } = given
    await pay(given)
    if (name === 'a refund that fails late') await refund(given, 11_000)
    if (name === 'a won dispute') control.dispute(intent.id)
    await rest(site)
    await report(site, way, () => happen(given))
    const count = () => countEvents(site.db).get(`${kind} ${intent.id}`)
    await expect.poll(count).toBe(1)
    await rest(site)

    await reportAgain(site)
    expect(count()).toBe(1)
    expect(listPaymentProblems(deskOf(site))).toHaveLength(name === 'a won dispute' ? 0 : 1)
  })
})

describe('a refund in the Stripe dashboard of a payment for two appointments', () => {
  it.each(['webhook', 'sweep'])(
    'is recorded once for each appointment if the %s reports it',
    async (way) => {
      const site = await startPayingSite()
      site.startWorkers({ sweep: false })
      const { ids, intent } = await openPaymentOfTwo(site)
      await payInBrowser(site, intent)
      await rest(site)
      const arePaid = () => ids.map((id) => readAppointment(site.db, id).paid)
      await expect.poll(arePaid).toEqual([true, true])

      await report(site, way, () => site.sandbox.control.refund(intent.id))
      await expect.poll(arePaid).toEqual([false, false])
      await reportAgain(site)
      const events = countEvents(site.db)
      expect(events.get(`payment.refunded ${intent.id}`)).toBe(2)
      expect(ids.map((id) => events.get(`appointment.unpaid ${id}`))).toEqual([1, 1])
      const desk = deskOf(site)
      expect(await compareWithStripe(desk, { signal })).toBe(0)
      const causes = listPaymentProblems(desk).map(({ cause }) => cause)
      expect(causes).toEqual(['dashboard_refund', 'dashboard_refund'])
    },
  )
})
