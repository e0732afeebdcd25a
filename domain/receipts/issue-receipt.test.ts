import { beforeEach, describe, expect, it } from 'vitest'
import { receiptNumber } from '#contract/payments/receipts.ts'
import { findBookErrors } from '#drizzle/checks/books.ts'
import {
  findReceiptOf,
  listReceiptsOf,
  type ReceiptRow,
} from '#drizzle/queries/payments/receipts.ts'
import { listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import {
  storeLanguages,
  storeSettings,
  storeTimeZone,
} from '#drizzle/queries/schedule/clinic-settings.ts'
import { receipts } from '#drizzle/schema/index.ts'
import { eventsOf } from '#drizzle/testing/seeded-database.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { buildPayingTest, openIntent, type PayingTest, PRICE } from '#server/testing/paying.ts'
import { refundAppointment, refundPayment } from '../payments/refunds/refund-payment.ts'
import { settlePayment } from '../payments/settle.ts'
import { issueMissingReceipts } from './issue-receipt.ts'

let test: PayingTest
let intentId: string

beforeEach(async () => {
  test = await buildPayingTest()
  intentId = await openIntent(test)
})

async function pay(): Promise<ReceiptRow> {
  test.stripe.charge(intentId)
  await settlePayment(test.context, intentId)
  const receipt = findReceiptOf(test.db, intentId)
  if (!receipt) throw new Error('The payment has no receipt.')
  return receipt
}

async function refund(amountCents: number): Promise<string> {
  const { appointmentId } = test
  const wanted = { appointmentId, amountCents, reason: 'staff', actor: null } as const
  const id = await writeTransaction(test.db, (tx) => refundAppointment(tx, wanted, test.now()))
  await refundPayment(test.context, id)
  return id
}

const documents = () =>
  listReceiptsOf(test.db, [intentId]).map(({ document }) => [
    document.kind,
    document.number,
    document.concerns,
    document.totalCents,
  ])

describe('a receipt', () => {
  it('is issued with the payment, once, and names payer, purpose and clinic', async () => {
    const details = { street: '1 New Street', taxId: '12-3456789' }
    storeSettings(test.db, { details, seen: 0 })
    const { document } = await pay()
    expect(document).toMatchObject({
      kind: 'receipt',
      number: '2027-000001',
      card: { brand: 'visa', last4: '4242' },
      issuedOn: '2027-03-01',
      occurredOn: '2027-03-01',
      clinic: { name: 'Sprout Children’s Clinic', ...details },
      payer: { name: 'parent', email: 'parent@example.com', address: '1 Main Street' },
      method: 'card',
      transactionId: intentId,
      items: [{ treatment: 'Allergy Testing', date: '2027-03-02', amountCents: PRICE * 100 }],
      totalCents: PRICE * 100,
    })
    await settlePayment(test.context, intentId)
    expect(documents()).toEqual([['receipt', '2027-000001', null, PRICE * 100]])
    expect(eventsOf(test.db, '2027-000001')).toEqual([
      {
        kind: 'receipt.issued',
        actor: null,
        data: { kind: 'receipt', paymentId: intentId, amountCents: PRICE * 100 },
      },
    ])
  })

  it('keeps the language that the payer had, and its word for the treatment', async () => {
    test.db.$client.exec("UPDATE users SET language = 'es'")
    const { document } = await pay()
    expect(document.language).toBe('es')
    expect(document.items).toMatchObject([
      { treatment: 'Allergy Testing', shownTreatment: 'Pruebas de alergia' },
    ])
    test.db.$client.exec('UPDATE users SET language = null')
    await refund(1_00)
    const [, note] = listReceiptsOf(test.db, [intentId])
    expect(note?.document.language).toBeUndefined()
    expect(note?.document.items[0]).not.toHaveProperty('shownTreatment')
  })

  it('is in English while the server does not offer the payer’s language', async () => {
    storeLanguages(test.db, [])
    test.db.$client.exec("UPDATE users SET language = 'es'")
    const { document } = await pay()
    expect(document.language).toBeUndefined()
    expect(document.items[0]).not.toHaveProperty('shownTreatment')
  })

  it('does not change when the clinic moves', async () => {
    const { document } = await pay()
    storeSettings(test.db, { details: { street: '1 New Street' }, seen: 0 })
    expect(findReceiptOf(test.db, intentId)?.document).toEqual(document)
  })

  it.each([
    ['2026-12-31 in Honolulu', 'Pacific/Honolulu', '2026-000001'],
    ['2027-01-01 in New York', 'America/New_York', '2027-000001'],
  ])('counts in the year of the clinic’s calendar: %s', async (_, timeZone, number) => {
    storeTimeZone(test.db, timeZone)
    test.setTime(new Date('2027-01-01T06:00:00Z'))
    expect(receiptNumber(await pay())).toBe(number)
  })

  it('continues its numbers when the clock is set back to last year', async () => {
    await pay()
    test.setTime(new Date('2026-12-31T12:00:00Z'))
    await refund(1_00)
    expect(documents().map(([, number]) => number)).toEqual(['2027-000001', '2027-000002'])
  })
})

describe('a credit note', () => {
  it('is issued for each refund, and refers to the receipt', async () => {
    await pay()
    await refund(40_00)
    await refund(PRICE * 100 - 40_00)
    expect(documents()).toEqual([
      ['receipt', '2027-000001', null, PRICE * 100],
      ['credit_note', '2027-000002', '2027-000001', 40_00],
      ['credit_note', '2027-000003', '2027-000001', PRICE * 100 - 40_00],
    ])
    expect(findBookErrors(test.db)).toEqual([])
  })

  it('waits until the bank has decided, and is voided if the bank rejects the refund later', async () => {
    await pay()
    test.stripe.refundStatus = 'pending'
    const id = await refund(40_00)
    expect(documents()).toHaveLength(1)
    for (const status of ['done', 'refused'] as const) {
      test.stripe.settleRefunds(status)
      await settlePayment(test.context, intentId)
      await settlePayment(test.context, intentId)
    }
    expect(listRefundsOf(test.db, intentId)).toMatchObject([{ id, state: 'failed' }])
    expect(documents()).toEqual([
      ['receipt', '2027-000001', null, PRICE * 100],
      ['credit_note', '2027-000002', '2027-000001', 40_00],
      ['reversal', '2027-000003', '2027-000002', 40_00],
    ])
    expect(findBookErrors(test.db)).toEqual([])
  })

  it('follows the receipt of a charge that Stripe refunded before the clinic knew of it', async () => {
    test.stripe.charge(intentId)
    test.stripe.refundInDashboard(intentId)
    await settlePayment(test.context, intentId)
    expect(documents().map(([kind]) => kind)).toEqual(['receipt', 'credit_note'])
    expect(findBookErrors(test.db)).toEqual([])
  })
})

it('issues receipts for earlier payments, once and in their order', async () => {
  await pay()
  const id = await refund(40_00)
  // As in an upgraded database.
  test.db.$client.exec('DROP TRIGGER receipts_never_disappear')
  test.db.delete(receipts).run()
  test.setTime(new Date('2028-02-01T12:00:00Z'))
  expect(await issueMissingReceipts(test.db, test.now)).toBe(2)
  expect(await issueMissingReceipts(test.db, test.now)).toBe(0)
  const [receipt, note] = listReceiptsOf(test.db, [intentId])
  expect(receipt?.document).toMatchObject({
    number: '2028-000001',
    issuedOn: '2028-02-01',
    occurredOn: '2027-03-01',
  })
  expect(note).toMatchObject({ refundId: id, number: 2 })
  expect(findBookErrors(test.db)).toEqual([])
})

it.each([
  [
    'receipt:out_of_order',
    'INSERT INTO receipts SELECT year, 3, kind, payment_id || 1, refund_id, 0, 0, document FROM receipts',
  ],
  [
    'receipt:out_of_order',
    'INSERT INTO receipts SELECT year - 1, 1, kind, payment_id || 1, refund_id, 0, 0, document FROM receipts',
  ],
  ['receipt:immutable', 'UPDATE receipts SET occurred_at = 0'],
  ['receipt:immutable', 'DELETE FROM receipts'],
  [
    'receipt:immutable',
    'INSERT OR REPLACE INTO receipts SELECT year, 2, kind, payment_id, refund_id, 0, 0, document FROM receipts',
  ],
])('the database refuses to falsify records: %s', async (message, statement) => {
  await pay()
  expect(() => test.db.$client.exec(statement)).toThrow(message)
})
