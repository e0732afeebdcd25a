import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CREDIT_NOTE } from '#contract/payments/receipt-example.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import { WORDS } from '#words/every-language.ts'
import { findWords } from '#words/testing/english-words.ts'
import ReceiptPage from './receipt-page.tsx'

function open(answer: () => Response) {
  const server = fakeServer()
  server.answers['GET /receipts/2027-000002'] = answer
  const address = '/dashboard/receipts/2027-000002'
  return { server, ...openAdminPage(address, ReceiptPage, undefined, '/dashboard/receipts/:id') }
}

it('says what the PDF says, in any letters', async () => {
  open(() => Response.json(CREDIT_NOTE))
  const heading = { level: 1, name: 'Credit note 2027-000002' }
  expect(await screen.findByRole('heading', heading)).toBeVisible()
  for (const text of ['Tax ID 12-3456789', 'For receipt', '2027-000001', 'Feb 27, 2027']) {
    expect(screen.getByText(text)).toBeVisible()
  }
  expect(screen.getByText(/李雷/)).toBeVisible()
  expect(screen.getAllByText(/Łukasz Nguyễn/)).toHaveLength(2)
  const table = within(screen.getByRole('table'))
  expect(table.getByRole('row', { name: 'Total $1,110.00' })).toBeVisible()
  expect(table.getByRole('row', { name: 'Refunded to Visa •••• 4242 $1,110.00' })).toBeVisible()
})

it('shows a Spanish receipt in Spanish, on an English page', async () => {
  const items = CREDIT_NOTE.items.map((item) => ({ ...item, shownTreatment: 'Pruebas de alergia' }))
  open(() => Response.json({ ...CREDIT_NOTE, language: 'es', items }))
  const own = await screen.findByRole('heading', { level: 2, name: 'Nota de crédito 2027-000002' })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Credit note 2027-000002')
  expect(screen.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  const receipt = own.closest('[lang]') as HTMLElement
  expect(receipt).toHaveAttribute('lang', 'es')
  for (const text of [
    'Identificación fiscal 12-3456789',
    '27 de febrero de 2027',
    'Pruebas de alergia',
    '2 mar 2027, 9:00 a.m. – 9:30 a.m.',
  ]) {
    expect(within(receipt).getByText(text)).toBeVisible()
  }
  const { receipts, receiptDocument } = WORDS.en
  expect(findWords(receipt.textContent, { receipts, receiptDocument })).toEqual([])
})

it('marks what had no translation when the receipt was issued', async () => {
  open(() => Response.json({ ...CREDIT_NOTE, language: 'es' }))
  const treatment = await screen.findByText('Allergy Testing')
  expect(treatment.closest('[lang]')).toHaveAttribute('lang', 'en')
})

it('saves the PDF, and says why it cannot', async () => {
  const { user, server } = open(() => Response.json(CREDIT_NOTE))
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} })
  const button = await screen.findByRole('button', { name: 'Download PDF' })
  server.answers['GET /receipts/2027-000002/pdf'] = () => refusal(429, 'Please wait a minute.')
  await user.click(button)
  expect(await screen.findByText('Please wait a minute.')).toBeVisible()
  server.answers['GET /receipts/2027-000002/pdf'] = () => new Response('%PDF-1.7')
  await user.click(button)
  await expect.poll(() => saved).toEqual(['receipt-2027-000002.pdf'])
})

it('says that there is no such receipt', async () => {
  open(() => refusal(404, 'There is no such receipt.'))
  expect(await screen.findByText('There is no such receipt.')).toBeVisible()
})
