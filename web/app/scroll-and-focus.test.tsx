import { render, screen } from '@testing-library/react'
import { Link, MemoryRouter, useNavigate } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { user } from '#web/testing/user.ts'
import { ScrollAndFocus } from './scroll-and-focus.tsx'

function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  )
}

/** A page with links, at the home page's address. */
function show() {
  const toTop = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  render(
    <MemoryRouter>
      <ScrollAndFocus />
      <Link to="/about">About Us</Link>
      <Link to="/about#team">Our team</Link>
      <Link to="/?day=today">Today</Link>
      <Back />
      <main id="content" tabIndex={-1}>
        <h2 id="team">Team</h2>
      </main>
    </MemoryRouter>,
  )
  const toTeam = vi.fn()
  screen.getByRole('heading', { name: 'Team' }).scrollIntoView = toTeam
  return { toTop, toTeam }
}

it('a link to another page scrolls to its top and focuses its content', async () => {
  const { toTop, toTeam } = show()
  await user.click(screen.getByRole('link', { name: 'About Us' }))
  expect(screen.getByRole('main')).toHaveFocus()
  expect(toTop.mock.calls).toEqual([[0, 0]])
  expect(toTeam).not.toHaveBeenCalled()
})

it('a link to a part of another page scrolls to that part', async () => {
  const { toTop, toTeam } = show()
  await user.click(screen.getByRole('link', { name: 'Our team' }))
  expect(toTeam).toHaveBeenCalledOnce()
  expect(toTop).not.toHaveBeenCalled()
  expect(screen.getByRole('main')).toHaveFocus()
})

it('going back, or a change on the same page, keeps scroll position and focus', async () => {
  const { toTop } = show()
  const today = screen.getByRole('link', { name: 'Today' })
  await user.click(today)
  expect(today).toHaveFocus()
  await user.click(screen.getByRole('link', { name: 'About Us' }))
  toTop.mockClear()
  const back = screen.getByRole('button', { name: 'Back' })
  await user.click(back)
  expect(back).toHaveFocus()
  expect(toTop).not.toHaveBeenCalled()
})
