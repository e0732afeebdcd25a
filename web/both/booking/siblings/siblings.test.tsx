import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Block } from '#contract/booking/blocks.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { unpaid } from '#machines/testing/payment/payment-walks.ts'
import { user } from '#web/testing/user.ts'
import { preloadSiblings } from '../chunks.ts'
import { clinic } from '../testing/clinic-server.ts'
import { MORNING, mia, noa, treatments } from '../testing/fake-clinic.ts'
import { address, dayButton, open, openDialog, queriesWith } from '../testing/page.tsx'

const five = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...mia, _id: name, name }))

const block: Block = {
  time: '09:00 AM - 10:00 AM',
  items: [mia, noa].map(({ _id, name }) => ({
    child: { _id, name },
    treatment: 'Allergy Testing',
    slot: MORNING,
    price: 120,
  })),
}
const TOGETHER = '/appointment?date=2026-06-05&siblings=mia:allergy,noa:allergy'

beforeAll(preloadSiblings)
beforeEach(() => {
  Object.assign(clinic, { children: [mia, noa], blocks: [block] })
})
const isCard = (item: HTMLElement) => item.querySelector('button') !== null
const shownAddress = () => decodeURIComponent(address() ?? '').replaceAll('+', ' ')

it('is not offered to a parent of one child', async () => {
  clinic.children = [mia]
  const dialog = await openDialog(await open())
  expect(await dialog.findByRole('radio', { name: 'Mia' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Book for several children' })).toBeNull()
})

it('says in the dialog for one child which sibling has an appointment at that time', async () => {
  clinic.appointments = [
    {
      ...unpaid,
      date: 'Jun 5, 2026',
      slot: MORNING,
      doctor: 'Dr. Leila Haddad',
      child: { _id: noa._id, name: noa.name },
    },
  ]
  const dialog = await openDialog(await open('/appointment?date=2026-06-05&child=mia'))
  expect(
    await dialog.findByText(
      /^\W*Noa\W* has an appointment at that time, too: 9:00 AM with \W*Dr. Leila Haddad/,
    ),
  ).toBeVisible()
})

it('leads to the booking for one patient without two children', async () => {
  clinic.children = [mia]
  await open('/appointment?date=2026-06-05&siblings=')
  expect(await screen.findAllByRole('button', { name: 'Select Treatment' })).not.toHaveLength(0)
  await waitFor(() => expect(address()).toBe('/appointment?date=2026-06-05'))
})

it('keeps children, treatments and times in the address', async () => {
  const user = await open(TOGETHER)
  await user.click(await screen.findByRole('button', { name: block.time }))
  expect(await screen.findByRole('dialog', { name: 'Book for Mia and Noa' })).toBeVisible()
  expect(shownAddress()).toBe(`${TOGETHER}&slot=${block.time}`)
  await user.click(screen.getByRole('button', { name: 'Browser back', hidden: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shownAddress()).toBe(TOGETHER)
})

it('says until when each of them can be canceled and moved', async () => {
  const later = TOGETHER.replace('06-05', '06-09')
  await open(`${later}&slot=${block.time}`, queriesWith(DEFAULT_TERMS))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book for Mia and Noa' }))
  const terms = within(dialog.getByRole('list', { name: 'Changes and refunds' }))
  // Both begin at the same time.
  expect(terms.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Free to cancel until Mon, Jun 8, 9:00 AM',
    'Can be moved online until Tue, 7:00 AM',
  ])
})

it('searches for times of the selected treatments, on the selected day', async () => {
  const user = await open(TOGETHER)
  const select = await screen.findByRole('combobox', { name: 'Treatment for Noa' })
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Choose a treatment',
    ...treatments.filter(({ slots }) => slots.length > 0).map(({ name }) => name),
  ])
  await user.selectOptions(select, 'Weight Loss')
  expect(screen.queryByRole('region', { name: /^Times for/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show times' }))
  await user.click(dayButton(/^Tuesday, June 9, 2026$/))
  await waitFor(() => expect(clinic.askedTogether).toHaveLength(3))
  expect(clinic.askedTogether.at(-1)).toBe(
    '?date=2026-06-09&child=mia&child=noa&treatment=allergy&treatment=weight',
  )
})

it('begins with the day and without children if a link leads to it', async () => {
  await open('/appointment?siblings=')
  expect(await screen.findByRole('checkbox', { name: 'Mia' })).not.toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Noa' })).not.toBeChecked()
  expect(screen.getByRole('heading', { name: 'Book for several children' })).not.toHaveFocus()
  expect(screen.getByText(/^Total/)).toHaveTextContent('Total $0 for 0 appointments')
})

it('asks for the first child’s treatment, suggests it for the others, and sums the prices', async () => {
  const user = await open('/appointment?date=2026-06-05&siblings=')
  await user.click(await screen.findByRole('checkbox', { name: 'Mia' }))
  const mias = screen.getByRole('combobox', { name: 'Treatment for Mia' })
  expect(mias).toHaveDisplayValue('Choose a treatment')
  await waitFor(() => expect(shownAddress()).toContain('siblings=mia:'))
  expect(screen.getByRole('button', { name: 'Show times' })).toBeDisabled()
  await user.selectOptions(mias, 'Allergy Testing')
  await user.click(screen.getByRole('checkbox', { name: 'Noa' }))
  expect(screen.getByRole('combobox', { name: 'Treatment for Noa' })).toHaveDisplayValue(
    'Allergy Testing',
  )
  expect(screen.getByText(/^Total/)).toHaveTextContent('Total $240 for 2 appointments')
  expect(screen.getByRole('button', { name: 'Show times' })).toBeEnabled()
})

it('shows times at the same time first, with the total once', async () => {
  const inTurn = {
    time: '10:00 AM - 11:00 AM',
    items: block.items.map((item, index) => ({
      ...item,
      slot: ['10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM'][index] ?? '',
    })),
  }
  clinic.blocks = [inTurn, block]
  await open(TOGETHER)
  const times = within(await screen.findByRole('region', { name: /^Times for/ }))
  expect(times.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual([
    block.time,
    inTurn.time,
  ])
  expect(times.getByText('One after the other')).toBeVisible()
  expect(times.getByText('At the same time, two rooms')).toBeVisible()
  expect(times.getByText(/\$240 for all$/)).toBeVisible()
  expect(times.queryByText(/^Total/)).toBeNull()
})

it('shows the first six times, and the others on request', async () => {
  clinic.blocks = Array.from({ length: 8 }, (_, hour) => ({
    ...block,
    time: `0${hour + 1}:00 PM - 0${hour + 1}:30 PM`,
  }))
  await open(TOGETHER)
  const times = within(await screen.findByRole('region', { name: /^Times for/ }))
  expect(times.getAllByRole('listitem').filter(isCard)).toHaveLength(6)
  await user.click(times.getByRole('button', { name: 'Show 2 more times' }))
  expect(times.getAllByRole('listitem').filter(isCard)).toHaveLength(8)
  expect(times.getByRole('button', { name: '07:00 PM - 07:30 PM' })).toHaveFocus()
  expect(times.queryByRole('button', { name: /^Show/ })).toBeNull()
})

it('shows the total of each time where they differ', async () => {
  const cheaper = {
    time: '10:00 AM - 11:00 AM',
    items: block.items.map((item) => ({ ...item, price: 100 })),
  }
  clinic.blocks = [block, cheaper]
  await open(TOGETHER)
  const times = within(await screen.findByRole('region', { name: /^Times for/ }))
  expect(times.getByText('Total $240')).toBeVisible()
  expect(times.getByText('Total $200')).toBeVisible()
  expect(times.queryByText(/for all$/)).toBeNull()
})

it('says for each child why no times fit, and links to the next day that has some', async () => {
  clinic.blocks = []
  clinic.obstacles = {
    children: [
      { name: 'Mia', treatment: 'Allergy Testing', slot: MORNING },
      { name: 'Noa', treatment: 'Weight Loss', slot: null },
    ],
    nextDay: '2026-06-09',
  }
  const user = await open(TOGETHER)
  const title = 'No times fit both children on Fri, Jun 5, 2026'
  const none = (await screen.findByRole('heading', { name: title })).closest('[tabindex]')
  expect(none).toHaveFocus()
  expect(
    await screen.findByText(/Mia\W* already has Allergy Testing that day, at 9:00 AM/),
  ).toBeVisible()
  expect(screen.getByText(/No time for Weight Loss is left for \W*Noa/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show Tue, Jun 9, 2026' }))
  await waitFor(() => expect(clinic.askedTogether.at(-1)).toContain('date=2026-06-09'))
})

it('allows at most four children', async () => {
  clinic.children = five
  const four = ['a', 'b', 'c', 'd'].map((child) => `${child}:allergy`).join()
  await open(`/appointment?date=2026-06-05&siblings=${four}`)
  expect(await screen.findByRole('checkbox', { name: 'd' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'e' })).toBeDisabled()
  expect(screen.getByText('Four children can come together.')).toBeVisible()
})

it('names the child for which no treatment of the day is suitable', async () => {
  const only = { ...treatments[0], maxAgeMonths: 12 }
  clinic.available = () => Response.json([only])
  clinic.children = [mia, { ...noa, birthDate: '2026-01-05' }]
  await open('/appointment?date=2026-06-05&siblings=')
  expect(await screen.findByRole('checkbox', { name: 'Mia' })).toBeDisabled()
  expect(
    screen.getByText('No treatment for Mia’s age is available on Fri, Jun 5, 2026.'),
  ).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Noa' })).toBeEnabled()
})
