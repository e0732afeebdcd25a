import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ListedSession } from '#contract/identity/users.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { readSession } from '#web/lib/session.ts'
import { user } from '#web/testing/user.ts'
import { openProfile } from './testing/profile-site.ts'

vi.mock('#web/lib/identity/index.ts', () => import('../auth/testing/fake-provider.ts'))

function session(changes: Partial<ListedSession>): ListedSession {
  return {
    _id: changes.device ?? 'one',
    device: 'Firefox on Windows',
    startedAt: '2026-06-05T12:00:00.000Z',
    lastUsedAt: '2026-06-05T13:00:00.000Z',
    ended: null,
    isCurrent: false,
    ...changes,
  }
}

const SESSIONS = [
  session({ isCurrent: true }),
  session({
    device: 'Safari on iPhone',
    ended: { at: '2026-06-05T14:00:00.000Z', reason: 'password_reset' },
  }),
]

it('lists the sessions, marks this one, and says what ended the others', async () => {
  const { server } = await openProfile()
  server.answer('GET sessions', () => ({ body: SESSIONS }))
  await queryClient.invalidateQueries({ queryKey: ['sessions'] })
  const list = within(await screen.findByRole('list', { name: 'Your sessions' }))
  await screen.findByText('Safari on iPhone')
  const [current, ended] = list.getAllByRole('listitem')
  expect(current).toHaveTextContent('Firefox on Windows (this device)')
  expect(ended).not.toHaveTextContent('this device')
  expect(ended).toHaveTextContent(/Ended .*: The password was reset/)
})

it('logs out everywhere after a confirmation', async () => {
  const { server } = await openProfile()
  server.answer('DELETE sessions', () => ({ body: { deletedCount: 2 } }))
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Log out everywhere?' }))
  await user.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
  await waitFor(() => expect(readSession()).toBeNull())
})

it('stays logged in when the server cannot do it, and says why', async () => {
  const { server } = await openProfile()
  server.answer('DELETE sessions', () => ({
    status: 503,
    body: { code: 'unavailable', message: 'The identity provider did not answer.' },
  }))
  await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Log out everywhere?' }))
  await user.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  expect(readSession()).not.toBeNull()
})
