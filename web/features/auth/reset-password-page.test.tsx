import { cleanup, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parent } from '../../../machines/auth/auth-paths.ts'
import { providerError } from './testing/outside-world.ts'
import { renderSite } from './testing/site.tsx'

const { provider } = await vi.hoisted(async () => {
  const { fakeIdentity } = await import('./testing/outside-world.ts')
  return { provider: fakeIdentity() }
})
vi.mock('../../lib/identity/index.ts', () => provider.module)

let user: UserEvent

beforeEach(() => {
  user = userEvent.setup({ delay: null })
})

afterEach(() => {
  cleanup()
  provider.reset()
})

const press = (name: string) => user.click(screen.getByRole('button', { name }))

describe('a reset link that is good', () => {
  it('takes a new password by the rules of the sign-up, then leads to the login', async () => {
    renderSite('/reset-password?oobCode=good')
    expect(await screen.findByText(`Choose a new password for ${parent.email}.`)).toBeVisible()
    expect(provider.identity.verifyPasswordResetCode).toHaveBeenCalledWith({ code: 'good' })
    const password = screen.getByLabelText('New password')
    expect(password).toHaveAttribute('autocomplete', 'new-password')

    await press('Save password')
    expect(await screen.findByText('* Password is required')).toBeVisible()
    await user.type(password, '12345')
    expect(await screen.findByText('Password must be 6 characters or longer')).toBeVisible()
    expect(provider.identity.confirmPasswordReset).not.toHaveBeenCalled()

    await user.type(password, '6')
    await press('Save password')
    expect(provider.identity.confirmPasswordReset).toHaveBeenCalledWith({
      code: 'good',
      password: '123456',
    })
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
    expect(await screen.findByLabelText('Email')).toHaveValue(parent.email)
    expect(await screen.findByText('Your password has been changed')).toBeInTheDocument()
  })

  it("shows the provider's message when it refuses the password", async () => {
    provider.identity.confirmPasswordReset.mockRejectedValueOnce(
      providerError('auth/weak-password'),
    )
    renderSite('/reset-password?oobCode=good')
    await user.type(await screen.findByLabelText('New password'), 'password')
    await press('Save password')
    expect(await screen.findByRole('alert')).toHaveTextContent('auth/weak-password')
  })

  it('offers a new link when it ran out while the password was typed', async () => {
    provider.identity.confirmPasswordReset.mockRejectedValueOnce(
      providerError('auth/expired-action-code'),
    )
    renderSite('/reset-password?oobCode=good')
    await user.type(await screen.findByLabelText('New password'), 'password')
    await press('Save password')
    expect(await screen.findByText(/This link has expired/)).toBeVisible()
  })
})

describe('a reset link that is no longer good', () => {
  it.each([
    ['auth/expired-action-code', /This link has expired/],
    ['auth/invalid-action-code', /This link has already been used/],
  ])('says so and offers a new one (%s)', async (code, sentence) => {
    provider.identity.verifyPasswordResetCode.mockRejectedValueOnce(providerError(code))
    renderSite('/reset-password?oobCode=old')
    expect(await screen.findByText(sentence)).toBeVisible()

    await press('Send a new link')
    expect(await screen.findByText('Email required')).toBeVisible()
    await user.type(screen.getByLabelText('Email'), parent.email)
    await press('Send a new link')
    const alert = await screen.findByRole('alertdialog', { name: 'Check your email' })
    expect(provider.identity.sendPasswordReset).toHaveBeenCalledWith({ email: parent.email })
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
  })

  it('is not even asked about without its code', async () => {
    renderSite('/reset-password')
    expect(await screen.findByText(/This link is incomplete/)).toBeVisible()
    expect(provider.identity.verifyPasswordResetCode).not.toHaveBeenCalled()
  })

  it('stays on the page with the message when no new one can be sent', async () => {
    provider.identity.sendPasswordReset.mockRejectedValueOnce(
      providerError('auth/network-request-failed'),
    )
    renderSite('/reset-password')
    await user.type(await screen.findByLabelText('Email'), parent.email)
    await press('Send a new link')
    expect(await screen.findByRole('alert')).toHaveTextContent('auth/network-request-failed')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
})

it('can check the link again when the provider could not be asked', async () => {
  provider.identity.verifyPasswordResetCode.mockRejectedValueOnce(
    providerError('auth/network-request-failed'),
  )
  renderSite('/reset-password?oobCode=good')
  expect(await screen.findByRole('alert')).toHaveTextContent('auth/network-request-failed')
  await press('Try again')
  expect(await screen.findByLabelText('New password')).toBeVisible()
})
