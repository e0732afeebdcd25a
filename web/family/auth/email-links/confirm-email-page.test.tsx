import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { LoginRequiredError } from '#web/lib/identity/identity-adapter.ts'
import { readSession, saveSession } from '#web/lib/session.ts'
import { provider } from '../testing/fake-provider.ts'
import { fakeServer, providerError, tokenFor } from '../testing/outside-world.ts'
import { renderSite } from '../testing/site.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('../testing/fake-provider.ts'))

const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })

it('asks for a login with the link’s account, so that no one confirms another person’s sign-up', async () => {
  provider.identity.confirmEmail.mockRejectedValueOnce(new LoginRequiredError(parent.email))
  const site = renderSite('/confirm-email?oobCode=good')
  await heading('Log in to confirm your email')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(site.location.pathname).toBe('/login'))
  expect(site.location.state).toEqual({
    from: '/confirm-email?oobCode=good',
    email: parent.email,
  })
  expect(await screen.findByText('Log in to confirm your email.')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(parent.email)
})

it.each([
  [`${window.location.origin}/invitation/1?a=b`, 'Continue where you were', '/invitation/1?a=b'],
  // A language that this server does not offer.
  [`${window.location.origin}/es/invitation/1`, 'Continue where you were', '/invitation/1'],
  ['/invitation/1', 'Continue where you were', '/invitation/1'],
  ['', 'Go to your profile', '/dashboard/profile'],
  ['https://elsewhere.example/phish', 'Go to your profile', '/dashboard/profile'],
  ['javascript:alert(1)', 'Go to your profile', '/dashboard/profile'],
])('confirms the email once, and leads back on this site: %s', async (url, name, href) => {
  renderSite(`/confirm-email?${new URLSearchParams({ oobCode: 'good', continueUrl: url })}`)
  await heading('Email confirmed')
  expect(provider.identity.confirmEmail).toHaveBeenCalledExactlyOnceWith({ code: 'good' })
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
})

describe('with a claim', () => {
  function openEmail() {
    const continueUrl = `${window.location.origin}/dashboard#claim`
    renderSite(`/confirm-email?${new URLSearchParams({ oobCode: 'good', continueUrl })}`)
    return heading('Email confirmed')
  }

  it('leads back to it in the browser that keeps its link', async () => {
    localStorage.setItem('sprout.claim', '/claim/ABCD-EFGH')
    await openEmail()
    const link = screen.getByRole('link', { name: 'Continue where you were' })
    expect(link).toHaveAttribute('href', '/claim/ABCD-EFGH')
  })

  it('asks for its link in another browser', async () => {
    await openEmail()
    expect(screen.getByText(/open the link in our email or letter again/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeVisible()
  })
})

it('accepts a second click on a link', async () => {
  provider.becomes(parent.email)
  provider.identity.confirmEmail.mockRejectedValueOnce(providerError('auth/invalid-action-code'))
  renderSite('/confirm-email?oobCode=used')
  await heading('Email confirmed')
})

// The other codes are tested with the page that resets a password.
it('explains why the provider refuses a link', async () => {
  provider.identity.confirmEmail.mockRejectedValueOnce(providerError('auth/invalid-action-code'))
  renderSite('/confirm-email?oobCode=bad')
  await heading('This link doesn’t work')
  expect(screen.getByText(/has already been used/)).toBeVisible()
})

it('does not ask the provider about a link without a code', async () => {
  renderSite('/confirm-email')
  await heading('This link doesn’t work')
  expect(provider.identity.confirmEmail).not.toHaveBeenCalled()
})

it('can be tried again after the provider was unreachable', async () => {
  provider.identity.confirmEmail.mockRejectedValueOnce(providerError('auth/network-request-failed'))
  renderSite('/confirm-email?oobCode=good')
  expect(await screen.findByRole('alert')).toHaveTextContent('auth/network-request-failed')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('Email confirmed')
})

it('undoes a change of email; its link leads to the reset page, which redirects', async () => {
  const site = renderSite('/reset-password?mode=recoverEmail&oobCode=back')
  await heading('Change undone')
  expect(site.location.pathname).toBe('/confirm-email')
  expect(provider.identity.confirmEmail).toHaveBeenCalledWith({ code: 'back' })
})

describe('a link that changes the email', () => {
  const LINK = '/confirm-email?mode=verifyAndChangeEmail&oobCode=change'

  it('logs the user out, and leads to the login with the new address', async () => {
    const session = { accessToken: tokenFor(60), user: { ...parent, photo: null } }
    fakeServer()
    saveSession(session)
    provider.becomes(parent.email)
    provider.identity.confirmEmail.mockResolvedValueOnce({
      kind: 'changed',
      email: 'new@example.com',
    })
    const site = renderSite(LINK)
    await heading('Email changed')
    expect(screen.getByText('Your email is now new@example.com.')).toBeVisible()
    expect(screen.getByText(/we’ve logged you out on all devices/)).toBeVisible()
    expect(readSession()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await heading('Login')
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('new@example.com')
    expect(site.location.state).toMatchObject({ from: '/dashboard/profile' })
  })

  it('asks for a login with the old address', async () => {
    provider.identity.confirmEmail.mockRejectedValueOnce(new LoginRequiredError(null))
    renderSite(LINK)
    await heading('Log in to confirm your email')
    expect(screen.getByText(/with your old email address/)).toBeVisible()
  })

  it('is never taken for a second click on a confirmation', async () => {
    provider.becomes(parent.email)
    provider.identity.confirmEmail.mockRejectedValueOnce(providerError('auth/invalid-action-code'))
    renderSite(LINK)
    await heading('This link doesn’t work')
    expect(screen.getByText(/If you have clicked it before/)).toBeVisible()
  })

  it('is refused when another account has taken the address meanwhile', async () => {
    provider.identity.confirmEmail.mockRejectedValueOnce(providerError('auth/email-already-in-use'))
    renderSite(LINK)
    await heading('This link doesn’t work')
    expect(screen.getByText(/already has an account, so yours has not changed/)).toBeVisible()
  })
})
