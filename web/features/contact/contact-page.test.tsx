import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { Toasts } from '../../components/toasts.tsx'
import ContactPage from './contact-page.tsx'

it('shows that the message was sent, and sends nothing', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  render(
    <MemoryRouter>
      <ContactPage />
      <Toasts />
    </MemoryRouter>,
  )
  for (const label of ['Name', 'Email', 'Phone', 'Query']) {
    await userEvent.type(screen.getByLabelText(label), 'x')
  }
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  expect(await screen.findByText('Sent message successfully')).toBeInTheDocument()
  expect(screen.getByLabelText('Query')).toHaveValue('')
  expect(fetch).not.toHaveBeenCalled()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Contact Us')
})
