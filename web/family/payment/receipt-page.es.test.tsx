import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CREDIT_NOTE } from '#contract/payments/receipt-example.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import ReceiptPage from './receipt-page.tsx'

const PATH = '/dashboard/receipts/2027-000002'

it('shows an English receipt in English, on a Spanish page', async () => {
  fakeServer().answers['GET /receipts/2027-000002'] = () => Response.json(CREDIT_NOTE)
  openAdminPage(PATH, ReceiptPage, undefined, '/dashboard/receipts/:id')
  const own = await screen.findByRole('heading', { level: 2, name: 'Credit note 2027-000002' })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Nota de crédito 2027-000002')
  const receipt = own.closest('[lang]') as HTMLElement
  expect(receipt).toHaveAttribute('lang', 'en')
  for (const text of ['Tax ID 12-3456789', 'Mar 2, 2027, 09:00 AM - 09:30 AM', 'Issued']) {
    expect(within(receipt).getByText(text)).toBeVisible()
  }
})

it('shows a Spanish receipt in Spanish, under the title of the page', async () => {
  fakeServer().answers['GET /receipts/2027-000002'] = () =>
    Response.json({ ...CREDIT_NOTE, language: 'es' })
  openAdminPage(PATH, ReceiptPage, undefined, '/dashboard/receipts/:id')
  expect(await screen.findByText('Identificación fiscal 12-3456789')).toBeVisible()
  expect(screen.getAllByRole('heading')).toHaveLength(1)
})
