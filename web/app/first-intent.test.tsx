import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { onFirstIntent } from './first-intent.ts'

function page(kind?: 'static' | 'live' | 'frame' | 'private') {
  document.body.innerHTML = `
    <div id="root"${kind ? ` data-prerendered="${kind}"` : ''}>
      <button type="button">Menu</button>
      <label><input type="radio" name="theme"> Dark</label>
      <form aria-label="Quick"><input name="name"><button type="submit">Book</button></form>
      <a href="#about">About</a>
    </div>`
  const root = document.getElementById('root')
  if (!root) throw new Error('no root')
  return root
}

/** Leaves a link to a script for later; returns what finds it once it is put to use. */
function withLaterScript() {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<template id="later"><link rel="prefetch" as="script" href="/assets/form.js"></template>',
  )
  return () => document.head.querySelector('link[rel=prefetch]')
}

/** Starts as the real page does, with a start that ends when the test says so. */
function begin(root: HTMLElement) {
  const started = Promise.withResolvers<void>()
  const start = vi.fn(() => started.promise)
  onFirstIntent(root, start)
  return { start, ...started }
}

afterEach(() => {
  document.body.innerHTML = ''
  document.head.querySelector('link[rel=prefetch]')?.remove()
  delete document.documentElement.dataset.signedIn
})

describe('a page that is complete as it is', () => {
  it.each([
    ['pointermove', () => fireEvent.pointerMove(document.body, { movementX: 1 })],
    ['touch', () => fireEvent.touchStart(document.body)],
    ['scrolling', () => fireEvent.scroll(document)],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['focus', () => fireEvent.focusIn(document.body)],
    ['word from another tab', () => fireEvent(window, new StorageEvent('storage'))],
  ])('comes to life once, at the first %s', (_name, sign) => {
    const { start, resolve } = begin(page('static'))
    expect(start).not.toHaveBeenCalled()
    sign()
    sign()
    expect(start).toHaveBeenCalledOnce()
    resolve()
  })

  it('takes a pointer that only rests on it for no sign', () => {
    const { start, resolve } = begin(page('static'))
    fireEvent.pointerMove(document.body, { movementX: 0, movementY: 0 })
    expect(start).not.toHaveBeenCalled()
    fireEvent.pointerDown(document.body)
    expect(start).toHaveBeenCalledOnce()
    resolve()
  })

  it('comes to life at once for someone who is signed in', () => {
    document.documentElement.dataset.signedIn = ''
    const { start, resolve } = begin(page('static'))
    expect(start).toHaveBeenCalledOnce()
    resolve()
  })

  it('does afterwards what a button was pressed for before', async () => {
    const { resolve } = begin(page('static'))
    const onClick = vi.fn()
    const button = screen.getByRole('button', { name: 'Menu' })
    await userEvent.click(button)
    // What the page does once it is alive.
    button.addEventListener('click', onClick)
    expect(onClick).not.toHaveBeenCalled()
    resolve()
    await vi.waitFor(() => expect(onClick).toHaveBeenCalledOnce())
    await userEvent.click(button)
    expect(onClick).toHaveBeenCalledTimes(2)
  })

  it('chooses afterwards what was chosen before', async () => {
    const { resolve } = begin(page('static'))
    const radio = screen.getByRole('radio', { name: 'Dark' })
    await userEvent.click(radio)
    const onChange = vi.fn()
    radio.addEventListener('change', onChange)
    resolve()
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
    expect(radio).toBeChecked()
  })

  it('sends afterwards the form that was sent before, with what was typed', async () => {
    const { resolve } = begin(page('static'))
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Quick' })
    await userEvent.type(screen.getByRole('textbox'), 'Maya')
    await userEvent.click(screen.getByRole('button', { name: 'Book' }))
    const onSubmit = vi.fn((event: Event) => event.preventDefault())
    form.addEventListener('submit', onSubmit)
    resolve()
    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledOnce())
    expect(new FormData(form).get('name')).toBe('Maya')
  })

  it('lets links be followed as ever', () => {
    const { resolve } = begin(page('static'))
    const followed = fireEvent.click(screen.getByRole('link', { name: 'About' }))
    expect(followed).toBe(true)
    resolve()
  })

  it('has the scripts fetched, not run, once it is loaded, where it is likely to be used', async () => {
    const root = page('static')
    const hint = withLaterScript()
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    const { start, resolve } = begin(root)
    expect(hint()).toBeNull()
    window.dispatchEvent(new Event('load'))
    await vi.waitFor(() => expect(hint()).toHaveAttribute('href', '/assets/form.js'))
    expect(start).not.toHaveBeenCalled()
    resolve()
  })

  it('shows the chunk-loading failure when the scripts do not come, and gives the page back', async () => {
    const { reject } = begin(page('static'))
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
    reject(new Error('offline'))
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  })
})

describe('a page that needs data', () => {
  it('comes to life by itself, but not before it is drawn', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    const { start, resolve } = begin(page('live'))
    expect(start).not.toHaveBeenCalled()
    window.dispatchEvent(new Event('load'))
    await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
    resolve()
  })
})

describe('a page whose frame is drawn', () => {
  it('comes to life as soon as that is on the screen, for someone who is signed in too', async () => {
    document.documentElement.dataset.signedIn = ''
    const root = page('frame')
    const hint = withLaterScript()
    const { start, resolve } = begin(root)
    expect(start).not.toHaveBeenCalled()
    expect(hint()).toBeNull()
    await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
    expect(hint()).toHaveAttribute('href', '/assets/form.js')
    resolve()
  })

  it('comes to life at once where nobody sees it', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const { start, resolve } = begin(page('frame'))
    expect(start).toHaveBeenCalledOnce()
    resolve()
  })
})

describe('a page that is drawn for those who are signed in', () => {
  it('waits for their first sign', () => {
    document.documentElement.dataset.signedIn = ''
    const { start, resolve } = begin(page('private'))
    expect(start).not.toHaveBeenCalled()
    fireEvent.pointerMove(document.body, { movementX: 1 })
    expect(start).toHaveBeenCalledOnce()
    resolve()
  })

  it('does not wait for anybody else, who has to be sent elsewhere', () => {
    const { start, resolve } = begin(page('private'))
    expect(start).toHaveBeenCalledOnce()
    resolve()
  })

  it.each([
    ['in the router’s state', () => history.replaceState({ usr: { quick: {} } }, '')],
    ['from before the login', () => sessionStorage.setItem('sprout.quick-appointment', '{}')],
  ])('does not wait for who brings wishes along %s', (_where, bring) => {
    document.documentElement.dataset.signedIn = ''
    bring()
    const { start, resolve } = begin(page('private'))
    expect(start).toHaveBeenCalledOnce()
    resolve()
    history.replaceState(null, '')
  })
})

describe('a page that the browser draws', () => {
  it('is drawn at once', () => {
    const { start, resolve } = begin(page())
    expect(start).toHaveBeenCalledOnce()
    resolve()
  })
})
