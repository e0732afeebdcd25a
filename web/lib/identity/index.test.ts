import { afterEach, expect, it, vi } from 'vitest'
import { loadConfig } from '../api/config.ts'
import { openFirebase } from './firebase.ts'
import type { Identity } from './identity-adapter.ts'
import { openIdentity } from './index.ts'

vi.mock('../api/config.ts')
vi.mock('./firebase.ts')

const config = { mode: 'emulator', apiKey: 'key', authDomain: 'here', projectId: 'demo' } as const

afterEach(() => vi.resetAllMocks())

it('opens the provider with the server’s configuration', async () => {
  const opened = { signOut: async () => undefined } as Partial<Identity> as Identity
  vi.mocked(loadConfig).mockResolvedValue({ identity: config } as Awaited<
    ReturnType<typeof loadConfig>
  >)
  vi.mocked(openFirebase).mockResolvedValue(opened)
  await expect(openIdentity()).resolves.toBe(opened)
  expect(openFirebase).toHaveBeenCalledExactlyOnceWith(config)
})

it('opens nothing without the configuration', async () => {
  vi.mocked(loadConfig).mockRejectedValue(new Error('offline'))
  await expect(openIdentity()).rejects.toThrow('offline')
  expect(openFirebase).not.toHaveBeenCalled()
})
