import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mediaQuery } from '#web/testing/screen-width.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const page = document.documentElement

afterEach(() => {
  delete page.dataset.theme
  delete page.dataset.themeChoice
})

describe('the theme switch', () => {
  it('sets the theme and remembers it', async () => {
    render(<ThemeSwitch />)
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(page.dataset.theme).toBe('dark')
    expect(localStorage.getItem('sprout.theme')).toBe('dark')
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()

    await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
    expect(page.dataset.theme).toBe('light')
    expect(localStorage.getItem('sprout.theme')).toBe('light')
  })

  it('returns to the device’s theme and forgets the visitor’s choice', async () => {
    const night = (media: string) => mediaQuery(media, true)
    vi.spyOn(window, 'matchMedia').mockImplementation(night)
    render(<ThemeSwitch />)
    await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Match my device' }))
    expect(page.dataset.theme).toBe('dark')
    expect(localStorage.getItem('sprout.theme')).toBeNull()
  })

  it('shows the choice on every switch of the page', async () => {
    render(
      <>
        <ThemeSwitch />
        <ThemeSwitch />
      </>,
    )
    const [first, second, ...others] = screen.getAllByRole('radio', { name: 'Dark' })
    await userEvent.click(first ?? document.body)
    expect(first).toBeChecked()
    expect(second).toBeChecked()
    expect(others).toEqual([])
  })
})
