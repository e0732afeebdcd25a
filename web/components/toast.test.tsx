import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toast } from './toast.ts'
import { ToastHost } from './toast-host.tsx'

afterEach(() => vi.useRealTimers())

describe('toasts', () => {
  it('appear also when they are asked for before anything can draw them', async () => {
    toast.success('Sent message successfully')
    render(<ToastHost />)
    expect(await screen.findByText('Sent message successfully')).toBeInTheDocument()
    act(() => toast.error('Oops! Payment Failed'))
    expect(await screen.findByText('Oops! Payment Failed')).toBeInTheDocument()
  })

  it('can be taken back, drawn already or not', async () => {
    const takeBack = toast.error('Too soon')
    takeBack()
    render(<ToastHost />)
    await act(async () => toast.success('Something else'))
    await screen.findByText('Something else')
    const takeBackDrawn = await act(async () => toast.error('No longer true'))
    await screen.findByText('No longer true')
    act(takeBackDrawn)
    await waitFor(() => expect(screen.queryByText('No longer true')).not.toBeInTheDocument())
    expect(screen.queryByText('Too soon')).not.toBeInTheDocument()
    expect(screen.getByText('Something else')).toBeInTheDocument()
  })

  it('close by themselves after 5 seconds', async () => {
    render(<ToastHost />)
    await act(async () => toast.success('First'))
    await screen.findByText('First')
    vi.useFakeTimers()
    await act(async () => toast.success('Second'))
    await act(async () => vi.advanceTimersByTimeAsync(4900))
    expect(screen.getByText('Second')).toBeInTheDocument()
    await act(async () => vi.advanceTimersByTimeAsync(1000))
    expect(screen.queryByText('Second')).not.toBeInTheDocument()
  })
})
