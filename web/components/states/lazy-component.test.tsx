import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_TIME_LIMIT } from '#web/lib/load-chunk.ts'
import { componentChunk, LazyComponent, LazyPage } from './lazy-component.tsx'

const module = { default: () => <h1>Here I am</h1> }

function Broken(): never {
  throw new Error('broken')
}

// React reports errors that an error boundary has caught.
const acknowledgeCaughtError = () => {
  expect(console.error).toHaveBeenCalled()
  vi.mocked(console.error).mockClear()
}

afterEach(() => vi.useRealTimers())

describe('a component that is loaded on demand', () => {
  it('shows a spinner, then the component', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof module>()
    await act(async () => render(<LazyPage chunk={componentChunk(() => promise)} />))
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
    await act(async () => resolve(module))
    expect(screen.getByRole('heading')).toHaveTextContent('Here I am')
  })

  it('is rendered at once when it was loaded before', async () => {
    const chunk = componentChunk(async () => module)
    await chunk.load()
    render(<LazyPage chunk={chunk} />)
    expect(screen.getByRole('heading')).toHaveTextContent('Here I am')
  })

  it.each([
    ['the button', () => screen.getByRole('button', { name: 'Try again' }).click()],
    ['the network, when it returns', () => window.dispatchEvent(new Event('online'))],
  ])('is loaded in place after %s if its code did not arrive', async (_, retry) => {
    const load = vi.fn(async () => module)
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await act(async () => render(<LazyPage chunk={componentChunk(load)} />))
    expect(screen.getByRole('alert')).toHaveTextContent('This page didn’t load')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    await act(async () => void retry())
    expect(screen.getByRole('heading')).toHaveTextContent('Here I am')
    acknowledgeCaughtError()
  })

  it('adds no page heading to the page that contains it', async () => {
    const chunk = componentChunk<object>(() => Promise.reject(new TypeError('Failed to fetch')))
    await act(async () => render(<LazyComponent chunk={chunk} waiting="One moment" />))
    expect(screen.getByRole('alert')).toHaveTextContent('This part didn’t load')
    expect(screen.getByRole('heading', { level: 2 })).toBeVisible()
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument()
    acknowledgeCaughtError()
  })

  it('stops waiting for its code after 120 seconds', async () => {
    vi.useFakeTimers()
    const chunk = componentChunk(() => new Promise<typeof module>(() => undefined))
    await act(async () => render(<LazyPage chunk={chunk} />))
    await act(async () => vi.advanceTimersByTimeAsync(CHUNK_TIME_LIMIT - 1))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await act(async () => vi.advanceTimersByTimeAsync(1))
    expect(CHUNK_TIME_LIMIT).toBe(120_000)
    expect(screen.getByRole('alert')).toHaveTextContent('This page didn’t load')
    acknowledgeCaughtError()
  })

  it('is loaded again after a failure', async () => {
    const load = vi.fn(async () => module)
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const chunk = componentChunk(load)
    await expect(chunk.load()).rejects.toThrow('Loading failed')
    await act(async () => render(<LazyPage chunk={chunk} />))
    expect(screen.getByRole('heading')).toBeVisible()
  })

  it('does not report an error of the component as a loading failure', async () => {
    const chunk = componentChunk(async () => ({ default: Broken }))
    await act(async () => render(<LazyPage chunk={chunk} />))
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong')
    acknowledgeCaughtError()
  })
})
