import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { providerError } from '#web/family/auth/testing/outside-world.ts'
import { NoUserError } from '#web/lib/identity/identity-adapter.ts'
import { user } from '#web/testing/user.ts'
import { openProfile } from '../testing/profile-site.ts'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

const { identity } = provider
const phone = { id: 'factor-1', number: '+15035550188', since: '2026-11-05T12:00:00.000Z' }
const TOO_LONG_AGO = providerError('auth/requires-recent-login')

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const alert = () => screen.findByRole('alert')

async function type(label: string, text: string) {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

/** Opens the enrollment and has a code sent. */
async function askForCode(number = '+1 (503) 555-0188') {
  await press('Add a phone')
  await type('Phone', number)
  await press('Send a code')
}

describe('the account at the provider', () => {
  it('is loaded when the browser is idle, and again after a failure', async () => {
    identity.readAccount.mockRejectedValueOnce(providerError('auth/network-request-failed'))
    await openProfile()
    expect(await alert()).toHaveTextContent('We can’t reach the login service.')
    await press('Try again')
    expect(await screen.findByText('You haven’t added a phone yet.')).toBeVisible()
  })

  it("cannot be read when the provider's session has ended; the login leads back", async () => {
    identity.readAccount.mockRejectedValueOnce(new NoUserError())
    const { site } = await openProfile()
    expect(await alert()).toHaveTextContent('No user is logged in')
    identity.freshIdToken.mockResolvedValueOnce(null)
    await press('Log in again')
    await screen.findByRole('heading', { name: 'Login' })
    expect(site.location.state).toEqual({ from: '/dashboard/profile', ended: 'expired' })
  })
})

// What the card shows in each state is checked by second-factor.walks.test.tsx.
describe('adding a phone', () => {
  it('enrolls the phone with the code, then lists it', async () => {
    const { kept } = await openProfile()
    await press('Add a phone')
    expect(await screen.findByLabelText('Phone')).toHaveFocus()
    await press('Send a code')
    expect(await screen.findByText('Phone is required')).toBeVisible()
    await type('Phone', '555 0188')
    expect(
      await screen.findByText('Enter a number like (503) 555-0100, or with its country code'),
    ).toBeVisible()
    expect(identity.sendEnrollmentCode).not.toHaveBeenCalled()

    identity.sendEnrollmentCode.mockRejectedValueOnce(providerError('auth/invalid-phone-number'))
    await type('Phone', '+1 (503) 555-0188')
    await press('Send a code')
    expect(await alert()).toHaveTextContent('We can’t send a code to this number.')
    await press('Send a code')
    expect(await screen.findByText('We texted a code to +15035550188.')).toBeVisible()
    expect(identity.sendEnrollmentCode).toHaveBeenLastCalledWith({ phone: '+15035550188' })
    expect(screen.getByLabelText('Verification code')).toHaveFocus()

    identity.confirmEnrollment.mockRejectedValueOnce(
      providerError('auth/invalid-verification-code'),
    )
    await type('Verification code', '000000')
    await press('Confirm')
    expect(await alert()).toHaveTextContent('That code isn’t right.')

    identity.confirmEnrollment.mockImplementationOnce(async () => {
      kept.account = { ...kept.account, phones: [phone] }
    })
    await type('Verification code', '123456')
    await press('Confirm')
    expect(await screen.findByText('Phone ending in 0188')).toBeVisible()
    expect(screen.getByText('Nov 5, 2026')).toBeVisible()
    expect(await screen.findByText('Two-step verification is on')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Add a phone' })).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Two-step verification' })).toHaveFocus()
  })

  it("is replaced by an alert when the provider's session has ended", async () => {
    await openProfile()
    await screen.findByRole('button', { name: 'Add a phone' })
    identity.sendEnrollmentCode.mockRejectedValueOnce(new NoUserError())
    identity.readAccount.mockRejectedValueOnce(new NoUserError())
    await askForCode()
    // A toast says so, too, for some seconds.
    expect(await screen.findByRole('button', { name: 'Log in again' })).toBeVisible()
    expect(screen.queryByLabelText('Phone')).not.toBeInTheDocument()
  })
})

describe('an unconfirmed email', () => {
  it('is confirmed by an email first', async () => {
    const { server, kept } = await openProfile({ emailVerified: false })
    server.answer('GET config', () => ({ body: config }))
    await press('Add a phone')
    await press('Send email')
    expect(await screen.findByText(/^We sent an email to/)).toHaveTextContent(parent.email)
    expect(await screen.findByRole('link', { name: /^mailbox/ })).toHaveAttribute(
      'href',
      '/sandbox/mailbox',
    )
    expect(identity.sendEmailVerification).toHaveBeenCalledOnce()
    await press('I’ve confirmed it')
    expect(await alert()).toHaveTextContent('Your email isn’t confirmed yet.')

    kept.account = { ...kept.account, emailVerified: true }
    await press('I’ve confirmed it')
    expect(await screen.findByLabelText('Phone')).toHaveFocus()
  })

  it('is found to be confirmed when the user returns to the page', async () => {
    const { kept } = await openProfile({ emailVerified: false })
    await press('Add a phone')
    await press('Send email')
    await screen.findByText(/^We sent an email to/)
    kept.account = { ...kept.account, emailVerified: true }
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(await screen.findByLabelText('Phone')).toBeVisible()
  })

  it('has to be confirmed when the provider requires it for a code', async () => {
    await openProfile()
    identity.sendEnrollmentCode.mockRejectedValueOnce(providerError('auth/unverified-email'))
    await askForCode()
    expect(await screen.findByRole('button', { name: 'Send email' })).toBeVisible()
  })
})

describe('a login that the provider considers too old', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))

  it('is repeated with the password and a code, and the enrollment goes on', async () => {
    await openProfile()
    identity.sendEnrollmentCode.mockRejectedValueOnce(TOO_LONG_AGO)
    identity.reauthenticate
      .mockRejectedValueOnce(providerError('auth/invalid-credential'))
      .mockResolvedValueOnce({ kind: 'secondFactorRequired', phoneHint: '+*******0100' })
    identity.confirmSecondFactorCode.mockRejectedValueOnce(
      providerError('auth/invalid-verification-code'),
    )
    await askForCode()
    const asking = await dialog()
    const password = asking.getByLabelText('Password')
    expect(password).toHaveFocus()
    await user.type(password, 'not-this-one')
    await user.click(asking.getByRole('button', { name: 'Continue' }))
    expect(await asking.findByRole('alert')).toHaveTextContent('That password isn’t right.')
    await user.click(asking.getByRole('button', { name: 'Continue' }))

    expect(await screen.findByText('We texted a code to +*******0100.')).toBeVisible()
    await type('Verification code', '000000')
    await press('Confirm')
    expect(await alert()).toHaveTextContent('That code isn’t right.')
    // While a code is sent, the provider may show a reCAPTCHA.
    const sending = Promise.withResolvers<void>()
    identity.sendSecondFactorCode.mockReturnValueOnce(sending.promise)
    await press('Send a new code')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await act(async () => sending.resolve())
    await type('Verification code', '123456')
    await press('Confirm')

    expect(await screen.findByText('We texted a code to +15035550188.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(identity.sendEnrollmentCode).toHaveBeenCalledTimes(2)
    expect(identity.sendSecondFactorCode).toHaveBeenCalledTimes(2)
  })

  it('is repeated with Google where the account has no password', async () => {
    await openProfile({ hasPassword: false, hasGoogle: true })
    identity.sendEnrollmentCode.mockRejectedValueOnce(TOO_LONG_AGO)
    identity.reauthenticateWithGoogle.mockRejectedValueOnce(providerError('auth/user-mismatch'))
    await askForCode()
    const again = await dialog()
    expect(again.queryByLabelText('Password')).not.toBeInTheDocument()
    const google = again.getByRole('button', { name: 'Continue with Google' })
    await user.click(google)
    expect(await again.findByRole('alert')).toHaveTextContent('That’s not the account')
    await user.click(google)
    expect(await screen.findByText('We texted a code to +15035550188.')).toBeVisible()
  })

  it('changes nothing when the user does not log in again', async () => {
    await openProfile()
    identity.sendEnrollmentCode.mockRejectedValueOnce(TOO_LONG_AGO)
    await askForCode()
    await user.click((await dialog()).getByRole('button', { name: 'Close' }))
    expect(await alert()).toHaveTextContent('You didn’t log in again, so nothing changed.')
    expect(screen.getByLabelText('Phone')).toHaveValue('+1 (503) 555-0188')
    expect(identity.sendEnrollmentCode).toHaveBeenCalledOnce()
  })
})

describe('removing a phone', () => {
  const REMOVE = 'Remove the phone ending in 0188'

  it('asks first, then takes it off the list', async () => {
    const { kept } = await openProfile({ phones: [phone] })
    await press(REMOVE)
    const question = await screen.findByRole('dialog', { name: 'Remove this phone?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(identity.removePhone).not.toHaveBeenCalled()

    identity.removePhone.mockRejectedValueOnce(providerError('auth/network-request-failed'))
    await press(REMOVE)
    await press('Remove')
    expect(await alert()).toHaveTextContent('We can’t reach the login service.')

    identity.removePhone.mockImplementationOnce(async () => {
      kept.account = { ...kept.account, phones: [] }
    })
    await press(REMOVE)
    await press('Remove')
    expect(await screen.findByText('You haven’t added a phone yet.')).toBeVisible()
    expect(identity.removePhone).toHaveBeenLastCalledWith({ id: 'factor-1' })
    expect(await screen.findByText('Phone removed')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Two-step verification' })).toHaveFocus()
  })
})
