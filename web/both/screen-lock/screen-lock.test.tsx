import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { unlockScreen } from '#web/both/session/screen-lock.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { user } from '#web/testing/user.ts'
import { LockButton, ScreenLock } from './screen-lock.tsx'

const EMAIL = 'rita@example.com'

function open({ lockMinutes = 10, withDialog = false } = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  queries.setQueryData(configOptions().queryKey, {
    clinic: { nextDayIn: 1e9 },
    lockMinutes,
  } as never)
  const content = <input aria-label="Note" />
  const site = () => (
    <QueryClientProvider client={queries}>
      <LockButton email={EMAIL} />
      <ScreenLock email={EMAIL}>
        <p>Mia Parent</p>
        {withDialog ? (
          <Dialog open title="Note of Mia" onClose={() => undefined}>
            {content}
          </Dialog>
        ) : (
          content
        )}
      </ScreenLock>
    </QueryClientProvider>
  )
  const page = render(site())
  return { ...page, renderAgain: () => page.rerender(site()) }
}

it('leaves the focus of an open screen alone when it is rendered again', async () => {
  const { renderAgain } = open()
  await user.type(screen.getByLabelText('Note'), 'Brings a')
  renderAgain()
  expect(screen.getByLabelText('Note')).toHaveFocus()
})

describe('a locked screen', () => {
  it.each([false, true])(
    'takes the page out of the document and keeps what was typed (dialog: %s)',
    async (withDialog) => {
      open({ withDialog })
      await user.type(screen.getByLabelText('Note'), 'Brings a wheelchair')
      await user.keyboard('{Alt>}l{/Alt}')
      expect(screen.getByRole('heading', { name: 'Screen locked' })).toBeVisible()
      expect(document.body).not.toHaveTextContent('Mia Parent')
      expect(screen.queryByLabelText('Note')).toBeNull()
      act(unlockScreen)
      expect(screen.getByText('Mia Parent')).toBeVisible()
      expect(screen.getByLabelText('Note')).toHaveValue('Brings a wheelchair')
    },
  )

  it('locks and unlocks with the other tabs', () => {
    open()
    const elsewhere = (change: () => void) =>
      act(() => {
        change()
        window.dispatchEvent(new StorageEvent('storage'))
      })
    elsewhere(() => localStorage.setItem('sprout.locked', EMAIL))
    expect(screen.queryByText('Mia Parent')).toBeNull()
    elsewhere(() => localStorage.removeItem('sprout.locked'))
    expect(screen.getByText('Mia Parent')).toBeVisible()
  })

  it('locks after the minutes without input, and stays locked after a reload', () => {
    vi.useFakeTimers()
    const { unmount } = open()
    act(() => vi.advanceTimersByTime(9 * 60_000))
    expect(screen.getByText('Mia Parent')).toBeVisible()
    act(() => vi.advanceTimersByTime(2 * 60_000))
    expect(screen.queryByText('Mia Parent')).toBeNull()
    unmount()
    open()
    expect(screen.queryByText('Mia Parent')).toBeNull()
    vi.useRealTimers()
  })

  describe('after an hour without any page of the site', () => {
    const hourAgo = () => String(Date.now() - 60 * 60_000)

    it('is locked at its first rendering, and loads nothing', () => {
      localStorage.setItem('sprout.last-input', hourAgo())
      const { container } = open()
      expect(screen.getByRole('heading', { name: 'Screen locked' })).toBeVisible()
      expect(container).not.toHaveTextContent('Mia Parent')
      expect(localStorage.getItem('sprout.locked')).toBe(EMAIL)
    })

    it('stays locked after input, a reload and another tab', async () => {
      localStorage.setItem('sprout.last-input', hourAgo())
      const { unmount } = open()
      await user.click(document.body)
      await user.keyboard('a')
      unmount()
      open()
      expect(screen.queryByText('Mia Parent')).toBeNull()
    })

    it.each(['pageshow', 'visibilitychange'])(
      'locks a page that the browser has kept, at its %s',
      (type) => {
        open()
        expect(screen.getByText('Mia Parent')).toBeVisible()
        localStorage.setItem('sprout.last-input', hourAgo())
        act(() => void (type === 'pageshow' ? window : document).dispatchEvent(new Event(type)))
        expect(screen.queryByText('Mia Parent')).toBeNull()
      },
    )

    it('is open after a login', () => {
      localStorage.setItem('sprout.last-input', hourAgo())
      unlockScreen()
      open()
      expect(screen.getByText('Mia Parent')).toBeVisible()
    })

    it('is open for the clinic’s longer time', () => {
      localStorage.setItem('sprout.lock-minutes', '90')
      localStorage.setItem('sprout.last-input', hourAgo())
      open({ lockMinutes: 90 })
      expect(screen.getByText('Mia Parent')).toBeVisible()
    })
  })

  it('does not lock where the clinic has switched that off', () => {
    vi.useFakeTimers()
    open({ lockMinutes: 0 })
    act(() => vi.advanceTimersByTime(24 * 60 * 60_000))
    expect(screen.getByText('Mia Parent')).toBeVisible()
    vi.useRealTimers()
  })

  it('keeps keys from the page’s shortcuts', async () => {
    const pressed = vi.fn()
    document.addEventListener('keydown', pressed)
    open()
    await user.click(screen.getByRole('button', { name: 'Lock the screen' }))
    await user.click(document.body)
    pressed.mockClear()
    await user.keyboard('w')
    expect(pressed).not.toHaveBeenCalled()
    document.removeEventListener('keydown', pressed)
  })
})
