import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TOAST_DURATION, toast } from './toast.ts'
import { ToastHost } from './toast-host.tsx'

vi.mock('./toaster.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

afterEach(() => vi.useRealTimers())

it('says messages on the page, for as long as others, when what draws toasts cannot be loaded', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(
    <>
      <h1>All Users</h1>
      <ToastHost />
    </>,
  )
  act(() => toast.error('Failed to make an Admin'))
  expect(await screen.findByText('Failed to make an Admin')).toBeInTheDocument()
  await act(async () => vi.advanceTimersByTimeAsync(TOAST_DURATION / 2))
  act(() => toast.error('Failed to add doctor'))
  await act(async () => vi.advanceTimersByTimeAsync(TOAST_DURATION / 2))
  expect(screen.queryByText('Failed to make an Admin')).not.toBeInTheDocument()
  expect(screen.getByText('Failed to add doctor')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'All Users' })).toBeInTheDocument()
})
