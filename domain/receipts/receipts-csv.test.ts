import { expect, it } from 'vitest'
import type { ReceiptDocument } from '#contract/payments/receipts.ts'
import { makeReceiptsCsv } from './receipts-csv.ts'

const item = {
  treatment: 'Allergy Testing',
  date: '2027-03-02',
  slot: '09:00 AM - 09:30 AM',
  doctor: null,
  amountCents: 110_00,
}

function row(name: string, kind: ReceiptDocument['kind'] = 'receipt') {
  const document: Partial<ReceiptDocument> = {
    kind,
    number: '2027-000001',
    issuedOn: '2027-03-01',
    occurredOn: '2027-03-01',
    concerns: null,
    payer: { name, email: 'a@example.com', address: '' },
    method: 'cash',
    transactionId: 'x',
    currency: 'usd',
    items: [{ ...item, patientName: name, birthDate: '2021-06-05' }],
  }
  return { document: document as ReceiptDocument }
}

const csvOf = (row: { document: ReceiptDocument }) => makeReceiptsCsv([row])

it.each([
  ['a formula', '=1+1', `'=1+1`],
  ['a line break', 'Ann\nLee', '"Ann\nLee"'],
  ['a comma and quotes', 'Lee, "Ann"', '"Lee, ""Ann"""'],
  ['a full-width formula', '＝1', `'＝1`],
  ['a plain name', 'Łukasz', 'Łukasz'],
])('writes a name with %s as text', async (_, name, written) => {
  const csv = csvOf(row(name))
  expect(csv.startsWith('\uFEFFNumber,Document,Date,')).toBe(true)
  expect(csv).toContain(`,Cash,${written},a@example.com,${written},2021-06-05,Allergy Testing,`)
  expect(csv).toContain(',110.00,USD,x\r\n')
})

it('writes refunds as negative numbers', async () => {
  expect(csvOf(row('Ann', 'credit_note'))).toContain(',-110.00,USD,')
})
