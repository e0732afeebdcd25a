import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ListedSession } from '#contract/identity/users.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { readSession } from '#web/lib/session.ts'
import { user } from '#web/testing/user.ts'
import { openProfile } from './testing/profile-site.ts'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

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
  expect(ended).toHaveTextContent(/Ended .*: The password was changed/)
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

it('logs out of another device after a confirmation', async () => {
  const { server } = await openProfile()
  let sessions = [session({ isCurrent: true }), session({ device: 'Safari on iPhone' })]
  server.answer('GET sessions', () => ({ body: sessions }))
  server.answer('DELETE sessions', () => {
    const ended = { at: '2026-06-05T14:00:00.000Z', reason: 'ended_by_user' as const }
    sessions = [session({ isCurrent: true }), session({ device: 'Safari on iPhone', ended })]
    return { body: { deletedCount: 1 } }
  })
  await queryClient.invalidateQueries({ queryKey: ['sessions'] })
  await user.click(await screen.findByRole('button', { name: 'Log out of Safari on iPhone' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Log out of Safari on iPhone?' }))
  await user.click(dialog.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByText(/You logged out of it from your list/)).toBeVisible()
  expect(server.calls).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: '/sessions/Safari%20on%20iPhone' }),
  )
  expect(screen.queryByRole('button', { name: 'Log out of Safari on iPhone' })).toBeNull()
  expect(readSession()).not.toBeNull()
})

it('leads to the login after a logout of this device', async () => {
  const { server } = await openProfile()
  server.answer('GET sessions', () => ({ body: [session({ isCurrent: true })] }))
  server.answer('DELETE sessions', () => ({ body: { deletedCount: 1 } }))
  await queryClient.invalidateQueries({ queryKey: ['sessions'] })
  await user.click(await screen.findByRole('button', { name: 'Log out of Firefox on Windows' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Log out of Firefox on Windows?' }))
  await user.click(dialog.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByRole('heading', { name: /log ?in/i })).toBeVisible()
  expect(readSession()).toBeNull()
})
