import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { ACTION_DURATION, TOAST_DURATION, Toasts, toast } from './toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

function show(kind: 'success' | 'error', message: string): () => void {
  let dismiss = () => {}
  act(() => {
    dismiss = toast[kind](message)
  })
  return dismiss
}

it('announces messages in a live region that exists from the start', () => {
  toast.success('Sent message successfully')
  const region = render(<Toasts />).container.firstElementChild
  expect(region).toHaveAttribute('aria-live', 'polite')
  expect(region).toHaveTextContent('Sent message successfully')
  show('error', 'Oops! Payment Failed')
  expect(screen.getByRole('alert')).toHaveTextContent('Oops! Payment Failed')
})

it('closes each message after 5 seconds', () => {
  render(<Toasts />)
  show('success', 'First')
  pass(2000)
  show('error', 'Second')
  pass(TOAST_DURATION - 2001)
  expect(screen.getByText('First')).toBeInTheDocument()
  pass(1)
  expect(screen.queryByText('First')).not.toBeInTheDocument()
  pass(2000)
  expect(screen.queryByText('Second')).not.toBeInTheDocument()
})

it.each([
  ['pointer', 'pointerEnter', 'pointerLeave'],
  ['focus', 'focus', 'blur'],
] as const)('keeps one open while it has the %s', (_what, begin, end) => {
  render(<Toasts />)
  show('success', 'Held')
  const button = screen.getByRole('button', { name: 'Dismiss' })
  fireEvent[begin](button.parentElement ?? button)
  pass(2 * TOAST_DURATION)
  expect(screen.getByText('Held')).toBeInTheDocument()
  fireEvent[end](button.parentElement ?? button)
  pass(TOAST_DURATION)
  expect(screen.queryByText('Held')).not.toBeInTheDocument()
})

it('offers an action for 10 seconds, and closes when it is used', () => {
  render(<Toasts />)
  const undone = vi.fn()
  const showRemoval = () => act(() => void toast.success('Removed', { label: 'Undo', run: undone }))
  showRemoval()
  pass(ACTION_DURATION - 1)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undone).toHaveBeenCalledOnce()
  expect(screen.queryByText('Removed')).not.toBeInTheDocument()
  showRemoval()
  pass(ACTION_DURATION)
  expect(screen.queryByText('Removed')).not.toBeInTheDocument()
})

it('shows at most three messages, the newest', () => {
  render(<Toasts />)
  for (const message of ['One', 'Two', 'Three', 'Four']) show('success', message)
  expect(screen.getAllByRole('button').length).toBe(3)
  expect(screen.queryByText('One')).not.toBeInTheDocument()
})

it('can be dismissed by the user, by its caller, or with all others', () => {
  const { container } = render(<Toasts />)
  show('success', 'By the person')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('By the person')).not.toBeInTheDocument()
  const dismiss = show('error', 'By its caller')
  show('success', 'With all others')
  act(dismiss)
  expect(screen.queryByText('By its caller')).not.toBeInTheDocument()
  act(toast.dismissAll)
  expect(container.firstElementChild).toBeEmptyDOMElement()
})

it('moves to the innermost outlet and back when that is removed, without restarting its timer', () => {
  const outer = render(<Toasts />)
  const inner = render(
    <Dialog open title="A question" onClose={() => undefined}>
      <p>Really?</p>
    </Dialog>,
  )
  const undone = vi.fn()
  act(() => void toast.success('Taken', { label: 'Undo', run: undone }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Taken')).toBeInTheDocument()
  expect(outer.container).not.toHaveTextContent('Taken')
  pass(ACTION_DURATION - 1)
  inner.unmount()
  expect(outer.container).toHaveTextContent('Taken')
  pass(1)
  expect(outer.container).not.toHaveTextContent('Taken')
})
