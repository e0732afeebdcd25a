import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CashRefunds } from '#contract/front-desk/cash-refunds.ts'
import { cancelByClinic } from '#domain/booking/cancel-appointment.ts'
import { grantStaff } from '#domain/identity/roles.ts'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { describeEmail } from '#domain/notifications/kinds/describe-email.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { refundAppointment } from '#domain/payments/refunds/refund-payment.ts'
import { sweepPayments } from '#domain/payments/settle-open-payments.ts'
import { listPaymentProblems } from '#domain/payments/stripe-differences.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { readMetrics } from '#drizzle/queries/process/metrics.ts'
import { notifications } from '#drizzle/schema/index.ts'
import { book, buildPayingTest, PRICE, payByCard, readAppointment } from '#server/testing/paying.ts'
import { signIn, signInAdmin, signInStaff } from '#server/testing/test-app.ts'

/** An appointment on Tuesday, paid in cash on Monday, and calls about it. */
async function start() {
  const clinic = await buildPayingTest()
  const rita = await signInStaff(clinic, 'rita@example.com')
  const { db, session, appointmentId } = clinic
  await rita.post(`/agenda/${appointmentId}/payment`, { version: 0, method: 'cash' })
  const passMinute = () => clinic.setTime(new Date(clinic.now().getTime() + 60_000))
  const list = async (family = ''): Promise<CashRefunds> =>
    (await rita.get(`/desk-refunds${family && `?family=${family}`}`)).json()
  return {
    ...clinic,
    rita,
    list,
    /** Takes a step of a refund, by default of the first one due. */
    step: async (step: 'hand-back' | 'undo', id?: string) => {
      const { refunds, handedBackToday } = await list()
      const [first] = step === 'undo' ? handedBackToday : refunds
      return rita.post(`/desk-refunds/${id ?? first?._id}/${step}`)
    },
    cancelByClinic() {
      const end = cancelByClinic(db, readAppointment(db, appointmentId), {
        actor: 'admin',
        now: clinic.now(),
      })
      passMinute()
      return end
    },
    cancelByFamily: () =>
      session.post(`/appointments/${appointmentId}/cancel`, { version: 0, refund: PRICE }),
    closing: async (date: string) => (await rita.get(`/closing/${date}`)).json(),
    emails: () =>
      db
        .select()
        .from(notifications)
        .where(eq(notifications.appointmentId, appointmentId))
        .all()
        .flatMap((row) => {
          const reader = {
            db,
            timeZone: 'America/New_York',
            unsubscribeUrl: () => '',
            recallUrl: () => 'https://x.example/stop',
            claimUrl: () => 'https://x.example/claim',
          }
          const reading = readSubject(reader, row as NotificationOf, clinic.now())
          return reading.outcome === 'send' ? [describeEmail(reading.subject, SENDER)] : []
        }),
  }
}

const TOLD = 'We will hand you $110 back at the clinic when you come by.'

describe('money paid at the desk', () => {
  test('is to be handed back when the clinic cancels, and counts on the day on which it is', async () => {
    const clinic = await start()
    expect(clinic.cancelByClinic()).toBe('refunded')
    expect(await clinic.list()).toMatchObject({
      refunds: [{ amount: PRICE, reason: 'cancelled', method: 'cash', handedBack: null }],
      handedBackToday: [],
      total: PRICE,
    })
    expect(clinic.states()).toEqual(['succeeded, refund pending'])
    expect(clinic.emails().at(-1)?.paragraphs).toContain(
      `The clinic canceled: full refund of $110. ${TOLD}`,
    )
    expect(clinic.emails().at(-1)?.paragraphs.join()).not.toContain('on the way')
    expect(findBookErrors(clinic.db)).toEqual([])

    clinic.setTime(new Date('2027-03-02T13:00:00Z'))
    expect((await clinic.step('hand-back')).statusCode).toBe(200)
    expect(await clinic.list()).toMatchObject({
      refunds: [],
      handedBackToday: [{ amount: PRICE, handedBack: { by: 'rita' } }],
      total: 0,
    })
    expect(await clinic.closing('2027-03-01')).toMatchObject({ total: { refunded: 0 } })
    expect(await clinic.closing('2027-03-02')).toMatchObject({
      total: { refunded: PRICE },
      entries: [{ kind: 'credit_note', method: 'cash', amount: -PRICE, by: 'rita' }],
    })
    expect(clinic.emails().at(-1)?.subject).toBe('You received your refund at the clinic')
    expect(findBookErrors(clinic.db)).toEqual([])
  })

  test('is to be handed back when the family cancels online, as the screen said', async () => {
    const clinic = await start()
    const url = `/appointments/${clinic.appointmentId}/options`
    const options = await clinic.session.get(url)
    const quote = { refund: PRICE, rule: 'band', atDesk: true }
    expect(options.json()).toMatchObject({ canCancel: true, cancelObstacle: null, quote })
    expect((await clinic.cancelByFamily()).statusCode).toBe(200)
    const [told] = clinic.emails().filter(({ subject }) => /canceled/.test(subject))
    expect(told?.paragraphs).toContain(`You canceled 25 hours before: full refund of $110. ${TOLD}`)
    const history = () => clinic.session.get('/appointments/history')
    const money = { paid: PRICE, refunded: PRICE, kept: 0 }
    const [open] = (await history()).json().appointments
    expect(open).toMatchObject({ ...money, toHandBack: PRICE })
    await clinic.step('hand-back')
    const [done] = (await history()).json().appointments
    expect(done).toMatchObject({ ...money, toHandBack: 0 })
    expect(done.receipts.map(({ kind }: { kind: string }) => kind)).toEqual([
      'receipt',
      'credit_note',
    ])
  })

  test('is handed back once by two desks', async () => {
    const clinic = await start()
    clinic.cancelByClinic()
    const [refund] = (await clinic.list()).refunds
    const both = await Promise.all([1, 2].map(() => clinic.step('hand-back', refund?._id)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await clinic.step('hand-back', refund?._id)).json().code).toBe('already_handed_back')
    expect((await clinic.closing('2027-03-01')).total).toMatchObject({ refunded: PRICE })
  })

  test('can be handed back again after an undo, which is possible on the same day', async () => {
    const clinic = await start()
    clinic.cancelByClinic()
    expect((await clinic.step('undo', (await clinic.list()).refunds[0]?._id)).json().code).toBe(
      'not_handed_back',
    )
    await clinic.step('hand-back')
    expect((await clinic.step('undo')).statusCode).toBe(200)
    expect(await clinic.list()).toMatchObject({ refunds: [{}], handedBackToday: [], total: PRICE })
    expect(clinic.emails().at(-1)?.subject).toBe('Your refund is waiting for you')
    expect((await clinic.closing('2027-03-01')).total).toMatchObject({ refunded: 0, net: PRICE })

    await clinic.step('hand-back')
    expect((await clinic.closing('2027-03-01')).total).toMatchObject({ refunded: PRICE, net: 0 })
    expect(clinic.states()).toEqual(['succeeded, refund failed, refund succeeded'])
    expect(findBookErrors(clinic.db)).toEqual([])
    // The audit log must not say that Stripe refused it.
    const kinds = clinic.db.$client.prepare("SELECT kind FROM events WHERE kind LIKE 'refund.%'")
    expect(kinds.pluck().all()).toContain('refund.hand_back_undone')
    expect(kinds.all()).not.toContain('refund.failed')

    const [done] = (await clinic.list()).handedBackToday
    clinic.setTime(new Date('2027-03-02T13:00:00Z'))
    expect((await clinic.step('undo', done?._id)).json().code).toBe('too_late')
  })

  test('is listed for its family only, and in part after a partial refund', async () => {
    const clinic = await start()
    const { db, appointmentId, session, rita } = clinic
    const part = { appointmentId, amountCents: 4000, reason: 'staff', actor: rita.uid } as const
    refundAppointment(db, part, clinic.now())
    expect(readAppointment(db, appointmentId).paid).toBe(true)
    expect(await clinic.list(session.uid)).toMatchObject({ total: 40 })
    expect(await clinic.list(rita.uid)).toMatchObject({ refunds: [], total: 0 })
    clinic.cancelByClinic()
    expect((await clinic.list()).refunds.map(({ amount }) => amount)).toEqual([40, 70])
  })

  test('is never sent to Stripe, however long it waits', async () => {
    const clinic = await start()
    clinic.cancelByClinic()
    clinic.setTime(new Date('2027-03-30T13:00:00Z'))
    const signal = new AbortController().signal
    const onFailure = (error: unknown) => {
      throw error
    }
    await sweepPayments(clinic.context, { signal, onFailure })
    const today = () => '2027-03-30'
    expect(listPaymentProblems({ ...clinic.context, today })).toEqual([])
    expect(clinic.states()).toEqual(['succeeded, refund pending'])
  })
})

test('the refund of a card is not handed back', async () => {
  const clinic = await start()
  const { db, session, rita } = clinic
  const appointmentId = await book(clinic, session, { date: 'Mar 9, 2027' })
  const paying = { ...clinic, appointmentId }
  await payByCard(paying)
  const wanted = { appointmentId, reason: 'staff', actor: rita.uid } as const
  const id = refundAppointment(db, wanted, clinic.now())
  expect(await clinic.list()).toMatchObject({ refunds: [], total: 0 })
  expect((await clinic.step('hand-back', id)).statusCode).toBe(404)
  expect((await clinic.step('undo', id)).statusCode).toBe(404)
})

test('money that the agenda hands back at once is not listed', async () => {
  const clinic = await start()
  const wanted = { version: 0, reason: 'Undone at the front desk' }
  await clinic.rita.post(`/agenda/${clinic.appointmentId}/refund`, wanted)
  expect(clinic.states()).toEqual(['succeeded, refund succeeded'])
  expect(await clinic.list()).toEqual({ refunds: [], handedBackToday: [], total: 0 })
})

describe('a refund in cash', () => {
  test('cannot be handed back by the person it is for', async () => {
    const clinic = await start()
    clinic.cancelByClinic()
    const { refunds } = await clinic.list()
    grantStaff(clinic.db, { email: clinic.session.email, actor: null, now: clinic.now() })
    const own = await signIn(clinic, clinic.session.email)
    const answer = await own.post(`/desk-refunds/${refunds[0]?._id}/hand-back`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'own_appointment'])
    expect((await clinic.step('hand-back')).statusCode).toBe(200)
  })

  test('needs an admin after the day of the appointment, and is counted', async () => {
    const clinic = await start()
    clinic.cancelByClinic()
    clinic.setTime(new Date('2027-03-05T12:00:00Z'))
    const later = {
      rita: await signIn(clinic, clinic.rita.email),
      admin: await signInAdmin(clinic),
    }
    const listed = await later.rita.get('/desk-refunds')
    const url = `/desk-refunds/${listed.json<CashRefunds>().refunds[0]?._id}/hand-back`
    const refused = await later.rita.post(url)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'needs_admin'])
    expect((await later.admin.post(url)).statusCode).toBe(200)
    const { alarms } = readMetrics(clinic.db, { openedBefore: clinic.now() })
    expect(alarms['refund.handed_back_late']).toBe(1)
  })
})
