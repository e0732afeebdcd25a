import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { providerError } from '#web/family/auth/testing/outside-world.ts'
import type { Account } from '#web/lib/identity/identity-adapter.ts'
import { user } from '#web/testing/user.ts'
import { openProfile } from './testing/profile-site.ts'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

const NEW = 'sprout-5678'

/** Opens the profile page, and the form. */
async function openForm(account: Partial<Account> = {}) {
  const profile = await openProfile(account)
  await user.click(await screen.findByRole('button', { name: 'Change password' }))
  return profile
}

async function submit(password = NEW) {
  const current = await screen.findByLabelText('Current password')
  await user.clear(current)
  await user.type(current, 'sprout-1234')
  const chosen = screen.getByLabelText('New password')
  await user.clear(chosen)
  if (password) await user.type(chosen, password)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

it('changes the password after a login with the current one, and continues the session', async () => {
  const { server } = await openForm()
  expect(await screen.findByLabelText('Current password')).toHaveFocus()
  await submit()
  expect(await screen.findByText('Your password has been changed')).toBeVisible()
  expect(provider.identity.reauthenticate).toHaveBeenCalledWith({ password: 'sprout-1234' })
  expect(provider.identity.changePassword).toHaveBeenCalledWith({ password: NEW })
  expect(server.count('PUT', 'users')).toBe(1)
  expect(screen.getByRole('button', { name: 'Change password' })).toHaveFocus()
  expect(screen.queryByLabelText('New password')).toBeNull()
})

it('asks for both passwords', async () => {
  await openForm()
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Password required')).toBeVisible()
  expect(screen.getByText('* Password is required')).toBeVisible()
  expect(provider.identity.reauthenticate).not.toHaveBeenCalled()
})

it('says that the current password is wrong, and keeps what was typed', async () => {
  await openForm()
  provider.identity.reauthenticate.mockRejectedValueOnce(providerError('auth/invalid-credential'))
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('That password isn’t right.')
  expect(screen.getByLabelText('New password')).toHaveValue(NEW)
  expect(provider.identity.changePassword).not.toHaveBeenCalled()
  await submit()
  expect(await screen.findByText('Your password has been changed')).toBeVisible()
})

it('can be tried again with another password when the provider refuses it', async () => {
  await openForm()
  provider.identity.changePassword.mockRejectedValueOnce(providerError('auth/weak-password'))
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('Choose a longer password.')
  await submit('sprout-5678-longer')
  expect(await screen.findByText('Your password has been changed')).toBeVisible()
})

it('asks for a code when two-step verification is on, and then for a login with the new password', async () => {
  await openForm()
  provider.identity.reauthenticate.mockResolvedValueOnce({
    kind: 'secondFactorRequired',
    phoneHint: '+*******0188',
  })
  // The provider’s session is from before the change.
  provider.identity.changePassword.mockImplementationOnce(async () => {
    provider.identity.freshIdToken.mockResolvedValueOnce(null)
  })
  await submit()
  expect(await screen.findByText('We texted a code to +*******0188.')).toBeVisible()
  expect(screen.getByText(/^Lost this phone\? Call us at/)).toBeVisible()
  expect(provider.identity.changePassword).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Verification code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
  expect(
    await screen.findByText('Your password has been changed. Log in with the new one.'),
  ).toBeVisible()
})

it('explains that an account without a password has none to change', async () => {
  await openForm({ hasPassword: false, hasGoogle: true })
  expect(await screen.findByText(/^You log in with Google/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change password' })).toHaveFocus())
})
