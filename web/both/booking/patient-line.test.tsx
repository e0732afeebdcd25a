import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { unpaid } from '#machines/testing/payment/payment-walks.ts'
import { patientLine } from './chunks.ts'
import { clinic } from './testing/clinic-server.ts'
import { json, MORNING, mia, noa } from './testing/fake-clinic.ts'
import { address, open, openDialog, selectTreatment } from './testing/page.tsx'

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

it('tells users without children that they can add one', async () => {
  clinic.children = []
  await open()
  expect(await screen.findByText(/^Is it for your child\? You can add them/)).toBeVisible()
  expect(screen.queryByLabelText('Who is it for?')).toBeNull()
})

it('says before the treatment is chosen which child cannot have it, and why', async () => {
  const child = { _id: noa._id, name: noa.name }
  const treatment = 'Allergy Testing'
  clinic.appointments = [{ ...unpaid, treatment, date: 'Jun 5, 2026', slot: MORNING, child }]
  const user = await open()
  expect(await patient()).toHaveDisplayValue('Please choose')
  const card = () => screen.getByRole('heading', { name: 'Allergy Testing' }).closest('li')
  await user.selectOptions(await patient(), 'Noa')
  await waitFor(() => expect(card()).toHaveTextContent('already has this at'))
  await user.selectOptions(await patient(), 'Mia')
  await waitFor(() => expect(card()).not.toHaveTextContent('already has this at'))
})
