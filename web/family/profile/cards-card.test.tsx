import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { KeptCard } from '#contract/payments/cards.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { user } from '#web/testing/user.ts'
import { openProfile } from './testing/profile-site.ts'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

function card(changes: Partial<KeptCard>): KeptCard {
  const expiry = { expiryMonth: 8, expiryYear: 2034, expired: false }
  return {
    _id: '01890a5d-ac96-774b-bcce-b302099a8061',
    brand: 'visa',
    last4: '4242',
    ...expiry,
    ...changes,
  }
}

const OLD = card({
  _id: '01890a5d-ac96-774b-bcce-b302099a8062',
  brand: 'mastercard',
  last4: '4444',
  expiryYear: 2024,
  expired: true,
})

async function openCards(cards: () => readonly KeptCard[]) {
  const { server } = await openProfile()
  server.answer('GET cards', () => ({ body: cards() }))
  await queryClient.invalidateQueries({ queryKey: ['cards'] })
  return server
}

it('lists the kept cards, and which has expired', async () => {
  await openCards(() => [card({}), OLD])
  const list = within(await screen.findByRole('list', { name: 'Your cards' }))
  const texts = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'Visa •••• 4242 expires 08/34Remove',
    'Mastercard •••• 4444 expired 08/24Remove',
  ])
})

it('says how a card is kept when there is none', async () => {
  await openCards(() => [])
  expect(await screen.findByText(/^You keep no card\./)).toBeVisible()
})

it('removes a card after a confirmation', async () => {
  let cards = [card({}), OLD]
  const server = await openCards(() => cards)
  server.answer('DELETE cards', () => {
    cards = [OLD]
    return { body: { deletedCount: 1 } }
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Visa •••• 4242' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove Visa •••• 4242?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Visa •••• 4242')).toBeNull())
  expect(screen.getByText('Mastercard •••• 4444')).toBeVisible()
})

it('keeps the card when the server cannot remove it, and says why', async () => {
  const server = await openCards(() => [card({})])
  server.answer('DELETE cards', () => ({
    status: 404,
    body: { code: 'not_found', message: 'You keep no such card.' },
  }))
  await user.click(await screen.findByRole('button', { name: 'Remove Visa •••• 4242' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Remove Visa •••• 4242?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect(await dialog.findByText('You keep no such card.')).toBeVisible()
})
