import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { refundReason } from '#contract/payments/payments.ts'
import { CREDIT_NOTE } from '#contract/payments/receipt-example.ts'
import type { Receipt } from '#contract/payments/receipts.ts'
import { WORDS } from '#words/every-language.ts'
import { findWords, isEnglish } from '#words/testing/english-words.ts'
import { makeReceiptPdf } from './receipt-pdf.ts'

async function read(file: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(file))
  const { text } = await extractText(document, { mergePages: true })
  const page = await document.getPage(1)
  return {
    text: text.replaceAll(/\s+/g, ' '),
    meta: await getMeta(document),
    marks: await document.getMarkInfo(),
    structure: rolesOf(await page.getStructTree()),
  }
}

/** 'Document(H1,Table(TR(TH,TD)))' */
function rolesOf({ role, children }: { role: string; children: readonly object[] }): string {
  const inner = children.flatMap((child) =>
    'role' in child ? rolesOf(child as Parameters<typeof rolesOf>[0]) : [],
  )
  return inner.length > 0 ? `${role}(${inner.join(',')})` : role
}

it('shows the receipt’s texts with the letters of most names', async () => {
  const { text } = await read(await makeReceiptPdf(CREDIT_NOTE))
  for (const part of [
    'Credit note 2027-000002',
    'REFUNDED',
    'Sprout Children’s Clinic',
    '24 Willow Lane, Portland, OR 97205',
    'Tax ID 12-3456789',
    'Refunded Feb 27, 2027',
    'For receipt 2027-000001',
    'Reason The appointment was canceled',
    'Payer Łukasz Nguyễn ??',
    'Address 1 Main Street',
    'Allergy Testing for Łukasz Nguyễn, Dr. Ōkafor',
    'Mar 2, 2027, 09:00 AM - 09:30 AM',
    'Payment method Visa •••• 4242',
    'Total $1,110.00',
    'Refunded to Visa •••• 4242 $1,110.00',
  ]) {
    expect(text).toContain(part)
  }
})

it('is tagged for screen readers: title, language, heading, tables with headers', async () => {
  const file = await makeReceiptPdf(CREDIT_NOTE)
  const { meta, marks, structure } = await read(file)
  expect(meta.info).toMatchObject({ Title: 'Credit note 2027-000002', Language: 'en-US' })
  expect(marks).toMatchObject({ Marked: true })
  expect(structure).toContain('H1')
  expect(structure).toContain('Table(TR(TH,TH,TH),TR(TH,TD,TD),TR(TH,TD,TD),TR(TH,TD,TD))')
  expect(file.toString('latin1')).toContain('pdfuaid')
})

const SPANISH_NOTE: Receipt = {
  ...CREDIT_NOTE,
  language: 'es',
  items: CREDIT_NOTE.items.map((item) => ({
    ...item,
    shownTreatment: 'Pruebas de alergia',
    birthDate: '2021-08-05',
  })),
}

describe('in Spanish', () => {
  it('is in the language of its payer', async () => {
    const { text, meta } = await read(await makeReceiptPdf(SPANISH_NOTE))
    expect(meta.info).toMatchObject({ Title: 'Nota de crédito 2027-000002', Language: 'es-US' })
    for (const part of [
      'REEMBOLSADO',
      'Identificación fiscal 12-3456789',
      'Motivo Se canceló la cita',
      'Pruebas de alergia para Łukasz Nguyễn',
      '2 mar 2027, 9:00 a.m. – 9:30 a.m.',
      'Monto',
    ]) {
      expect(text).toContain(part)
    }
  })

  it.each([
    { kind: 'receipt', reason: null, concerns: null },
    { kind: 'receipt', reason: null, concerns: null, method: 'cash' },
    { kind: 'receipt', reason: null, concerns: null, card: { brand: 'unknown', last4: '4242' } },
    ...refundReason.options.map((reason) => ({ kind: 'credit_note', reason }) as const),
    { kind: 'credit_note', method: 'terminal', card: undefined },
    { kind: 'reversal' },
    { kind: 'reversal', method: 'cash' },
  ] as Partial<Receipt>[])('says no English word: %o', async (facts) => {
    const receipt = { ...SPANISH_NOTE, ...(facts.method && { card: undefined }), ...facts }
    const { text } = await read(await makeReceiptPdf(receipt))
    const { receipts, receiptDocument, patients } = WORDS.en
    expect(text.length).toBeGreaterThan(300)
    expect(findWords(text, { receipts, receiptDocument, patients })).toEqual([])
    expect(isEnglish(text)).toBe(false)
    expect(text).not.toMatch(/\b(AM|PM|Jan|Aug|Dec)\b/)
  })
})
