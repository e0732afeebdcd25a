import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { toast } from '../components/toasts.tsx'
import { mediaQuery } from './screen-width.ts'

// Longer than a screen takes on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// Of `npm run dev -- --inspect`.
const relay: string | undefined = import.meta.env.VITE_INSPECTION_RELAY
if (relay) (await import('./watch-walks.ts')).watchWalks(relay)

// What jsdom does not have: how the page was loaded, media queries, sizes, addresses of files, dialogs, popovers, scrolling.
performance.getEntriesByType ??= () => []
window.matchMedia ??= (media) => mediaQuery(media, false)
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
// Node's own take no files of jsdom's.
URL.createObjectURL = () => 'blob:preview'
URL.revokeObjectURL = () => undefined
window.scrollTo = () => undefined
Element.prototype.scrollIntoView ??= () => undefined

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
  const first = this.querySelector<HTMLElement>('button, [href], input, select, textarea')
  first?.focus()
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return
  this.open = false
  this.dispatchEvent(new Event('close'))
}

/** Closes a modal dialog as the browser does: unless its `cancel` event is prevented. */
function requestClose(dialog: HTMLDialogElement) {
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}

// jsdom hides popovers, but knows none that is open.
document.head.insertAdjacentHTML('beforeend', '<style>[data-open] { display: block }</style>')
function setPopover(popover: HTMLElement, open: boolean) {
  if (popover.hasAttribute('data-open') === open) return
  popover.toggleAttribute('data-open', open)
  const newState = open ? 'open' : 'closed'
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
}
let invoker: Element | null = null
HTMLElement.prototype.showPopover = function showPopover(this: HTMLElement) {
  invoker = document.activeElement
  setPopover(this, true)
}
HTMLElement.prototype.hidePopover = function hidePopover(this: HTMLElement) {
  if (this.contains(document.activeElement) && invoker instanceof HTMLElement) invoker.focus()
  setPopover(this, false)
}
const openPopover = () => document.querySelector<HTMLElement>('[popover][data-open]')

document.addEventListener('click', ({ target, defaultPrevented }) => {
  if (!(target instanceof Element) || defaultPrevented) return
  if (target instanceof HTMLDialogElement && target.getAttribute('closedby') === 'any') {
    return requestClose(target)
  }
  const id = target.closest('[popovertarget]')?.getAttribute('popovertarget')
  const popover = id ? document.getElementById(id) : null
  if (popover?.hasAttribute('data-open')) popover.hidePopover()
  else popover?.showPopover()
})
document.addEventListener('pointerdown', ({ target }) => {
  if (!(target instanceof Element)) return
  const popover = openPopover()
  const isInside = popover?.contains(target) || popover?.parentElement?.contains(target)
  if (popover && !isInside) setPopover(popover, false)
})
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
  if (dialog) requestClose(dialog)
  else openPopover()?.hidePopover()
})

/** React's warning of `<search>`, which jsdom does not know. */
const UNKNOWN_TAG =
  'The tag <%s> is unrecognized in this browser. If you meant to render a React component, start its name with an uppercase letter. search'

let consoleError: ReturnType<typeof watchConsoleError>
const watchConsoleError = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

beforeEach(() => {
  consoleError = watchConsoleError()
})

// A test that means to cause an error acknowledges it: `vi.mocked(console.error).mockClear()`.
afterEach(() => {
  cleanup()
  toast.dismissAll()
  localStorage.clear()
  sessionStorage.clear()
  const problems = consoleError.mock.calls
    .map((problem) => problem.map(String).join(' '))
    .filter((problem) => problem !== UNKNOWN_TAG)
  vi.restoreAllMocks()
  if (problems.length > 0) throw new Error(`console.error: ${problems.join('\n')}`)
})
