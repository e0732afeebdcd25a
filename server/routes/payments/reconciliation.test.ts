import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { historyPage } from '#contract/booking/history.ts'
import {
  type ListedPayment,
  paymentPage,
  paymentProblems,
  problemResponse,
  type RefundRequest,
  refundRefusal,
  refundResponse,
} from '#contract/payments/reconciliation.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { compareWithStripe } from '#domain/payments/compare-with-stripe.ts'
import { settlePayment } from '#domain/payments/settle.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { unpayAppointment } from '#drizzle/queries/payments/payments.ts'
import { appointments, notifications } from '#drizzle/schema/index.ts'
import {
  book,
  buildPayingTest,
  cancelAppointment,
  type PayingTest,
  payByCard,
  paymentEvents,
  readAppointment,
  refundRequested,
} from '#server/testing/paying.ts'
import { type Session, signIn, signInAdmin } from '#server/testing/test-app.ts'

let test: PayingTest
let admin: Session
let intentId: string

beforeEach(async () => {
  test = await buildPayingTest()
  admin = await signInAdmin(test)
  intentId = await payByCard(test)
})

async function list(query: Record<string, string> = {}) {
  const response = await admin.get('/payments', query)
  return paymentPage.parse(response.json())
}

async function onlyItem(): Promise<ListedPayment['items'][number]> {
  const [item] = (await list()).payments.flatMap(({ items }) => items)
  if (!item) throw new Error('No payment is listed')
  return item
}

async function refund(wanted: Partial<RefundRequest> = {}, id = intentId) {
  const { _id: itemId } = await onlyItem()
  return admin.post(`/payments/${id}/refund`, {
    itemId,
    amountCents: 2500,
    reason: 'Waited for an hour',
    ...wanted,
  })
}

describe('POST /payments/{id}/refund', () => {
  it('refunds a part, and the appointment stays paid', async () => {
    const response = await refund({ keptCents: 11_000 })
    const { payment } = refundResponse.parse(response.json())
    expect(payment.items[0]).toMatchObject({ amountCents: 11_000, keptCents: 8500 })
    expect(test.appointment().paid).toBe(true)
    await refundRequested(test.context, test.appointmentId)
    expect((await onlyItem()).refunds).toMatchObject([
      { amountCents: 2500, reason: 'staff', note: 'Waited for an hour', state: 'succeeded' },
    ])
    expect(test.stripe.intents.get(intentId)).toMatchObject({ refundedCents: 2500 })
    expect(paymentEvents(test.db)).toEqual([
      `appointment.paid ${test.appointmentId}`,
      `refund.requested ${intentId}`,
      `payment.refunded ${intentId}`,
    ])
  })

  it('makes the appointment unpaid once nothing is kept, and payable again', async () => {
    await refund()
    await refund({ amountCents: 8500 })
    expect(test.appointment()).toMatchObject({ paid: false, transactionId: null })
    await refundRequested(test.context, test.appointmentId)
    expect(await payByCard(test)).not.toBe(intentId)
    expect(test.appointment().paid).toBe(true)
  })

  it('is made once, however often the button is clicked', async () => {
    const clicks = await Promise.all(
      Array.from({ length: 20 }, () => refund({ amountCents: 2500, keptCents: 11_000 })),
    )
    expect(clicks.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(409)])
    const refused = clicks.find(({ statusCode }) => statusCode === 409)
    expect(refundRefusal.parse(refused?.json())).toMatchObject({
      code: 'changed',
      payment: { items: [{ keptCents: 8500 }] },
    })
  })

  it.each([
    [{ amountCents: 11_001 }, 409, 'exceeds_kept'],
    [{ amountCents: 0 }, 400, 'invalid_input'],
    [{ amountCents: 10.5 }, 400, 'invalid_input'],
    [{ reason: ' ' }, 400, 'invalid_input'],
    [{ itemId: 'another' }, 404, 'no_payment'],
  ])('refuses %o with %i and changes nothing', async (wanted, status, code) => {
    const response = await refund(wanted)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect((await onlyItem()).refunds).toEqual([])
  })

  it('refuses an item of another payment, and money that the bank has returned', async () => {
    expect((await refund({}, 'pi_another')).statusCode).toBe(404)
    test.stripe.change(intentId, { disputed: true, disputeLost: true })
    await settlePayment(test.context, intentId)
    const response = await refund()
    expect([response.statusCode, response.json().code]).toEqual([409, 'disputed'])
  })

  it('refuses money that the bank decides about, and refunds it once the clinic has won', async () => {
    test.stripe.change(intentId, { disputed: true })
    await settlePayment(test.context, intentId)
    const refused = refundRefusal.parse((await refund()).json())
    expect(refused).toMatchObject({ code: 'disputed', payment: { disputed: true } })
    expect(refused.message).toMatch(/if the clinic wins/)
    expect((await onlyItem()).refunds).toEqual([])
    test.stripe.change(intentId, { disputed: false, disputeWon: true })
    await settlePayment(test.context, intentId)
    expect((await refund()).statusCode).toBe(200)
  })
})

it('GET /payments lists payments in pages, newest first, and finds them by name, email and id', async () => {
  const ids = [intentId]
  for (const [hours, email] of ['b@example.com', 'c@example.com'].entries()) {
    test.setTime(new Date(test.now().getTime() + (hours + 1) * 60_000))
    const session = await signIn(test, email, { name: `Zoë ${email[0]}` })
    const appointmentId = await book(test, session, { slot: `1${hours}:00 AM - 1${hours}:30 AM` })
    ids.unshift(await payByCard({ ...test, session, appointmentId }))
  }
  const { payments, next } = await list({ limit: '2' })
  const rest = await list({ limit: '2', before: next ?? '' })
  expect([...payments, ...rest.payments].map(({ _id }) => _id)).toEqual(ids)
  expect(rest.next).toBeNull()
  for (const search of ['c@example.com', 'zoe c', ids[0] ?? '']) {
    expect((await list({ search })).payments.map(({ _id }) => _id)).toEqual([ids[0]])
  }
  expect((await list({ search: 'nowhere' })).payments).toEqual([])
})

describe('the problems', () => {
  const read = async () => {
    const response = await admin.get('/payments/problems')
    return paymentProblems.parse(response.json())
  }
  const press = (action: string, payload: Record<string, string>) => {
    return admin.post(`/payments/problems/${action}`, payload)
  }

  it('name the appointment, and are resolved once by their action', async () => {
    expect(await read()).toEqual({ problems: [], comparedAt: null })
    test.stripe.change(intentId, { disputed: true })
    await settlePayment(test.context, intentId)
    const problem = { cause: 'disputed', subject: intentId }
    expect((await read()).problems).toMatchObject([
      { ...problem, amountCents: 11_000, appointment: { _id: test.appointmentId } },
    ])
    const wrong = await press('settle', problem)
    expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'wrong_action'])

    const pressed = await Promise.all([1, 2, 3].map(() => press('acknowledge', problem)))
    for (const response of pressed) {
      expect(problemResponse.parse(response.json())).toMatchObject({ hasEnded: true, problems: [] })
    }
    const ended = paymentEvents(test.db).filter((event) => event.includes('problem_ended'))
    expect(ended).toEqual([`payment.problem_ended ${intentId}`])
  })

  it('are taken over by an admin, and the audit log names the payer', async () => {
    unpayAppointment(test.db, { appointmentId: test.appointmentId, paymentId: intentId })
    const [problem] = (await read()).problems
    const { _id: itemId } = await onlyItem()
    expect(problem).toMatchObject({ cause: 'unused', subject: itemId })
    const claimed = await admin.put(`/todo/payments/${itemId}`, {
      claimed: true,
      seen: { claimed: null, outcome: null },
    })
    expect(claimed.statusCode).toBe(200)
    const audit = await admin.get('/audit')
    const name = findUser(test.db, test.session.uid)?.name
    expect(name).toBeTruthy()
    expect(audit.json().events[0]).toMatchObject({
      kind: 'todo.claimed',
      subject: {
        label: expect.stringContaining(`the payment by ${name} for Allergy Testing`),
        person: { name },
      },
    })
  })

  it('of a dispute return when the appointment is canceled, since its money is kept', async () => {
    test.stripe.change(intentId, { disputed: true })
    await settlePayment(test.context, intentId)
    await press('acknowledge', { cause: 'disputed', subject: intentId })
    expect((await read()).problems).toEqual([])
    test.setTime(new Date(test.now().getTime() + 60_000))
    const { version } = test.appointment()
    const cancelled = await admin.post(`/appointments/${test.appointmentId}/cancel`, {
      version,
      refund: 0,
      byClinic: true,
    })
    expect(cancelled.statusCode).toBe(200)
    expect((await read()).problems.map(({ cause }) => cause)).toEqual(['disputed'])
    test.setTime(new Date(test.now().getTime() + 60_000))
    await press('acknowledge', { cause: 'disputed', subject: intentId })
    expect((await read()).problems).toEqual([])
    // Nothing was refunded: once the clinic has won, an admin decides.
    test.stripe.change(intentId, { disputed: false, disputeWon: true })
    await settlePayment(test.context, intentId)
    const won = { cause: 'dispute_won', subject: (await onlyItem())._id } as const
    expect((await read()).problems).toMatchObject([{ ...won, amountCents: 11_000 }])
    expect((await press('refund', won)).json()).toMatchObject({ hasEnded: true, problems: [] })
    expect((await onlyItem()).keptCents).toBe(0)
  })

  it('of a second dispute appear although the first was marked as known', async () => {
    for (const disputed of [true, false, true]) {
      test.setTime(new Date(test.now().getTime() + 60_000))
      test.stripe.change(intentId, { disputed, disputeWon: !disputed })
      await settlePayment(test.context, intentId)
      const causes = (await read()).problems.map(({ cause }) => cause)
      expect(causes).toEqual(disputed ? ['disputed'] : [])
      if (disputed) await press('acknowledge', { cause: 'disputed', subject: intentId })
    }
  })

  describe('of a refund that failed', () => {
    /** The family cancels, its bank rejects the refund, and an admin resolves the problem. */
    async function endBy(action: string) {
      const cancelled = await test.session.post(`/appointments/${test.appointmentId}/cancel`, {
        version: 0,
        refund: 110,
      })
      expect(cancelled.statusCode).toBe(200)
      await refundRequested(test.context, test.appointmentId)
      test.stripe.settleRefunds('refused')
      await settlePayment(test.context, intentId)
      const [problem] = (await read()).problems
      const { cause = '', subject = '' } = problem ?? {}
      expect(cause).toBe('refund_failed')
      const pressed = await Promise.all([1, 2].map(() => press(action, { cause, subject })))
      for (const response of pressed) {
        expect(problemResponse.parse(response.json())).toMatchObject({ problems: [] })
      }
      await refundRequested(test.context, test.appointmentId)
    }

    /** The money according to history, month and Stripe. */
    async function ledger() {
      const history = await test.session.get('/appointments/history')
      const [past] = historyPage.parse(history.json()).appointments
      const { body } = await admin.get('/receipts/months/2027-03')
      const rows = body.trimEnd().split('\r\n').slice(1)
      const { signal } = new AbortController()
      return {
        history: [past?.paid, past?.refunded, past?.kept],
        documents: past?.receipts.map(({ kind }) => kind),
        month: rows.reduce((sum, row) => sum + Number(row.split(',').at(-3)), 0),
        refundedAtStripe: test.stripe.intents.get(intentId)?.refundedCents,
        differing: await compareWithStripe(test.context, { signal }),
        bookErrors: findBookErrors(test.db),
      }
    }
    const agreed = { differing: 0, bookErrors: [] }
    const failed = ['receipt', 'credit_note', 'reversal']

    it('keep the money in the records when marked as known', async () => {
      await endBy('acknowledge')
      const kept = { history: [110, 0, 110], documents: failed, month: 110, refundedAtStripe: 0 }
      expect(await ledger()).toEqual({ ...kept, ...agreed })
    })

    it('record once that it was handed back, with a credit note and an email', async () => {
      await endBy('hand-back')
      const documents = [...failed, 'credit_note']
      const gone = { history: [110, 110, 0], documents, month: 0, refundedAtStripe: 0 }
      expect(await ledger()).toEqual({ ...gone, ...agreed })
      const emails = test.db.select().from(notifications).all()
      expect(emails.filter(({ kind }) => kind === 'refunded')).toHaveLength(2)
      const row = emails.findLast(({ kind }) => kind === 'refunded') as NotificationOf
      const reader = {
        db: test.db,
        timeZone: 'America/New_York',
        unsubscribeUrl: () => '',
        recallUrl: () => 'https://x.example/stop',
        claimUrl: () => 'https://x.example/claim',
      }
      expect(readSubject(reader, row, test.now())).toMatchObject({ subject: { atDesk: true } })
      expect((await refund({ amountCents: 1 })).json().code).toBe('exceeds_kept')
    })

    it('refund the money to the card again', async () => {
      await endBy('refund')
      const documents = [...failed, 'credit_note']
      const gone = { history: [110, 110, 0], documents, month: 0, refundedAtStripe: 11_000 }
      expect(await ledger()).toEqual({ ...gone, ...agreed })
    })
  })

  it('remain, with 503, while Stripe does not respond', async () => {
    await refund()
    test.setTime(new Date(test.now().getTime() + 2 * 24 * 60 * 60_000))
    admin = await signInAdmin(test, 'late@example.com')
    const [problem] = (await read()).problems
    expect(problem?.cause).toBe('refund_pending')
    test.stripe.outage = 'before'
    const { cause = '', subject = '' } = problem ?? {}
    expect((await press('settle', { cause, subject })).statusCode).toBe(503)
    test.stripe.outage = null
    const response = await press('settle', { cause, subject })
    expect(problemResponse.parse(response.json())).toMatchObject({ hasEnded: true, problems: [] })
  })
})

const UNKNOWN = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'

describe('an unknown payment at Stripe', () => {
  /** A payment made without the site, for the price of the appointment. */
  async function payElsewhere() {
    const { id } = test.stripe.addIntent()
    test.stripe.charge(id)
    const signal = new AbortController().signal
    await compareWithStripe(test.context, { signal })
    return id
  }
  const link = (subject: string, appointment: string) =>
    admin.post('/payments/problems/link', { subject, appointment })
  const bookUnpaid = () => book(test, test.session, { date: 'Mar 9, 2027' })

  it('is linked once to an unpaid appointment, which it pays like any other payment', async () => {
    const id = await payElsewhere()
    const appointmentId = await bookUnpaid()
    const clicks = await Promise.all([1, 2].map(() => link(id, appointmentId)))
    expect(clicks.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const done = clicks.find(({ statusCode }) => statusCode === 200)
    expect(problemResponse.parse(done?.json())).toMatchObject({ hasEnded: true, problems: [] })
    const paid = readAppointment(test.db, appointmentId)
    expect(paid).toMatchObject({ paid: true, transactionId: id })
    expect(paymentEvents(test.db).filter((event) => event.endsWith(id))).toEqual([
      `payment.problem_found ${id}`,
      `payment.linked ${id}`,
      `payment.problem_ended ${id}`,
    ])
    expect(findBookErrors(test.db)).toEqual([])

    // From now on, changes at Stripe apply to the appointment.
    test.stripe.refundInDashboard(id, 11_000)
    await settlePayment(test.context, id)
    expect(readAppointment(test.db, appointmentId).paid).toBe(false)
    expect(findBookErrors(test.db)).toEqual([])
  })

  it.each<[string, (id: string) => Promise<string> | string, string]>([
    ['a paid appointment', () => test.appointmentId, 'already_paid'],
    ['an appointment that does not exist', () => UNKNOWN, 'not_found'],
    [
      'a canceled appointment',
      async () => {
        const id = await bookUnpaid()
        cancelAppointment(test.db, id)
        return id
      },
      'cancelled',
    ],
    [
      'an appointment of another price',
      async () => {
        const id = await bookUnpaid()
        test.db.update(appointments).set({ priceCents: 95_00 }).where(eq(appointments.id, id)).run()
        return id
      },
      'other_amount',
    ],
    [
      'an appointment when it was refunded meanwhile',
      (id) => {
        test.stripe.refundInDashboard(id, 100)
        return bookUnpaid()
      },
      'not_kept',
    ],
  ])('is not linked to %s', async (_, choose, code) => {
    const id = await payElsewhere()
    const appointmentId = await choose(id)
    const events = paymentEvents(test.db)
    expect((await link(id, appointmentId)).json().code).toBe(code)
    expect(paymentEvents(test.db)).toEqual(events)
    expect(test.stripe.intents.get(id)?.refundedCents).toBe(code === 'not_kept' ? 100 : 0)
  })
})
