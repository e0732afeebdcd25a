import { act, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ErrorState } from './states.tsx'

it.each([
  [false, 1],
  [true, 0],
])(
  'tries again when the browser is back online, unless it already does (%s)',
  (retrying, calls) => {
    const onRetry = vi.fn()
    render(<ErrorState title="We couldn’t load this" onRetry={onRetry} retrying={retrying} />)
    act(() => {
      window.dispatchEvent(new Event('online'))
    })
    expect(onRetry).toHaveBeenCalledTimes(calls)
  },
)
