import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Toasts } from '#web/components/toasts.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import ContactPage from './contact-page.tsx'

it('shows that the message was sent, clears the fields, and sends nothing', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  render(
    <InSite>
      <ContactPage />
      <Toasts />
    </InSite>,
  )
  const fields = ['Name', 'Email', 'Phone', 'Query'].map((label) => screen.getByLabelText(label))
  for (const field of fields) await userEvent.type(field, 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  expect(await screen.findByText('Sent message successfully')).toBeInTheDocument()
  for (const field of fields) expect(field).toHaveValue('')
  expect(fetch).not.toHaveBeenCalled()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Contact Us')
})
