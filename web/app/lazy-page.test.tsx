import { act, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_TIME_LIMIT } from '../lib/load-chunk.ts'
import { LazyPage } from './lazy-page.tsx'
import { pageChunk } from './page-chunk.ts'

const module = { default: () => <h1>Here I am</h1> }

function Broken(): never {
  throw new Error('broken')
}

// React reports what a boundary caught; that it did is what these tests are about.
const acknowledgeCaughtError = () => {
  expect(console.error).toHaveBeenCalled()
  vi.mocked(console.error).mockClear()
}

afterEach(() => vi.useRealTimers())

describe('a lazy page', () => {
  it('shows a spinner, then the page', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof module>()
    await act(async () => render(<LazyPage chunk={pageChunk(() => promise)} />))
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
    await act(async () => resolve(module))
    expect(screen.getByRole('heading')).toHaveTextContent('Here I am')
  })

  it('draws a preloaded page at once', async () => {
    const chunk = pageChunk(async () => module)
    await chunk.preload()
    render(<LazyPage chunk={chunk} />)
    expect(screen.getByRole('heading')).toHaveTextContent('Here I am')
  })

  it('shows the chunk-loading failure with a Reload button when the chunk does not come', async () => {
    const chunk = pageChunk<object>(() => Promise.reject(new TypeError('Failed to fetch')))
    await act(async () => render(<LazyPage chunk={chunk} />))
    expect(screen.getByRole('alert')).toHaveTextContent('This page could not be loaded')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    acknowledgeCaughtError()
  })

  it('gives a chunk up after 120 seconds', async () => {
    vi.useFakeTimers()
    const chunk = pageChunk(() => new Promise<typeof module>(() => undefined))
    await act(async () => render(<LazyPage chunk={chunk} />))
    await act(async () => vi.advanceTimersByTimeAsync(CHUNK_TIME_LIMIT - 1))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await act(async () => vi.advanceTimersByTimeAsync(1))
    expect(CHUNK_TIME_LIMIT).toBe(120_000)
    expect(screen.getByRole('alert')).toHaveTextContent('This page could not be loaded')
    acknowledgeCaughtError()
  })

  it('is loaded once for all, and again after a failure', async () => {
    const load = vi.fn(async () => module)
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const chunk = pageChunk(load)
    await chunk.preload()
    await chunk.preload()
    await chunk.preload()
    expect(load).toHaveBeenCalledTimes(2)
    render(<LazyPage chunk={chunk} />)
    expect(screen.getByRole('heading')).toBeVisible()
  })

  it('does not call a page that breaks a loading failure', async () => {
    const chunk = pageChunk(async () => ({ default: Broken }))
    await act(async () => render(<LazyPage chunk={chunk} />))
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on this page')
    acknowledgeCaughtError()
  })
})
