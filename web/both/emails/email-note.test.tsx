import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { EmailSettings } from '#contract/notifications/email-settings.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import { EmailNote } from './email-note.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

function open(settings: Partial<EmailSettings>) {
  const address = 'paula@example.com'
  const known = {
    address,
    verified: true,
    reachable: true,
    reminders: true,
    language: 'en',
    stoppedFor: [],
    ...settings,
  }
  vi.stubGlobal('fetch', async () => Response.json(known))
  provider.becomes(address)
  render(
    <InSite>
      <EmailNote email={address} returnTo="/dashboard/appointment/1" />
    </InSite>,
  )
}

it('says where the email about a booking was sent', async () => {
  open({})
  expect(await screen.findByText(/^We’ve emailed the details to/)).toHaveTextContent(
    'We’ve emailed the details to paula@example.com.',
  )
  expect(screen.queryByRole('button')).toBeNull()
})

it('says that the address must be confirmed first, and sends the link again', async () => {
  open({ verified: false })
  expect(await screen.findByText(/^We’ll email/)).toHaveTextContent(
    'We’ll email paula@example.com once you confirm the address.',
  )
  await user.click(screen.getByRole('button', { name: 'Resend' }))
  expect(await screen.findByText(/^We sent an email to paula@example.com/)).toBeVisible()
  expect(provider.identity.sendEmailVerification).toHaveBeenCalledExactlyOnceWith(
    '/dashboard/appointment/1',
  )
})
