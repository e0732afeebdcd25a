import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { expect, it } from 'vitest'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import { PaletteField } from './palette-field.tsx'
import { UnsavedQuestion } from './unsaved-question.tsx'

/** A form in a dialog. */
function DialogPage() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <FormDialog open title="Note" onClose={() => setOpen(false)}>
          <Form />
        </FormDialog>
      )}
      <UnsavedQuestion />
    </>
  )
}

function Form() {
  const [text, setText] = useState('')
  useUnsavedChanges(text !== '')
  return <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
}

function FormPage() {
  const [text, setText] = useState('')
  useUnsavedChanges(text !== '')
  return (
    <>
      <PaletteField isForAdmins />
      <input aria-label="Name" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => setText('')}>
        Save
      </button>
      <Link to="/dashboard/todo" state={{ from: 'form' }}>
        To do
      </Link>
      <Link to="#end">End</Link>
      <UnsavedQuestion />
    </>
  )
}

async function open() {
  fakeServer()
  const { user, site } = openAdminPage('/dashboard/users', FormPage)
  const field = await screen.findByLabelText('Name')
  return { user, site, field }
}

const press = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const unload = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('asks before a link leaves unsaved input, and keeps it if the user stays', async () => {
  const { user, site, field } = await open()
  await user.type(field, 'Ada')
  await user.click(screen.getByRole('link', { name: 'To do' }))
  expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  press('Stay')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(site.location.pathname).toBe('/dashboard/users')
  expect(field).toHaveValue('Ada')

  await user.click(screen.getByRole('link', { name: 'To do' }))
  press('Leave')
  expect(site.location.pathname).toBe('/dashboard/todo')
  expect(site.location.state).toEqual({ from: 'form' })
})

it('asks before the search leads elsewhere', async () => {
  const { user, site, field } = await open()
  await user.type(field, 'Ada')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'owes{Enter}')
  press('Leave')
  expect(site.location.pathname).toBe('/dashboard/todo')
})

it('lets the browser ask before it closes the page', async () => {
  const { user, field } = await open()
  expect(unload()).toBe(false)
  await user.type(field, 'Ada')
  expect(unload()).toBe(true)
})

it('asks nothing for links within the page, and nothing once all is saved', async () => {
  const { user, site, field } = await open()
  await user.type(field, 'Ada')
  await user.click(screen.getByRole('link', { name: 'End' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(unload()).toBe(false)
  await user.click(screen.getByRole('link', { name: 'To do' }))
  expect(site.location.pathname).toBe('/dashboard/todo')
})

it('asks before Esc or a close button loses what was typed in a dialog', async () => {
  fakeServer()
  const { user } = openAdminPage('/dashboard/users', DialogPage)
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  const dialog = screen.getByRole('dialog', { name: 'Note' })
  const cancel = () => fireEvent(dialog, new Event('cancel', { cancelable: true }))
  await user.type(screen.getByLabelText('Text'), 'Latex')
  const question = () => within(screen.getByRole('dialog', { name: 'Leave without saving?' }))
  cancel()
  await user.click(question().getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText('Text')).toHaveValue('Latex')
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await user.click(question().getByRole('button', { name: 'Leave' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(unload()).toBe(false)

  await user.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
