import { describe, expect, test } from 'vitest'
import type { PastAppointment } from '#contract/booking/history.ts'
import type { Receipt } from '#contract/payments/receipts.ts'
import { refundAppointment, refundPayment } from '#domain/payments/refunds/refund-payment.ts'
import { appointments, events } from '#drizzle/schema/index.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import {
  book,
  buildPayingTest,
  cancelAppointment,
  type PayingTest,
  PRICE,
  payByCard,
} from '#server/testing/paying.ts'
import { type Session, signIn, signInAdmin, signInStaff } from '#server/testing/test-app.ts'

async function payOnline(): Promise<PayingTest> {
  const test = await buildPayingTest()
  await payByCard(test)
  return test
}

describe('a receipt', () => {
  test('is shown to its payer and to admins only', async () => {
    const api = await payOnline()
    const url = '/receipts/2027-000001'
    const own = await api.session.get(url)
    expect(own.json<Receipt>()).toMatchObject({
      number: '2027-000001',
      items: [{ amount: PRICE }],
      total: PRICE,
    })
    const admin = await signInAdmin(api)
    expect((await admin.get(url)).statusCode).toBe(200)
    const viewed = { kind: 'user.viewed', actor: admin.uid, data: { what: 'receipts' } }
    expect(api.db.select().from(events).all().at(-1)).toMatchObject(viewed)
    for (const stranger of [await signIn(api, 'other@example.com'), await signInStaff(api)]) {
      for (const path of [url, `${url}/pdf`]) {
        const refused = await stranger.get(path)
        const unknown = await stranger.get(path.replace('000001', '000009'))
        expect(refused.statusCode).toBe(404)
        expect(refused.json()).toEqual(unknown.json())
      }
    }
  })

  test('is downloaded as a PDF file', async () => {
    const api = await payOnline()
    const response = await api.session.get('/receipts/2027-000001/pdf')
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['content-disposition']).toContain('receipt-2027-000001.pdf')
    expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

test('a month’s CSV has every receipt of that month, and its sum is the ledger’s', async () => {
  const api = await payOnline()
  const { db, appointmentId, context } = api
  const wanted = { appointmentId, amountCents: 40_55, reason: 'staff', actor: null } as const
  const id = await writeTransaction(db, (tx) => refundAppointment(tx, wanted, api.now()))
  await refundPayment(context, id)
  const admin = await signInAdmin(api)
  const response = await admin.get('/receipts/months/2027-03')
  expect(response.headers['content-disposition']).toContain('receipts-2027-03.csv')
  const [, ...rows] = response.body.trimEnd().split('\r\n')
  const amounts = rows.map((row) => Number(row.split(',').at(-3)))
  expect(amounts).toEqual([PRICE, -40.55])
  for (const month of ['2027-02', '2027-04']) {
    const other = await admin.get(`/receipts/months/${month}`)
    expect(other.body.trimEnd().split('\r\n')).toHaveLength(1)
  }
  expect((await admin.get('/receipts/months/2027-13')).statusCode).toBe(400)
})

describe('the history', () => {
  const read = async (session: Session, query = '') => {
    const response = await session.get(`/appointments/history${query}`)
    expect(response.statusCode).toBe(200)
    return response.json<{ appointments: PastAppointment[]; next: string | null }>()
  }

  test('has past and canceled appointments with outcome, money and receipts', async () => {
    const api = await payOnline()
    const canceled = await book(api, api.session, { date: 'Mar 9, 2027' })
    expect((await read(api.session)).appointments).toEqual([])
    cancelAppointment(api.db, canceled)
    // The first appointment is over.
    api.setTime(new Date('2027-03-02T14:30:00Z'))
    const session = await signIn(api, api.session.email)
    const { appointments: past, next } = await read(session)
    expect(next).toBeNull()
    expect(past).toMatchObject([
      { _id: canceled, outcome: 'canceled', paid: 0, refunded: 0, kept: 0, receipts: [] },
      {
        _id: api.appointmentId,
        date: 'Mar 2, 2027',
        outcome: 'past',
        paid: PRICE,
        refunded: 0,
        kept: PRICE,
        receipts: [{ number: '2027-000001', kind: 'receipt' }],
      },
    ])
    expect((await read(await signIn(api, 'other@example.com'))).appointments).toEqual([])
  })

  test('is read in pages, each appointment once', async () => {
    const api = await payOnline()
    for (const date of ['Mar 3, 2027', 'Mar 4, 2027', 'Mar 5, 2027']) {
      await book(api, api.session, { date })
    }
    api.db.update(appointments).set({ status: 'cancelled' }).run()
    const pages = [await read(api.session, '?limit=3')]
    pages.push(await read(api.session, `?limit=3&before=${pages[0]?.next}`))
    const dates = pages.flatMap((page) => page.appointments.map(({ date }) => date))
    expect(dates).toEqual(['Mar 5, 2027', 'Mar 4, 2027', 'Mar 3, 2027', 'Mar 2, 2027'])
    expect(pages[1]?.next).toBeNull()
  })
})
