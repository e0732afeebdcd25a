import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { EmailSettings } from '#contract/notifications/email-settings.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { providerError, tokenFor } from '#web/family/auth/testing/outside-world.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { type Account, NoUserError } from '#web/lib/identity/identity-adapter.ts'
import { OtherLanguages } from '#web/lib/other-languages.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import type { Language } from '#words/languages.ts'
import { EmailLanguage } from './email-language.tsx'
import { openProfile } from './testing/profile-site.ts'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

const SETTINGS = {
  address: parent.email,
  verified: true,
  reachable: true,
  reminders: true,
  language: 'en' as const,
  stoppedFor: [],
}

/** Opens the profile page of a user with these email settings. */
async function open(changes: Partial<EmailSettings> = {}, account: Partial<Account> = {}) {
  const kept = { settings: { ...SETTINGS, ...changes } }
  const { server } = await openProfile(account)
  server.answer('GET email-settings', () => ({ body: kept.settings }))
  await queryClient.invalidateQueries({ queryKey: ['email-settings'] })
  return { server, kept }
}

it('shows the address and switches reminders off', async () => {
  const { server, kept } = await open()
  server.answer('PUT email-settings', () => {
    kept.settings = { ...kept.settings, reminders: false }
    return { body: kept.settings }
  })
  expect(await screen.findByText('Confirmed')).toBeVisible()
  const reminders = screen.getByRole('checkbox', { name: 'Remind me of appointments' })
  expect(reminders).toBeChecked()
  await user.click(reminders)
  await waitFor(() => expect(reminders).toHaveAttribute('aria-busy', 'false'))
  expect(reminders).not.toBeChecked()
})

it('changes the language of emails', async () => {
  const { server, kept } = await open()
  server.answer('PUT email-settings', () => {
    kept.settings = { ...kept.settings, language: 'es' }
    return { body: kept.settings }
  })
  const language = await screen.findByRole('combobox', { name: 'Language of emails' })
  expect(language).toHaveValue('en')
  await user.selectOptions(language, 'Español')
  await waitFor(() => expect(language).toHaveAttribute('aria-busy', 'false'))
  expect(language).toHaveValue('es')
  // This server offers no other language.
  expect(screen.queryByRole('link', { name: 'Ver en español' })).toBeNull()
})

it('links to the page in the language of emails, if it is another one', () => {
  const card = (language: Language) => (
    <InSite at="/dashboard/profile">
      <OtherLanguages value={['es']}>
        <EmailLanguage settings={{ ...SETTINGS, language }} />
      </OtherLanguages>
    </InSite>
  )
  const { unmount } = render(card('es'))
  const link = screen.getByRole('link', { name: 'Ver en español' })
  expect(link).toHaveAttribute('href', '/es/dashboard/profile')
  expect(link).toHaveAttribute('lang', 'es')
  unmount()
  render(card('en'))
  expect(screen.queryByRole('link')).toBeNull()
})

it('leaves reminders as they were when the server cannot switch them', async () => {
  const { server } = await open()
  const body = { code: 'unavailable', message: 'Later.' }
  server.answer('PUT email-settings', () => ({ status: 503, body }))
  const reminders = await screen.findByRole('checkbox', { name: 'Remind me of appointments' })
  await user.click(reminders)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(reminders).toBeChecked()
})

it('turns on emails about visits of a child again', async () => {
  const { server, kept } = await open({ stoppedFor: [{ _id: 'mia', name: 'Mia' }] })
  server.answer('POST recalls', () => {
    kept.settings = { ...kept.settings, stoppedFor: [] }
    return { body: kept.settings }
  })
  await user.click(await screen.findByRole('button', { name: 'Turn on emails about Mia' }))
  await waitFor(() => expect(screen.queryByText(/^You’ve stopped emails/)).toBeNull())
})

it('sends the email that confirms the address, and can send it again', async () => {
  await open({ verified: false }, { emailVerified: false })
  expect(await screen.findByRole('complementary', { name: 'About your emails' })).toHaveTextContent(
    'You get no confirmations or reminders until you confirm',
  )
  await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
  expect(await screen.findByText(/We sent an email to/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resend email' }))
  expect(provider.identity.sendEmailVerification).toHaveBeenCalledTimes(2)
})

it('learns of a confirmation in another browser', async () => {
  const { server, kept } = await open({ verified: false }, { emailVerified: true })
  server.answer('PUT users', () => {
    kept.settings = { ...kept.settings, verified: true }
    return { body: { token: tokenFor(60), user: { ...parent, photo: null } } }
  })
  expect(await screen.findByText('Confirmed')).toBeVisible()
})

it('says what to do when emails come back', async () => {
  await open({ reachable: false })
  const banner = await screen.findByRole('complementary', { name: 'About your emails' })
  expect(banner).toHaveTextContent(`Emails to ${parent.email} come back`)
  expect(screen.getByText('Not working')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirm address' })).toBeNull()
})

it('offers a retry when the settings cannot be loaded', async () => {
  const { server, kept } = await open()
  server.answer('GET email-settings', () => ({ status: 400, body: { code: 'x', message: 'No.' } }))
  await queryClient.resetQueries({ queryKey: ['email-settings'] })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.answer('GET email-settings', () => ({ body: kept.settings }))
  await user.click(retry)
  expect(await screen.findByText('Confirmed')).toBeVisible()
})

const SENDS_LINK = /^We sent an email to/

async function openForm(changes: Partial<EmailSettings> = {}) {
  const opened = await open(changes)
  await user.click(await screen.findByRole('button', { name: 'Change email' }))
  return { ...opened, field: screen.getByRole('textbox', { name: 'New email' }) }
}

describe('changing the email', () => {
  it('sends a link to the new address, and says that the old one stays until it is clicked', async () => {
    const { field } = await openForm()
    expect(field).toHaveFocus()
    await user.type(field, 'New.Address@Example.com{Enter}')
    expect(await screen.findByText(SENDS_LINK)).toHaveTextContent(
      `We sent an email to new.address@example.com. Click the link in it to change your email. Until then it stays ${parent.email}.`,
    )
    expect(provider.identity.sendEmailChange).toHaveBeenCalledExactlyOnceWith({
      email: 'new.address@example.com',
    })
    await user.click(screen.getByRole('button', { name: 'Resend email' }))
    expect(provider.identity.sendEmailChange).toHaveBeenCalledTimes(2)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('button', { name: 'Change email' })).toHaveFocus()
    expect(screen.getByText(SENDS_LINK)).toBeVisible()
  })

  it.each([
    ['auth/email-already-in-use', 'This email already has an account.'],
    ['auth/too-many-requests', 'Too many attempts. Please wait a few minutes and try again.'],
    [
      'auth/network-request-failed',
      'We can’t reach the login service. Check your connection and try again.',
    ],
  ])('explains %s, and keeps what was typed', async (code, sentence) => {
    const { field } = await openForm()
    provider.identity.sendEmailChange.mockRejectedValueOnce(providerError(code))
    await user.type(field, 'new@example.com{Enter}')
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(field).toHaveValue('new@example.com')
    await user.click(screen.getByRole('button', { name: 'Send email' }))
    expect(await screen.findByText(SENDS_LINK)).toBeVisible()
  })

  it.each([
    ['new@example', 'Enter a valid email address'],
    [parent.email, 'This is already your email'],
  ])('does not send a link to %s', async (typed, message) => {
    const { field } = await openForm()
    await user.type(field, `${typed}{Enter}`)
    expect(await screen.findByText(message)).toBeVisible()
    expect(provider.identity.sendEmailChange).not.toHaveBeenCalled()
  })

  it('asks for a login first when the last one was too long ago', async () => {
    const { field } = await openForm()
    provider.identity.sendEmailChange.mockRejectedValueOnce(
      providerError('auth/requires-recent-login'),
    )
    await user.type(field, 'new@example.com{Enter}')
    await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    await user.type(screen.getByLabelText('Password'), 'sprout-1234{Enter}')
    expect(await screen.findByText(SENDS_LINK)).toBeVisible()
    expect(provider.identity.reauthenticate).toHaveBeenCalledWith({ password: 'sprout-1234' })
  })

  it('leads to the login when the provider’s session has ended', async () => {
    const { field } = await openForm()
    provider.identity.sendEmailChange.mockRejectedValueOnce(new NoUserError())
    await user.type(field, 'new@example.com{Enter}')
    expect(await screen.findByText('No user is logged in')).toBeVisible()
    expect(field).toHaveValue('new@example.com')
  })

  it('is offered where emails are said to come back', async () => {
    await open({ reachable: false })
    await user.click(await screen.findByRole('link', { name: 'Change your email' }))
    expect(await screen.findByRole('textbox', { name: 'New email' })).toHaveFocus()
  })
})
