import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { parent } from '../../../machines/auth/auth-paths.ts'
import { providerError } from './testing/outside-world.ts'
import { renderSite } from './testing/site.tsx'

const { provider } = await vi.hoisted(async () => {
  const { fakeIdentity } = await import('./testing/outside-world.ts')
  return { provider: fakeIdentity() }
})
vi.mock('../../lib/identity/index.ts', () => provider.module)

afterEach(() => provider.reset())

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })

it('confirms the email at once, and once only', async () => {
  renderSite('/confirm-email?oobCode=good')
  await heading('Email confirmed')
  expect(provider.identity.confirmEmail).toHaveBeenCalledExactlyOnceWith({ code: 'good' })
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toHaveAttribute(
    'href',
    '/dashboard/profile',
  )
})

it('has nothing against a link that is followed twice', async () => {
  provider.becomes(parent.email)
  provider.identity.confirmEmail.mockRejectedValueOnce(providerError('auth/invalid-action-code'))
  renderSite('/confirm-email?oobCode=used')
  await heading('Email confirmed')
})

it.each([
  ['auth/expired-action-code', /has expired/],
  ['auth/invalid-action-code', /has already been used/],
])('says what is wrong with a link: %s', async (code, words) => {
  provider.identity.confirmEmail.mockRejectedValueOnce(providerError(code))
  renderSite('/confirm-email?oobCode=bad')
  await heading('This link doesn’t work')
  expect(screen.getByText(words)).toBeVisible()
})

it('asks nobody about a link without a code', async () => {
  renderSite('/confirm-email')
  await heading('This link doesn’t work')
  expect(provider.identity.confirmEmail).not.toHaveBeenCalled()
})

it('can be tried again when nobody answered', async () => {
  provider.identity.confirmEmail.mockRejectedValueOnce(providerError('auth/network-request-failed'))
  renderSite('/confirm-email?oobCode=good')
  expect(await screen.findByRole('alert')).toHaveTextContent('auth/network-request-failed')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('Email confirmed')
})

it('is where a project’s one address for letters sends those that change something back', async () => {
  const site = renderSite('/reset-password?mode=recoverEmail&oobCode=back')
  await heading('Change undone')
  expect(site.location.pathname).toBe('/confirm-email')
  expect(provider.identity.confirmEmail).toHaveBeenCalledWith({ code: 'back' })
})
