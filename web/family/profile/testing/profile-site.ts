import { screen } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import type { User } from '#contract/identity/users.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { fakeServer, tokenFor } from '#web/family/auth/testing/outside-world.ts'
import { renderSite } from '#web/family/auth/testing/site.tsx'
import { queryClient } from '#web/lib/api/query-client.ts'
import type { Account } from '#web/lib/identity/identity-adapter.ts'
import { saveSession } from '#web/lib/session.ts'

/**
 * Opens the profile page for a logged-in parent, with a provider that stores what it is given
 * and a server that takes it over from there.
 */
export async function openProfile(account: Partial<Account> = {}) {
  const kept = {
    user: { ...parent, photo: null as string | null },
    account: {
      email: parent.email,
      emailVerified: true,
      hasPassword: true,
      hasGoogle: false,
      phones: [],
      ...account,
    } as Account,
  }
  const server = fakeServer()
  server.answer('PUT users', () => ({
    body: { token: tokenFor(60), user: kept.user satisfies User },
  }))
  server.answer('GET contact', () => ({ body: { phone: null, address: null } }))
  server.answer('GET cards', () => ({ body: [] }))
  saveSession({ accessToken: tokenFor(60), user: kept.user })
  provider.becomes(parent.email)
  provider.identity.readAccount.mockImplementation(async () => ({ ...kept.account }))
  provider.identity.updateProfile.mockImplementation(async ({ name, photo }) => {
    kept.user = { ...kept.user, name, ...(photo !== undefined && { photo }) }
  })
  onTestFinished(() => queryClient.clear())
  const site = renderSite('/dashboard/profile')
  await screen.findByRole('heading', { name: 'My Profile' })
  return { server, site, kept }
}
