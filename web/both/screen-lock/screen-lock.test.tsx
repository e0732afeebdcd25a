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

it('does not move the focus of an unlocked screen when it renders again', async () => {
  const { renderAgain } = open()
  await user.type(screen.getByLabelText('Note'), 'Brings a')
  renderAgain()
  expect(screen.getByLabelText('Note')).toHaveFocus()
})

describe('a locked screen', () => {
  it.each([false, true])(
    'removes the page from the document and keeps the input (dialog: %s)',
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

  it('locks and unlocks together with other tabs', () => {
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

  describe('after an hour in which no page of the site was open', () => {
    const hourAgo = () => String(Date.now() - 60 * 60_000)

    it('is locked on first rendering, and loads nothing', () => {
      localStorage.setItem('sprout.last-input', hourAgo())
      const { container } = open()
      expect(screen.getByRole('heading', { name: 'Screen locked' })).toBeVisible()
      expect(container).not.toHaveTextContent('Mia Parent')
      expect(localStorage.getItem('sprout.locked')).toBe(EMAIL)
    })

    it('stays locked after input, a reload and in another tab', async () => {
      localStorage.setItem('sprout.last-input', hourAgo())
      const { unmount } = open()
      await user.click(document.body)
      await user.keyboard('a')
      unmount()
      open()
      expect(screen.queryByText('Mia Parent')).toBeNull()
    })

    it.each(['pageshow', 'visibilitychange'])(
      'locks a page from the browser’s cache, on its %s',
      (type) => {
        open()
        expect(screen.getByText('Mia Parent')).toBeVisible()
        localStorage.setItem('sprout.last-input', hourAgo())
        act(() => void (type === 'pageshow' ? window : document).dispatchEvent(new Event(type)))
        expect(screen.queryByText('Mia Parent')).toBeNull()
      },
    )

    it('is unlocked after a login', () => {
      localStorage.setItem('sprout.last-input', hourAgo())
      unlockScreen()
      open()
      expect(screen.getByText('Mia Parent')).toBeVisible()
    })

    it('is unlocked within the clinic’s longer time', () => {
      localStorage.setItem('sprout.lock-minutes', '90')
      localStorage.setItem('sprout.last-input', hourAgo())
      open({ lockMinutes: 90 })
      expect(screen.getByText('Mia Parent')).toBeVisible()
    })
  })

  it('does not lock if the clinic has turned that off', () => {
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
