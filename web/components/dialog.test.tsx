import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog, Dialog } from './dialog.tsx'

/** The ways in which a user closes a dialog. */
const WAYS = [
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['a press beside it', () => userEvent.click(screen.getByRole('dialog'))],
] as const

function Screen() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} title="Book a visit" onClose={() => setOpen(false)}>
        <input aria-label="Phone" data-autofocus />
        <input aria-label="Photo" type="file" />
      </Dialog>
    </>
  )
}

describe('the dialog', () => {
  it('is labeled by its title and focuses the marked element', async () => {
    render(<Screen />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByRole('dialog', { name: 'Book a visit' })).toHaveAttribute('open')
    expect(screen.getByRole('textbox', { name: 'Phone' })).toHaveFocus()
  })

  it.each(WAYS)('is closed by %s and returns the focus', async (_way, close) => {
    render(<Screen />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await close()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  })

  it.each(WAYS)('is not closed by %s while busy', async (_way, close) => {
    const onClose = vi.fn()
    render(
      <Dialog open busy title="Book a visit" onClose={onClose}>
        Being booked
      </Dialog>,
    )
    await close()
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByRole('dialog')).toHaveAttribute('open')
  })

  it('stays open after a click inside, or when a file picker inside is canceled', async () => {
    render(<Screen />)
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await userEvent.click(screen.getByRole('textbox', { name: 'Phone' }))
    expect(screen.getByRole('dialog')).toBeVisible()
    fireEvent(screen.getByLabelText('Photo'), new Event('cancel', { bubbles: true }))
    expect(screen.getByRole('dialog')).toBeVisible()
  })
})

describe('the confirmation', () => {
  it('focuses Cancel and reports the answer', async () => {
    const onConfirm = vi.fn()
    const onCancel = vi.fn()
    render(
      <ConfirmDialog
        open
        question="Do you really want to delete?"
        confirmLabel="Delete"
        onConfirm={onConfirm}
        onCancel={onCancel}
      />,
    )
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    expect(onCancel).toHaveBeenCalledOnce()
  })
})
