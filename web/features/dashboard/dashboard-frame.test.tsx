import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import DashboardFrame from './dashboard-frame.tsx'

// Spec section 2: "A spinner shows while the authentication state loads."
it('shows the title of the page to come, and a spinner', () => {
  render(
    <MemoryRouter initialEntries={['/dashboard/history']}>
      <DashboardFrame label="Checking your login" />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { name: 'My History', level: 1 })).toBeInTheDocument()
  const status = screen.getByRole('status')
  expect(status).toHaveTextContent('Checking your login')
  expect(status.querySelector('.spinner')).toBeInTheDocument()
})
