import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { patientLine } from './chunks.ts'
import { clinic } from './testing/clinic-server.ts'
import { json, MORNING, mia, noa } from './testing/fake-clinic.ts'
import { address, card, open, openDialog, selectTreatment } from './testing/page.tsx'

beforeAll(() => patientLine.load())
beforeEach(() => {
  clinic.children = [mia, noa]
})

const patient = () => screen.findByLabelText('Who is it for?')
const refuse = () => json({ success: false, code: 'offline', message: 'Not now.' }, 400)

it('names the child of the address before the dialog opens, once it is loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const loaded = clinic.listChildren
  clinic.listChildren = () => promise
  await open('/appointment?child=noa')
  expect(await patient()).toBeDisabled()
  expect(await patient()).toHaveDisplayValue('Loading…')
  resolve(await loaded())
  await waitFor(async () => expect(await patient()).toHaveDisplayValue('Noa'))
  expect(await patient()).toBeEnabled()
})

it('books for another patient once one is selected', async () => {
  const user = await open('/appointment?child=mia')
  await user.selectOptions(await patient(), 'Noa')
  await waitFor(() => expect(address()).toBe('/appointment?date=2026-06-05&child=noa'))
  const dialog = await openDialog(user)
  expect(await dialog.findByRole('radio', { name: 'Noa' })).toBeChecked()
  await user.click(dialog.getByRole('radio', { name: 'Paula Parent' }))
  await user.keyboard('{Escape}')
  expect(await patient()).toHaveDisplayValue('Paula Parent')
  await user.selectOptions(await patient(), 'Mia')
  await user.click(screen.getByRole('button', { name: MORNING }))
  const again = within(await screen.findByRole('dialog', { name: 'Allergy Testing' }))
  expect(await again.findByRole('radio', { name: 'Mia' })).toBeChecked()
})

it('keeps the day and the treatment, and adds no history entry', async () => {
  const user = await open('/appointment?child=mia')
  await selectTreatment(user)
  await user.selectOptions(await patient(), 'Noa')
  const chosen = '/appointment?date=2026-06-05&treatment=allergy&child=noa'
  await waitFor(() => expect(address()).toBe(chosen))
  await user.click(screen.getByText('Browser back'))
  await waitFor(() => expect(address()).toBe('/appointment?date=2026-06-05&child=noa'))
})

it('loads the children again if that failed', async () => {
  const loaded = clinic.listChildren
  clinic.listChildren = refuse
  const user = await open('/appointment?child=noa')
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load your children.')
  const button = screen.getByRole('button', { name: 'Try again to load your children' })
  await user.click(button)
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
  expect(button).toHaveFocus()
  clinic.listChildren = loaded
  await user.click(button)
  await waitFor(async () => expect(await patient()).toHaveFocus())
  expect(await patient()).toHaveDisplayValue('Noa')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('asks for a choice if the child of the address cannot be booked for', async () => {
  clinic.children = [mia, { ...noa, mayBook: false }]
  const user = await open('/appointment?child=noa')
  await waitFor(async () => expect(await patient()).toHaveDisplayValue('Please choose'))
  expect(within(await patient()).queryByRole('option', { name: 'Noa' })).toBeNull()
  const dialog = await openDialog(user)
  expect(await dialog.findByRole('radio', { name: 'Mia' })).toBeChecked()
  expect(await patient()).toHaveDisplayValue('Mia')
})

it('is hidden for users without children', async () => {
  clinic.children = []
  await open('/appointment?child=noa')
  await card('Allergy Testing')
  await waitFor(() => expect(screen.queryByLabelText('Who is it for?')).toBeNull())
})

it('does not load children if the address names none', async () => {
  const listChildren = vi.fn(clinic.listChildren)
  clinic.listChildren = listChildren
  await open()
  await card('Allergy Testing')
  expect(screen.queryByLabelText('Who is it for?')).toBeNull()
  expect(listChildren).not.toHaveBeenCalled()
})
