import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useEffect } from 'react'
import { Link, NavLink, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { SiteRouter } from './site-router.tsx'

const seen: string[] = []

beforeEach(() => {
  seen.length = 0
  history.replaceState(null, '', '/about')
})

function Place() {
  const { pathname, search, hash, state } = useLocation()
  const kind = useNavigationType()
  const navigate = useNavigate()
  const place = `${kind} ${pathname}${search}${hash} ${JSON.stringify(state)}`
  useEffect(() => {
    if (seen.at(-1) !== place) seen.push(place)
  }, [place])
  return (
    <>
      <Link to="/doctors?page=2#team" state={{ quick: 1 }}>
        Doctors
      </Link>
      <NavLink to="/b%C3%A9b%C3%A9">Baby</NavLink>
      <button type="button" onClick={() => navigate('/login', { replace: true })}>
        Login
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  )
}

const open = (address: string) =>
  render(
    <StrictMode>
      <SiteRouter address={address}>
        <Place />
      </SiteRouter>
    </StrictMode>,
  )

const press = (name: string) => userEvent.click(screen.getByText(name))
const back = () =>
  act(
    () =>
      new Promise<void>((moved) => {
        addEventListener('popstate', () => moved(), { once: true })
        history.back()
      }),
  )

it('begins with the address of the HTML, and follows a history that has left it', () => {
  open('/appointment?child=mia')
  expect(seen).toEqual(['POP /appointment?child=mia null', 'POP /about null'])
})

it('begins with the entry of the history that the HTML was made for', () => {
  history.replaceState({ usr: { quick: 1 }, key: 'a' }, '', '/about#team')
  open('/about')
  expect(seen).toEqual(['POP /about#team {"quick":1}'])
})

it('follows links, replacements, and the back and forward buttons', async () => {
  open('/about')
  await press('Doctors')
  expect(location.href).toMatch(/\/doctors\?page=2#team$/)
  await press('Login')
  expect(location.pathname).toBe('/login')
  await back()
  expect(seen).toEqual([
    'POP /about null',
    'PUSH /doctors?page=2#team {"quick":1}',
    'REPLACE /login null',
    'POP /about null',
  ])
})

it('knows the current page when its path has other letters', async () => {
  open('/about')
  await press('Baby')
  expect(screen.getByText('Baby')).toHaveAttribute('aria-current', 'page')
})
