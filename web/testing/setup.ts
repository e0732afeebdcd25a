import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { toast } from '../components/toasts.tsx'
import { mediaQuery } from './screen-width.ts'

// Longer than a screen takes on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// What jsdom does not have: media queries, addresses of files, modal dialogs, scrolling.
window.matchMedia ??= (media) => mediaQuery(media, false)
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

// A browser closes a modal dialog on Esc by way of its `cancel` event.
document.addEventListener('keydown', (event) => {
  const dialog = event.key === 'Escape' && document.querySelector('dialog[open]')
  if (!(dialog instanceof HTMLDialogElement)) return
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
})

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
  const problems = consoleError.mock.calls.map((problem) => problem.map(String).join(' '))
  vi.restoreAllMocks()
  if (problems.length > 0) throw new Error(`console.error: ${problems.join('\n')}`)
})
