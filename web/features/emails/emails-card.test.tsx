import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { EmailSettings } from '#contract/notifications/email-settings.ts'
import { parent } from '#machines/auth/auth-walks.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import type { Account } from '#web/lib/identity/identity-adapter.ts'
import { provider } from '../auth/testing/fake-provider.ts'
import { tokenFor } from '../auth/testing/outside-world.ts'
import { openProfile } from '../profile/testing/profile-site.ts'

vi.mock('#web/lib/identity/index.ts', () => import('../auth/testing/fake-provider.ts'))

afterEach(() => queryClient.clear())

const SETTINGS = { address: parent.email, verified: true, reachable: true, reminders: true }

/** Opens the profile page of a user with these email settings. */
async function open(changes: Partial<EmailSettings> = {}, account: Partial<Account> = {}) {
  const kept = { settings: { ...SETTINGS, ...changes } }
  const { server } = await openProfile(provider, account)
  server.answer('GET email-settings', () => ({ body: kept.settings }))
  await queryClient.invalidateQueries({ queryKey: ['email-settings'] })
  return { server, kept, user: userEvent.setup({ delay: null }) }
}

it('shows the address and switches reminders off', async () => {
  const { server, kept, user } = await open()
  server.answer('PUT email-settings', () => {
    kept.settings = { ...kept.settings, reminders: false }
    return { body: kept.settings }
  })
  expect(await screen.findByText('Confirmed')).toBeVisible()
  const reminders = screen.getByRole('checkbox', { name: 'Remind me of appointments' })
  expect(reminders).toBeChecked()
  await user.click(reminders)
  await vi.waitFor(() => expect(reminders).toHaveAttribute('aria-busy', 'false'))
  expect(reminders).not.toBeChecked()
})

it('leaves reminders as they were when the server cannot switch them', async () => {
  const { server, user } = await open()
  const body = { code: 'unavailable', message: 'Later.' }
  server.answer('PUT email-settings', () => ({ status: 503, body }))
  const reminders = await screen.findByRole('checkbox', { name: 'Remind me of appointments' })
  await user.click(reminders)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(reminders).toBeChecked()
})

it('sends the email that confirms the address, and can send it again', async () => {
  const { user } = await open({ verified: false }, { emailVerified: false })
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
  const { server, kept, user } = await open()
  server.answer('GET email-settings', () => ({ status: 400, body: { code: 'x', message: 'No.' } }))
  await queryClient.resetQueries({ queryKey: ['email-settings'] })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.answer('GET email-settings', () => ({ body: kept.settings }))
  await user.click(retry)
  expect(await screen.findByText('Confirmed')).toBeVisible()
})
