import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { saveSession } from '#web/lib/session.ts'
import { FOR_USERS, loginBefore, prepareNextPage } from './next-page.ts'
import { pages } from './pages.ts'

const parent = { email: 'p@example.com', name: 'P', photo: null, role: 'patient' } as const
const logIn = () => saveSession({ accessToken: 'token', user: parent })

/** The document of the server at every path: its styles, its scripts, and the scripts that wait. */
const fetched = vi.fn(async (path: string) => {
  const name = path.slice(1)
  return new Response(`<link rel="stylesheet" href="/${name}.css">
    <link rel="icon" href="/icon.svg"><link rel="modulepreload" href="/${name}.js">
    <template id="later"><link rel="prefetch" href="/${name}-later.js"></template>`)
})

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  document.body.innerHTML = `
    <a href="/about">About</a> <a href="/appointment?date=2026-06-09">Book</a>
    <a href="https://example.com/">Elsewhere</a>`
})

afterEach(() => {
  document.body.innerHTML = ''
  document.head.innerHTML = ''
})

/** Prepares the next page until the test ends, or ends it. */
function prepare() {
  const hydrated = new AbortController()
  onTestFinished(() => hydrated.abort())
  prepareNextPage(hydrated.signal)
  return hydrated
}

const link = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name })
const prefetched = () =>
  [...document.head.querySelectorAll('[rel=prefetch]')].map((file) => file.getAttribute('href'))
const asked = () => fetched.mock.calls.map(([path]) => path)

it('knows the pages for users only', () => {
  const forUsers = pages.filter(({ path }) => FOR_USERS.test(path))
  expect(forUsers).toEqual(pages.filter(({ access }) => access !== 'everyone'))
})

it('the login page leads on to the whole address', () => {
  const address = new URL('/appointment?date=2026-06-09&child=mia#slots', location.href)
  expect(loginBefore(address)).toBe(
    '/login?from=%2Fappointment%3Fdate%3D2026-06-09%26child%3Dmia%23slots',
  )
})

describe('a public page', () => {
  it.each([
    ['the login for visitors who are logged out', () => undefined, 'login'],
    ['the booking for users', logIn, 'appointment'],
  ])('prefetches the files of %s', async (_, arrive, name) => {
    arrive()
    prepare()
    await waitFor(() =>
      expect(prefetched()).toEqual([`/${name}.css`, `/${name}.js`, `/${name}-later.js`]),
    )
    expect(asked()).toEqual([`/${name}`])
  })

  it.each([
    ['hovered', fireEvent.pointerOver],
    ['touched', fireEvent.touchStart],
    ['focused', fireEvent.focusIn],
  ])('prefetches the files of a page whose link is %s, once', async (_, show) => {
    prepare()
    await waitFor(() => expect(asked()).toEqual(['/login']))
    show(link('About'))
    show(link('About'))
    show(link('Elsewhere'))
    show(document.body)
    await waitFor(() => expect(prefetched()).toContain('/about.js'))
    expect(asked()).toEqual(['/login', '/about'])
  })

  it('prefetches nothing for visitors who save data', async () => {
    Object.assign(navigator, { connection: { saveData: true } })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
    prepare()
    // The next page's task follows the one that would have begun.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    fireEvent.pointerOver(link('About'))
    expect(asked()).toEqual([])
  })

  it('prefetches nothing once it is hydrated', async () => {
    const hydrated = prepare()
    await waitFor(() => expect(asked()).toEqual(['/login']))
    hydrated.abort()
    fireEvent.pointerOver(link('About'))
    expect(asked()).toEqual(['/login'])
  })
})

it('a page with scripts of its own prefetches these', async () => {
  document.body.innerHTML += '<template id="later"><link rel="prefetch" href="/own.js"></template>'
  prepare()
  await waitFor(() => expect(prefetched()).toEqual(['/own.js']))
  expect(asked()).toEqual([])
})

describe('a click on a link', () => {
  /** Where the browser goes with a click. */
  function destination(name: string) {
    let href: string | undefined
    // Registered later, so that it sees what the browser does.
    const look = (click: Event) => {
      href = click.defaultPrevented ? undefined : (link(name).getAttribute('href') ?? undefined)
      click.preventDefault()
    }
    document.addEventListener('click', look)
    fireEvent.click(link(name))
    document.removeEventListener('click', look)
    return href
  }

  it('to a page for users leads visitors who are logged out to the login first', async () => {
    prepare()
    expect(destination('Book')).toBe('/login?from=%2Fappointment%3Fdate%3D2026-06-09')
    await waitFor(() =>
      expect(link('Book')).toHaveAttribute(
        'href',
        `${location.origin}/appointment?date=2026-06-09`,
      ),
    )
  })

  it('between login and sign-up keeps the page that both lead on to', () => {
    document.body.innerHTML += '<a href="/signup">Create an account</a>'
    prepare()
    window.history.replaceState(null, '', '/login?from=%2Fappointment')
    onTestFinished(() => window.history.replaceState(null, '', '/'))
    expect(destination('Create an account')).toContain('/signup?from=%2Fappointment')
    expect(destination('About')).toBe('/about')
  })

  it('leads users, and visitors of other pages, where it says', () => {
    prepare()
    expect(destination('About')).toBe('/about')
    logIn()
    expect(destination('Book')).toBe('/appointment?date=2026-06-09')
  })
})
