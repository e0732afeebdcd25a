import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deferHydration } from './deferred-hydration.ts'

/** A server-rendered page, for users only or for everyone. */
function page(audience: 'user' | 'everyone' = 'everyone') {
  document.body.innerHTML = `
    <div id="root"${audience === 'user' ? ' data-for="user"' : ''}>
      <button type="button">Menu</button>
      <label><input type="radio" name="theme"> Dark</label>
      <form aria-label="Quick"><input name="name"><button type="submit">Book</button></form>
      <a href="#about">About</a>
    </div>`
  return rootOf()
}

function rootOf() {
  const root = document.getElementById('root')
  if (!root) throw new Error('There is no root')
  return root
}

/** Defers a start, which ends when the test says so or with the test. */
function defer(root: HTMLElement) {
  const started = Promise.withResolvers<void>()
  const start = vi.fn(() => started.promise)
  deferHydration(root, start)
  onTestFinished(() => started.resolve())
  return { start, ...started }
}

afterEach(() => {
  document.body.innerHTML = ''
  delete document.documentElement.dataset.signedIn
  history.replaceState(null, '')
})

describe('a server-rendered page', () => {
  it.each([
    ['pointermove', () => fireEvent.pointerMove(document.body, { movementX: 1 })],
    ['touch', () => fireEvent.touchStart(document.body)],
    ['scrolling', () => fireEvent.scroll(document)],
    ['key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['focus', () => fireEvent.focusIn(document.body)],
    ['change of the session in another tab', () => fireEvent(window, new StorageEvent('storage'))],
    ['step in the history', () => fireEvent.popState(window)],
  ])('is hydrated once, at the first %s', (_name, sign) => {
    const { start } = defer(page())
    expect(start).not.toHaveBeenCalled()
    sign()
    sign()
    expect(start).toHaveBeenCalledOnce()
  })

  it('is not hydrated by a pointer that rests on it', () => {
    const { start } = defer(page())
    fireEvent.pointerMove(document.body, { movementX: 0, movementY: 0 })
    expect(start).not.toHaveBeenCalled()
    fireEvent.pointerDown(document.body)
    expect(start).toHaveBeenCalledOnce()
  })

  it.each([
    ['everyone', true, true],
    ['everyone', false, false],
    ['user', true, false],
    ['user', false, true],
  ] as const)('for %s, signed in: %s, is hydrated at once: %s', (audience, signedIn, atOnce) => {
    if (signedIn) document.documentElement.dataset.signedIn = ''
    const { start } = defer(page(audience))
    expect(start).toHaveBeenCalledTimes(atOnce ? 1 : 0)
  })

  it.each([
    ['the browser is idle', (act: () => void) => act()],
    ['it has started the script, without a way to know that', undefined],
  ])('for users is hydrated unused when %s', async (_, requestIdleCallback) => {
    vi.stubGlobal('requestIdleCallback', requestIdleCallback)
    const readers = defer(page())
    document.documentElement.dataset.signedIn = ''
    const users = defer(page('user'))
    await waitFor(() => expect(users.start).toHaveBeenCalledOnce())
    expect(readers.start).not.toHaveBeenCalled()
  })

  it('is hydrated at once if it is reloaded with state of the router', () => {
    history.replaceState({ quick: {} }, '')
    const { start } = defer(page())
    expect(start).toHaveBeenCalledOnce()
  })

  it.each([
    'date=2026-06-09&treatment=allergy',
    'siblings=',
    'child=mia',
    'ticket=1',
    'from=%2Fdashboard',
  ])(
    'is hydrated at once if the server does not know the choices of the address: %s',
    (choices) => {
      history.replaceState(null, '', `/appointment?${choices}`)
      const { start } = defer(page())
      expect(start).toHaveBeenCalledOnce()
      history.replaceState(null, '', '/')
    },
  )

  it('is hydrated at once if history has left the address of its HTML', () => {
    const navigation = { name: new URL('/appointment?date=2026-06-09', location.href).href }
    vi.stubGlobal('performance', { ...performance, getEntriesByType: () => [navigation] })
    const { start } = defer(page())
    expect(start).toHaveBeenCalledOnce()
  })

  it('follows links before it is hydrated', () => {
    defer(page())
    expect(fireEvent.click(screen.getByRole('link', { name: 'About' }))).toBe(true)
  })

  it.each([
    ['the button', () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))],
    ['the network, when it returns', () => window.dispatchEvent(new Event('online'))],
  ])('starts again after %s if its scripts did not load', async (_, retry) => {
    const start = vi.fn(async () => {})
    start.mockRejectedValueOnce(new Error('offline'))
    deferHydration(page(), start)
    const button = screen.getByRole('button', { name: 'Menu' })
    const onClick = vi.fn()
    fireEvent.click(button)
    button.addEventListener('click', onClick)
    expect(await screen.findByRole('alert')).toHaveTextContent('Part of this page didn’t load')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    expect(button).not.toHaveAttribute('data-pressed')
    await retry()
    await waitFor(() => expect(onClick).toHaveBeenCalledOnce())
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('actions of a visitor before hydration', () => {
  it('a click is repeated, also on a page that is hydrated at once', async () => {
    history.replaceState({ quick: {} }, '')
    const { resolve } = defer(page())
    const clicked = vi.fn()
    const button = screen.getByRole('button', { name: 'Menu' })
    button.addEventListener('click', clicked)
    await userEvent.click(button)
    expect(clicked).not.toHaveBeenCalled()
    resolve()
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  })

  it('a click on a button is repeated', async () => {
    const { resolve } = defer(page())
    const button = screen.getByRole('button', { name: 'Menu' })
    const onClick = vi.fn()
    await userEvent.click(button)
    expect(button).toHaveAttribute('data-pressed')
    button.addEventListener('click', onClick)
    resolve()
    await waitFor(() => expect(onClick).toHaveBeenCalledOnce())
    expect(button).not.toHaveAttribute('data-pressed')
    await userEvent.click(button)
    expect(onClick).toHaveBeenCalledTimes(2)
  })

  it('a link is followed, and looks pressed meanwhile', async () => {
    const { resolve } = defer(page())
    const link = screen.getByRole('link', { name: 'About' })
    await userEvent.click(link)
    expect(location.hash).toBe('#about')
    expect(link).toHaveAttribute('data-pressed')
    resolve()
    await waitFor(() => expect(link).not.toHaveAttribute('data-pressed'))
  })

  it('a choice is made', async () => {
    const { resolve } = defer(page())
    const radio = screen.getByRole('radio', { name: 'Dark' })
    await userEvent.click(radio)
    const onChange = vi.fn()
    radio.addEventListener('change', onChange)
    resolve()
    await waitFor(() => expect(onChange).toHaveBeenCalledOnce())
    expect(radio).toBeChecked()
  })

  it('a form is submitted with the typed text', async () => {
    const { resolve } = defer(page())
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Quick' })
    await userEvent.type(screen.getByRole('textbox'), 'Maya')
    await userEvent.click(screen.getByRole('button', { name: 'Book' }))
    expect(screen.getByRole('button', { name: 'Book' })).toHaveAttribute('data-pressed')
    const onSubmit = vi.fn((event: Event) => event.preventDefault())
    form.addEventListener('submit', onSubmit)
    resolve()
    await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
    expect(new FormData(form).get('name')).toBe('Maya')
  })
})

it('a page that the browser renders is started at once', () => {
  document.body.innerHTML = '<div id="root"></div>'
  const { start } = defer(rootOf())
  expect(start).toHaveBeenCalledOnce()
})
