import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { clinic } from '../testing/clinic-server.ts'
import { json, MORNING, mia, noa, treatments } from '../testing/fake-clinic.ts'
import { address, card, open, openDialog } from '../testing/page.tsx'

const DAY = '/appointment?date=2026-06-05&treatment=allergy'
const WITH_SLOT = `${DAY}&${new URLSearchParams({ slot: MORNING })}`

beforeEach(() => {
  clinic.children = [mia, noa]
})
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
const patient = async (name: string) => (await dialog()).findByRole('radio', { name })

describe('the child of the address', () => {
  it('is chosen in the dialog', async () => {
    await openDialog(await open('/appointment?child=noa'))
    expect(await patient('Noa')).toBeChecked()
    expect(address()).toMatch(/&child=noa$/)
  })

  it.each([
    ['does not exist', 'gone', [mia]],
    ['is an adult', 'noa', [mia, { ...noa, birthDate: '2008-06-05' }]],
    ['is archived', 'noa', [mia, { ...noa, archived: true }]],
    ['cannot be booked for', 'noa', [mia, { ...noa, mayBook: false }]],
  ])('is replaced by another one if it %s', async (_, child, children) => {
    clinic.children = children
    await open(`${WITH_SLOT}&child=${child}`)
    expect(await patient('Mia')).toBeChecked()
    await waitFor(() => expect(address()).toBe(`${WITH_SLOT}&child=mia`))
  })

  it('can be one whose age does not fit on that day, which the dialog explains', async () => {
    clinic.children = [mia, { ...noa, birthDate: '2008-06-09' }]
    await open(`${WITH_SLOT.replace('06-05', '06-09')}&child=noa`)
    expect(await patient('Noa')).toBeChecked()
    expect((await dialog()).getByText(/^Noa is 18 years old that day\./)).toBeVisible()
  })

  it('is not shown to users without children', async () => {
    clinic.children = []
    await open(`${WITH_SLOT}&child=noa`)
    const form = await dialog()
    expect(form.getByText('Paula Parent')).toBeVisible()
    await form.findByRole('button', { name: 'This is for my child: add them' })
    expect(form.queryByText(/Is it for your child/)).toBeNull()
    await waitFor(() => expect(address()).toBe(WITH_SLOT))
  })

  it('is removed from the address when the dialog closes, without loading the day again', async () => {
    clinic.children = []
    const user = await open('/appointment?date=2026-06-05&child=noa')
    await openDialog(user)
    await waitFor(() => expect(address()).toBe(WITH_SLOT))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(DAY))
    expect(clinic.asked).toHaveLength(1)
  })
})

it('is asked for beside the read-only name, date and slot', async () => {
  await open(WITH_SLOT)
  expect(await patient('Mia')).toBeChecked()
  const facts = (await dialog()).getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual(['Paula Parent', 'Fri, Jun 5, 2026', MORNING])
})

describe('the child that is chosen in the dialog', () => {
  it.each(['Noa', 'Paula Parent'])('is %s again after a reload', async (name) => {
    const user = await open(WITH_SLOT)
    await user.click(await patient(name))
    const reloaded = address() ?? ''
    cleanup()
    await open(reloaded)
    expect(await patient(name)).toBeChecked()
  })

  it('stays selected when the dialog closes and after the back button', async () => {
    const user = await open()
    await openDialog(user)
    await user.click(await patient('Noa'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(`${DAY}&child=noa`))
    await user.click(screen.getByText('Browser back'))
    await waitFor(() => expect(address()).toBe('/appointment?date=2026-06-05&child=noa'))
    await openDialog(user)
    expect(await patient('Noa')).toBeChecked()
  })

  it('stays selected when the back button leads to the address of another child', async () => {
    const user = await open('/appointment?child=mia')
    await openDialog(user)
    await user.click(await patient('Noa'))
    await user.click(screen.getByText('Browser back'))
    await waitFor(() => expect(address()).toBe(`${DAY}&child=noa`))
    await user.click(screen.getByRole('button', { name: MORNING }))
    expect(await patient('Noa')).toBeChecked()
  })

  it('adds no step to the history', async () => {
    const user = await open()
    await openDialog(user)
    await user.click(await patient('Noa'))
    await user.click(await patient('Mia'))
    await user.click(screen.getByText('Browser back'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: MORNING })).toBeVisible()
  })

  it('does not make closing a dialog opened by a link leave the page', async () => {
    const user = await open(WITH_SLOT)
    await user.click(await patient('Noa'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(address()).toBe(`${DAY}&child=noa`))
  })
})

it('reloads the children without losing input', async () => {
  const loaded = clinic.listChildren
  clinic.listChildren = () => json({ success: false, code: 'offline', message: 'Not now.' }, 400)
  const user = await open(`${WITH_SLOT}&child=noa`)
  const form = await dialog()
  await user.type(form.getByLabelText('Phone'), '555 0100')
  expect(await form.findByRole('alert')).toHaveTextContent(
    'We couldn’t check who you can book for. Not now. Nothing you typed was lost.',
  )
  clinic.listChildren = loaded
  // The address is still empty.
  await user.click(form.getByRole('button', { name: 'Try again' }))
  expect(await patient('Noa')).toBeChecked()
  expect(form.getByLabelText('Phone')).toHaveValue('555 0100')
  expect(form.getByRole('button', { name: 'Book' })).toHaveFocus()
  expect(form.queryByRole('alert')).toBeNull()
})

it('books with the loaded children if they cannot be loaded again', async () => {
  const user = await open(WITH_SLOT)
  await patient('Mia')
  await user.keyboard('{Escape}')
  clinic.listChildren = () => json({ success: false, code: 'offline', message: 'Not now.' }, 400)
  await user.click(screen.getByRole('button', { name: MORNING }))
  expect(await patient('Mia')).toBeChecked()
  const book = (await dialog()).getByRole('button', { name: 'Book' })
  await waitFor(() => expect(book).not.toHaveAttribute('aria-busy'))
})

describe('a treatment with an age limit', () => {
  /** Mia is five and Noa one year old. */
  const baby = { ...noa, birthDate: '2025-01-05' }
  const reason = 'Allergy Testing is for ages 0–2 years. Mia is 5 years old that day.'

  beforeEach(() => {
    clinic.available = () =>
      json(treatments.map((one) => (one._id === 'allergy' ? { ...one, maxAgeMonths: 24 } : one)))
  })

  it('preselects the first child that fits, and disables the others with the reason', async () => {
    clinic.children = [mia, baby]
    const user = await open()
    await openDialog(user)
    expect(await patient('Noa')).toBeChecked()
    expect(await patient('Mia')).toBeDisabled()
    expect(await patient('Mia')).toHaveAccessibleDescription(reason)
  })

  it('says on its card that it is not for the selected child', async () => {
    clinic.children = [mia]
    const user = await open(`${WITH_SLOT}&child=mia`)
    await patient('Mia')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await card('Allergy Testing')).getByText(reason)).toBeVisible()
  })

  it('asks a parent without children directly, and adds the child in the dialog', async () => {
    clinic.children = []
    const user = await open(WITH_SLOT)
    const form = await dialog()
    expect(
      await form.findByText('Allergy Testing is for ages 0–2 years. Is it for your child?'),
    ).toBeVisible()
    await user.type(form.getByLabelText('Phone'), '555 0100')
    await user.click(form.getByRole('button', { name: 'This is for my child: add them' }))
    expect(form.getByRole('heading', { name: 'Add a child' })).toBeVisible()
    // The booking form is hidden meanwhile.
    expect(document.querySelector('dialog [aria-busy=true]')).toBeNull()
    await user.click(form.getByRole('button', { name: 'Cancel' }))
    expect(form.getByText('Paula Parent')).toBeVisible()
    expect(form.getByLabelText('Phone')).toHaveValue('555 0100')
    expect(form.getByRole('button', { name: 'This is for my child: add them' })).toHaveFocus()
  })
})
