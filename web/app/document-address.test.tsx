import { act, render } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import { BrowserRouter, Navigate, useLocation } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { showAddress } from './document-address.ts'

const seen: string[] = []

beforeEach(() => {
  seen.length = 0
  history.replaceState(null, '', '/about')
})

function Place() {
  const { pathname, search, hash, state } = useLocation()
  const place = `${pathname}${search}${hash} ${JSON.stringify(state)}`
  useEffect(() => {
    if (seen.at(-1) !== place) seen.push(place)
  }, [place])
  return null
}

/**
 * Hydrates a page that was rendered for an address.
 * @returns a function that follows the history
 */
function open(address: string) {
  const followHistory = showAddress(address)
  render(
    <StrictMode>
      <BrowserRouter>
        <Place />
      </BrowserRouter>
    </StrictMode>,
  )
  return () => act(followHistory)
}

/** Adds a history entry with state, as the router does when a page passes state on. */
function navigate(to: string, state: unknown) {
  const { unmount } = render(
    <BrowserRouter>
      <Navigate to={to} state={state} />
    </BrowserRouter>,
  )
  unmount()
}

it('begins with the address of the HTML, and follows a history that has left it', () => {
  navigate('/doctors?page=2#team', { quick: 1 })
  const followHistory = open('/appointment?child=mia')
  followHistory()
  expect(seen).toEqual(['/appointment?child=mia {"quick":1}', '/doctors?page=2#team {"quick":1}'])
  expect(location.href).toMatch(/\/doctors\?page=2#team$/)
})

it('begins with the history entry for which the HTML was rendered', () => {
  navigate('/about#team', { quick: 1 })
  open('/about')()
  expect(seen).toEqual(['/about#team {"quick":1}'])
})

it('follows a history that moves before the router listens, and does not change the entry', () => {
  navigate('/about', { quick: 1 })
  const followHistory = open('/contact')
  history.pushState(null, '', '/doctors')
  followHistory()
  expect(seen).toEqual(['/contact {"quick":1}', '/doctors null'])
  expect(location.pathname).toBe('/doctors')
})
