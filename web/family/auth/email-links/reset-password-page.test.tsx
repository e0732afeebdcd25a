import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { user } from '#web/testing/user.ts'
import { provider } from '../testing/fake-provider.ts'
import { providerError } from '../testing/outside-world.ts'
import { renderSite } from '../testing/site.tsx'

// What the page shows in each state is checked by email-links.walks.test.tsx.

vi.mock('#web/lib/identity/index.ts', () => import('../testing/fake-provider.ts'))

const { identity } = provider
const press = (name: string) => user.click(screen.getByRole('button', { name }))

it('changes the password by the rules of the sign-up, then opens the login', async () => {
  renderSite('/reset-password?oobCode=good')
  expect(await screen.findByText(`Choose a new password for ${parent.email}.`)).toBeVisible()
  expect(identity.verifyPasswordResetCode).toHaveBeenCalledWith({ code: 'good' })
  const password = screen.getByLabelText('New password')
  expect(password).toHaveAttribute('autocomplete', 'new-password')

  await press('Save password')
  expect(await screen.findByText('* Password is required')).toBeVisible()
  await user.type(password, '12345')
  expect(await screen.findByText('Password must be 6 characters or longer')).toBeVisible()
  expect(identity.confirmPasswordReset).not.toHaveBeenCalled()

  await user.type(password, '6')
  await press('Save password')
  expect(identity.confirmPasswordReset).toHaveBeenCalledWith({ code: 'good', password: '123456' })
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
})

it.each([
  ['auth/expired-action-code', 'This link has expired. Request a new one below.'],
  [
    'auth/invalid-action-code',
    'This link has already been used or is incomplete. Request a new one below.',
  ],
  ['auth/user-disabled', 'This account has been disabled.'],
])('explains why the provider refuses a link: %s', async (code, sentence) => {
  identity.verifyPasswordResetCode.mockRejectedValueOnce(providerError(code))
  renderSite('/reset-password?oobCode=old')
  expect(await screen.findByText(sentence)).toBeVisible()
})

it('explains why the provider refuses a link while the password is typed', async () => {
  identity.confirmPasswordReset.mockRejectedValueOnce(providerError('auth/expired-action-code'))
  renderSite('/reset-password?oobCode=good')
  await user.type(await screen.findByLabelText('New password'), 'password')
  await press('Save password')
  expect(await screen.findByText(/This link has expired/)).toBeVisible()
})

it('sends a new link instead of one without a code, which the provider is not asked about', async () => {
  renderSite('/reset-password')
  expect(await screen.findByText(/This link is incomplete/)).toBeVisible()
  expect(identity.verifyPasswordResetCode).not.toHaveBeenCalled()

  await press('Send a new link')
  expect(await screen.findByText('Email required')).toBeVisible()
  await user.type(screen.getByLabelText('Email'), parent.email)
  await press('Send a new link')
  const alert = await screen.findByRole('alertdialog', { name: 'Check your email' })
  expect(identity.sendPasswordReset).toHaveBeenCalledWith({ email: parent.email })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
})
